"use strict";
(() => {
  const configuration = JSON.parse(document.getElementById("configuration").textContent);
  const texts = configuration.texts;
  const address = `/chat/${configuration.chatbotId}`;
  const storageKey = `chat-${configuration.chatbotId}`;
  const isEmbedded = window.parent !== window;
  const element = (id) => document.getElementById(id);
  const [messages, scroll, options, typing, trouble] =
    ["messages", "scroll", "options", "typing", "trouble"].map(element);
  const [form, field, sendButton, endButton] = ["write", "text", "send", "end"].map(element);
  let token = null;
  let isBusy = false;
  let isEnded = false;

  // A frame on another site may not be allowed to store anything: then a reload begins anew.
  const storage = {
    read() { try { return window.sessionStorage.getItem(storageKey); } catch { return null; } },
    write(value) {
      try {
        if (value === null) window.sessionStorage.removeItem(storageKey);
        else window.sessionStorage.setItem(storageKey, value);
      } catch { /* not allowed */ }
    },
  };

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  class Refused extends Error {
    constructor(status) {
      super(`status ${status}`);
      this.status = status;
    }
  }

  async function call(method, path, body, more) {
    const headers = { accept: "application/json" };
    if (token) headers["x-chat-token"] = token;
    if (body) headers["content-type"] = "application/json";
    const answer = await fetch(address + path, {
      method, headers, body: body && JSON.stringify(body), cache: "no-store", ...more,
    });
    if (!answer.ok) throw new Refused(answer.status);
    return (await answer.json()).data;
  }

  function image(url) {
    const made = document.createElement("img");
    made.alt = "";
    made.referrerPolicy = "no-referrer";
    made.src = url;
    return made;
  }

  function dress() {
    element("name").textContent = configuration.name;
    if (configuration.description && !isEmbedded) {
      element("description").textContent = configuration.description;
      element("description").hidden = false;
    }
    const face = element("face");
    const initial = Array.from(configuration.name.trim())[0] || "?";
    face.textContent = initial.toUpperCase();
    if (configuration.logoUrl) {
      const logo = image(configuration.logoUrl);
      logo.addEventListener("load", () => face.replaceChildren(logo));
    }
    if (configuration.headerImageUrl) {
      const header = element("head-image");
      header.addEventListener("load", () => { header.hidden = false; });
      header.src = configuration.headerImageUrl;
    }
    if (configuration.backgroundImageUrl && !isEmbedded) {
      document.body.style.backgroundImage = `url(${JSON.stringify(configuration.backgroundImageUrl)})`;
    }
    document.body.classList.toggle("embedded", isEmbedded);
    scroll.setAttribute("aria-label", texts.messages);
    element("text-label").textContent = texts.yourMessage;
    field.placeholder = texts.placeholder;
    element("send-label").textContent = texts.send;
    element("notice").textContent = texts.notice;
    typing.lastElementChild.textContent = filled(texts.typing, configuration);
    endButton.textContent = texts.end;
    element("question-text").textContent = texts.endQuestion;
    element("question-yes").textContent = texts.end;
    element("question-no").textContent = texts.keep;
    element("close").setAttribute("aria-label", texts.close);
    element("close").hidden = !isEmbedded;
  }

  function toTheEnd() {
    scroll.scrollTop = scroll.scrollHeight;
  }

  // Text and nothing else, but that addresses can be followed.
  function write(target, text) {
    for (const part of text.split(/(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/)) {
      if (/^https?:\/\//.test(part)) target.append(link(part, part));
      else target.append(part);
    }
  }

  function link(url, text, label) {
    const made = document.createElement("a");
    made.href = url;
    made.target = "_blank";
    made.rel = "noopener noreferrer nofollow";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", `${label} (${texts.newTab})`);
    return made;
  }

  function jobCard(job) {
    const card = document.createElement("li");
    card.className = "job";
    const about = document.createElement("div");
    const title = document.createElement("strong");
    title.textContent = job.title;
    const place = document.createElement("span");
    place.textContent = [(job.location || []).join(", "), job.workModel].filter(Boolean).join(" · ");
    about.append(title, place);
    card.append(about);
    if (/^https?:\/\//.test(job.url || "")) {
      card.append(link(job.url, texts.viewJob, `${texts.viewJob}: ${job.title}`));
    }
    return card;
  }

  function bubble(content, mine) {
    const item = document.createElement("li");
    item.className = mine ? "message mine" : "message";
    const speaker = document.createElement("span");
    speaker.className = "unseen";
    speaker.textContent = mine ? texts.you : configuration.name;
    const text = document.createElement("p");
    text.className = "bubble";
    if (mine) text.textContent = content;
    else write(text, content);
    item.append(speaker, text);
    return item;
  }

  function show(message) {
    const item = bubble(message.content, message.role === "USER");
    const metadata = message.metadata || {};
    if (metadata.uiType === "job_cards") {
      const jobs = document.createElement("ul");
      jobs.className = "jobs";
      jobs.append(...metadata.jobs.map(jobCard));
      item.append(jobs);
    }
    messages.append(item);
    offer(message.role === "ASSISTANT" ? metadata.options || [] : []);
  }

  function offer(choices) {
    options.replaceChildren(...choices.map((choice) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = choice;
      made.addEventListener("click", () => say(choice));
      return made;
    }));
    options.hidden = choices.length === 0;
  }

  function busy(value) {
    isBusy = value;
    typing.hidden = !value;
    scroll.setAttribute("aria-busy", String(value));
    sendButton.disabled = value || isEnded;
    if (value) offer([]);
    toTheEnd();
  }

  function tell(text, button, action) {
    element("trouble-text").textContent = text;
    const pressed = element("trouble-button");
    pressed.textContent = button;
    pressed.onclick = () => { trouble.hidden = true; action(); };
    trouble.hidden = false;
    toTheEnd();
  }

  function ended() {
    isEnded = true;
    token = null;
    storage.write(null);
    field.disabled = sendButton.disabled = true;
    endButton.hidden = true;
    element("question").hidden = true;
    offer([]);
    tell(texts.ended, texts.startNew, startAnew);
  }

  function startAnew() {
    token = null;
    isEnded = false;
    messages.replaceChildren();
    field.disabled = sendButton.disabled = false;
    greet();
    field.focus();
  }

  function opened(data) {
    endButton.hidden = false;
    data.messages.forEach(show);
    if (data.conversation.status !== "ACTIVE") ended();
    toTheEnd();
  }

  // A chatbot with a welcome message says it as soon as the conversation begins, which is with the first
  // message: who only looks at the page begins none.
  function greet() {
    const welcome = configuration.welcome;
    messages.append(bubble(welcome ? welcome.content : texts.greeting, false));
    offer(welcome ? welcome.metadata.options || [] : []);
  }

  async function begin() {
    const data = await call("POST", "/sessions");
    token = data.token;
    storage.write(token);
    messages.replaceChildren();
    if (configuration.greets) messages.append(bubble(texts.greeting, false));
    opened(data);
  }

  async function resume() {
    token = storage.read();
    if (!token) return greet();
    busy(true);
    try {
      const data = await call("GET", "/messages");
      if (configuration.greets) messages.append(bubble(texts.greeting, false));
      opened(data);
    } catch (failure) {
      if (failure.status === 401) {
        token = null;
        storage.write(null);
        greet();
      } else {
        tell(texts.notLoaded, texts.retry, resume);
      }
    }
    busy(false);
  }

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function say(text) {
    if (isBusy || isEnded) return;
    trouble.hidden = true;
    deliver({ content: text, messageId: newId() });
  }

  async function deliver(message, waits = 0) {
    const pending = bubble(message.content, true);
    pending.classList.add("unsent");
    busy(true);
    try {
      if (!token) await begin();
      messages.append(pending);
      busy(true);
      const data = await call("POST", "/messages", message);
      pending.remove();
      show(data.message);
      show(data.reply);
      busy(false);
    } catch (failure) {
      busy(false);
      pending.remove();
      if (failure.status === 410 || failure.status === 401) {
        messages.append(pending);
        ended();
      } else if (failure.status === 409 && waits < 10) {
        setTimeout(() => deliver(message, waits + 1), 2000);
      } else {
        messages.append(pending);
        tell(failure.status === 429 ? texts.busy : texts.failed, texts.retry, () => {
          pending.remove();
          deliver(message);
        });
      }
    }
    if (!isEnded) field.focus({ preventScroll: true });
  }

  function fit() {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
    const count = Array.from(field.value.trim()).length;
    const isOver = count > configuration.longestMessage;
    const notice = element("notice");
    notice.classList.toggle("over", isOver);
    notice.textContent = isOver
      ? filled(texts.tooLong, { count, most: configuration.longestMessage })
      : texts.notice;
    return count > 0 && !isOver;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy || isEnded || !fit()) return;
    const text = field.value.trim();
    field.value = "";
    fit();
    say(text);
  });
  field.addEventListener("input", fit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  endButton.addEventListener("click", () => {
    element("question").hidden = false;
    element("question-yes").focus();
  });
  element("question-no").addEventListener("click", () => {
    element("question").hidden = true;
    field.focus();
  });
  element("question-yes").addEventListener("click", async () => {
    element("question").hidden = true;
    try {
      await call("POST", "/end", { mayReturn: false });
      ended();
      element("trouble-button").focus();
    } catch (failure) {
      if (failure.status === 401) ended();
      else tell(texts.failed, texts.retry, () => element("question-yes").click());
    }
  });
  function closeFrame() {
    window.parent.postMessage({ type: "chat-close", chatbotId: configuration.chatbotId }, "*");
  }
  element("close").addEventListener("click", closeFrame);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!element("question").hidden) element("question-no").click();
    else if (isEmbedded) closeFrame();
  });
  // Leaving and reloading look the same from here: the conversation ends unless the page is back in a minute.
  window.addEventListener("pagehide", () => {
    if (token && !isEnded) call("POST", "/end", { mayReturn: true }, { keepalive: true }).catch(() => {});
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && token && !isEnded) call("GET", "/messages").catch(() => {});
  });

  dress();
  resume();
})();
