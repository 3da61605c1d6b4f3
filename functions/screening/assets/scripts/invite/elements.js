export const SHAPES = {
  person: "M12 3a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zm0 11c4.700 0 8 2.400 8 5.500V21H4v-1.500C4 16.400 7.300 14 12 14z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.100 13h2.200v2.200h-2.200zm1.100-9.200a3.600 3.600 0 0 1 3.600 3.600c0 2.200-2.500 2.500-2.500 4.400h-2.200c0-3 2.500-3.200 2.500-4.500a1.400 1.400 0 0 0-2.800 0H8.400A3.600 3.600 0 0 1 12 5.800z",
  calendar: "M7 2h2v2h6V2h2v2h2a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2zm-2 8v9h14v-9z",
  screen: "M4 4h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-6v2h3v2H7v-2h3v-2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm0 2v10h16V6z",
  page: "M6 2h8l5 5v13a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm7 1.800V8h4.200zM7.500 11v1.800h9V11zm0 4v1.800h9V15z",
  play: "M8 5.5v13l11-6.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  stop: "M7 7h10v10H7z",
  microphone: "M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15zm6.5-3.5a6.5 6.5 0 0 1-5.5 6.4V21h-2v-3.1a6.5 6.5 0 0 1-5.5-6.4h2a4.5 4.5 0 0 0 9 0z",
  pen: "M4 20l1-4.5L16.2 4.3a1.5 1.5 0 0 1 2.1 0l1.4 1.4a1.5 1.5 0 0 1 0 2.1L8.5 19z",
  done: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.4 14.6l-4.2-4.2 1.5-1.5 2.7 2.7 5.6-5.6 1.5 1.5z",
  open: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 3h2v6.5h-2zm0 8h2v2h-2z",
  clock: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 3v5.6l4.2 2.5 1-1.7-3.2-1.9V7z",
  cloud: "M7 19a5 5 0 0 1-.6-9.96A6 6 0 0 1 18 10.5 4.3 4.3 0 0 1 17.7 19zm3.9-2.6l5-5-1.4-1.4-3.6 3.6-1.7-1.7-1.4 1.4z",
  film: "M4 5h11a2 2 0 0 1 2 2v2.5l4-2.5v10l-4-2.5V17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z",
  up: "M2 10h4v11H2zm6 10V10l4.5-8 1.2.5c.8.4 1.2 1.2 1 2.1L14 9h6a2 2 0 0 1 2 2.4l-1.4 7A2 2 0 0 1 18.6 20z",
  down: "M22 14h-4V3h4zm-6-10v10l-4.5 8-1.2-.5a2 2 0 0 1-1-2.100L10 15H4a2 2 0 0 1-2-2.400l1.4-7A2 2 0 0 1 5.4 4z",
};

export const element = (id) => document.getElementById(id);

export function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter(Boolean));
  return made;
}

export function icon(name, size = 22) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" })) {
    made.setAttribute(key, value);
  }
  shape.setAttribute("d", SHAPES[name]);
  shape.setAttribute("fill", "currentColor");
  made.append(shape);
  return made;
}

// Emptied first, so that the same words are read aloud again.
export function say(text) {
  element("announcer").textContent = "";
  setTimeout(() => { element("announcer").textContent = text; }, 50);
}
