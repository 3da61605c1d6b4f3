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
  plugins: [search],
});
