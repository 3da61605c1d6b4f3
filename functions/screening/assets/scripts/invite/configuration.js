// What the page was given: how it is set up, and its texts in the reader's language.
export const configuration = JSON.parse(document.getElementById("configuration").textContent);
export const { texts } = configuration;
