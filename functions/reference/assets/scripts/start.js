// The viewer filters by tag alone; this looks for each word in everything that an operation says of itself.
const search = () => ({
  fn: {
    opsFilter: (taggedOperations, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = (name) => (operation) => {
        const said = operation.get("operation");
        const parts = ["summary", "description", "operationId"].map((name) => said.get(name) || "");
        const text = [name, operation.get("method"), operation.get("path"), ...parts].join(" ").toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return taggedOperations
        .map((tag, name) => tag.set("operations", tag.get("operations").filter(fits(name))))
        .filter((tag) => tag.get("operations").size > 0);
    },
  },
  // What is found is shown, not only the families that it is in.
  statePlugins: {
    layout: {
      wrapActions: {
        updateFilter: (update, { layoutActions, specSelectors }) => (phrase) => {
          const updated = update(phrase);
          const isLooking = Boolean(phrase) && phrase.trim().length > 2;
          for (const name of specSelectors.taggedOperations().keySeq()) {
            layoutActions.show(["operations-tag", name], isLooking);
          }
          return updated;
        },
      },
    },
  },
});

// What the viewer leaves out for those who hear the page: a heading for each part, names for lists to choose
// from, for the responses of each operation and for the button that closes a dialog, a text for each schema's
// button, and no link within an operation's button, which leads to the same place.
const heard = ({ React }) => {
  const unseen = (tag, text, given = {}) => React.createElement(tag, { className: "unseen", ...given }, text);
  const after = (element) => (Original) => (shown) =>
    React.createElement(React.Fragment, null, element, React.createElement(Original, shown));
  const naming = (selector, nameOf, attributes = ["aria-label"]) => (Original) => (shown) => {
    const part = React.useRef(null);
    React.useEffect(() => {
      const named = part.current.querySelector(selector);
      for (const attribute of attributes) named?.setAttribute(attribute, nameOf(shown));
    });
    return React.createElement("div", { ref: part }, React.createElement(Original, shown));
  };
  return {
    wrapComponents: {
      operations: after(unseen("h2", "Operations")),
      Models: after(unseen("h3", "All schemas")),
      ServersContainer: after(unseen("label", "Server", { htmlFor: "servers" })),
      Select: (Original) => (shown) =>
        React.createElement("label", null, unseen("span", "Value"), React.createElement(Original, shown)),
      // Its own text says that it looks at tags alone.
      FilterContainer: naming("input", () => "Search operations", ["aria-label", "placeholder"]),
      responses: naming(".responses-table", (shown) => `Responses of ${shown.method.toUpperCase()} ${shown.path}`),
      authorizationPopup: (Original) =>
        after(unseen("h2", "Keys"))(naming(".close-modal", () => "Close")(Original)),
      DeepLink: () => ({ text }) => React.createElement("span", null, text),
      JSONSchema202012Accordion: (Original) => (shown) =>
        React.createElement(Original, shown, shown.children, unseen("span", "details")),
    },
  };
};

// The viewer has dark colors, and leaves it to its page when they are shown.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const showColors = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", showColors);
showColors();

// A way back to the host's start page. Only some hosts have one.
function leadBack() {
  const way = document.createElement("header");
  const link = document.createElement("a");
  way.id = "back";
  link.href = "/";
  link.textContent = "Back to the start";
  way.append(link);
  document.querySelector("main").before(way);
}

fetch("/", { method: "HEAD" }).then((response) => response.ok && leadBack()).catch(() => {});

SwaggerUIBundle({
  url: "/qsi/gather/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  defaultModelRendering: "model",
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
  plugins: [search, heard],
});
