"use strict";

// The viewer filters by tag alone; this looks for each word in everything that an operation says of itself.
const search = () => ({
  fn: {
    opsFilter: (taggedOperations, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = (operation) => {
        const said = operation.get("operation");
        const parts = ["summary", "description", "operationId"].map((name) => said.get(name) || "");
        const text = [operation.get("method"), operation.get("path"), ...parts].join(" ").toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return taggedOperations
        .map((tag) => tag.set("operations", tag.get("operations").filter(fits)))
        .filter((tag) => tag.get("operations").size > 0);
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
  const naming = (selector, nameOf) => (Original) => (shown) => {
    const part = React.useRef(null);
    React.useEffect(() => {
      part.current.querySelector(selector).setAttribute("aria-label", nameOf(shown));
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
