// Adds a button to a customer's page, which opens the chat in a frame.
function embed(configuration, script) {
  const here = location.hostname.toLowerCase();
  const covers = (domain) => (domain.startsWith("*.") ? here.endsWith(domain.slice(1)) : here === domain);
  if (configuration.domains.length && !configuration.domains.some(covers)) {
    console.warn("Chat: this site is not among the chatbot's allowed domains.");
    return;
  }
  const id = "chat-" + configuration.chatbotId;
  if (!script || document.getElementById(id)) return;
  const origin = new URL(script.src).origin;
  const put = (target, style) => Object.assign(target.style, style);

  function icon(path) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    const line = document.createElementNS(space, "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("width", "26");
    svg.setAttribute("height", "26");
    svg.setAttribute("aria-hidden", "true");
    line.setAttribute("d", path);
    line.setAttribute("fill", "none");
    line.setAttribute("stroke", "currentColor");
    line.setAttribute("stroke-width", "2");
    line.setAttribute("stroke-linecap", "round");
    line.setAttribute("stroke-linejoin", "round");
    svg.append(line);
    return svg;
  }
  const speech = icon("M21 12a8 8 0 0 1-8 8H4l2-3.5A8 8 0 1 1 21 12z");
  const cross = icon("M6 6l12 12M18 6L6 18");

  const button = document.createElement("button");
  button.type = "button";
  button.id = id;
  button.append(speech);
  button.setAttribute("aria-haspopup", "dialog");
  put(button, {
    position: "fixed", right: "20px", bottom: "20px", width: "60px", height: "60px", border: "0",
    borderRadius: "50%", padding: "0", cursor: "pointer", zIndex: "2147483000", display: "grid",
    placeItems: "center", background: configuration.color, color: configuration.ink,
    boxShadow: "0 6px 24px rgb(0 0 0 / .25)",
  });
  let frame = null;

  // The frame is made when it is first opened: who never chats loads nothing.
  function makeFrame() {
    frame = document.createElement("iframe");
    frame.title = configuration.title;
    frame.src = origin + "/chat/" + configuration.chatbotId;
    frame.referrerPolicy = "origin";
    put(frame, {
      position: "fixed", border: "0", zIndex: "2147483001", background: "transparent", colorScheme: "normal",
    });
    document.body.append(frame);
    place();
  }

  function place() {
    if (!frame) return;
    const isSmall = window.innerWidth < 520;
    put(frame, isSmall
      ? { inset: "0", width: "100%", height: "100%", borderRadius: "0", boxShadow: "none" }
      : {
          inset: "auto 20px 92px auto", width: "400px", height: "min(640px, calc(100vh - 112px))",
          borderRadius: "16px", boxShadow: "0 12px 48px rgb(0 0 0 / .28)",
        });
  }

  function toggle(isOpen) {
    if (isOpen && !frame) makeFrame();
    if (frame) frame.style.display = isOpen ? "block" : "none";
    button.replaceChildren(isOpen ? cross : speech);
    button.setAttribute("aria-expanded", String(isOpen));
    button.setAttribute("aria-label", isOpen ? configuration.close : configuration.title);
    if (isOpen) frame.focus();
    else if (frame) button.focus();
  }

  button.addEventListener("click", () => toggle(button.getAttribute("aria-expanded") !== "true"));
  window.addEventListener("resize", place);
  // Where the browser lets the frame store nothing, this site keeps the conversation's token for its other pages.
  const tokenKey = id + "-token";
  function keep(token) {
    try {
      if (typeof token === "string") window.sessionStorage.setItem(tokenKey, token);
      else window.sessionStorage.removeItem(tokenKey);
    } catch { /* not allowed here either */ }
  }
  function kept() {
    try { return window.sessionStorage.getItem(tokenKey); } catch { return null; }
  }
  window.addEventListener("message", (event) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== origin || !event.data) return;
    if (event.data.type === "chat-close") toggle(false);
    if (event.data.type === "chat-token") keep(event.data.token);
    if (event.data.type === "chat-token-wanted") {
      frame.contentWindow.postMessage({ type: "chat-token", token: kept() }, origin);
    }
  });
  function start() {
    document.body.append(button);
    toggle(false);
  }
  if (document.body) start();
  else document.addEventListener("DOMContentLoaded", start);
}

// The service declares `chatConfiguration` around this script.
embed(chatConfiguration, document.currentScript);
