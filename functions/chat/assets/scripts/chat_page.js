(() => {
  const configuration = JSON.parse(document.getElementById("configuration").textContent);
  const texts = configuration.texts;
  const address = `/chat/${configuration.chatbotId}`;
  const storageKey = `chat-${configuration.chatbotId}`;
  const MEGABYTE = 1024 * 1024;
  const isEmbedded = window.parent !== window;
  const element = (id) => document.getElementById(id);
  const [messages, scroll, options, typing, trouble] =
    ["messages", "scroll", "options", "typing", "trouble"].map(element);
  const [form, field, sendButton, endButton] = ["write", "text", "send", "end"].map(element);
  const [attachButton, fileField] = ["attach", "file"].map(element);
  const [leaveForm, leaveName, leaveEmail, leaveText] =
    ["leave", "leave-name", "leave-email", "leave-text"].map(element);
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

  // A name keeps its own direction in a sentence of another.
  const isolated = (name) => `\u2068${name}\u2069`;

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  class Refused extends Error {
    constructor(status, details) {
      super(`status ${status}`);
      this.status = status;
      this.details = details || [];
    }
  }

  async function call(method, path, body, more) {
    const headers = { accept: "application/json" };
    if (token) headers["x-chat-token"] = token;
    if (body) headers["content-type"] = "application/json";
    const answer = await fetch(address + path, {
      method, headers, body: body && JSON.stringify(body), cache: "no-store", ...more,
    });
    if (!answer.ok) throw new Refused(answer.status, (await answer.json().catch(() => ({}))).error?.details);
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
    if (configuration.files) {
      element("attach-label").textContent = texts.attach;
      attachButton.title = said("attachHint");
      attachButton.hidden = false;
      fileField.accept = configuration.files.types.flatMap((each) => [each.type, ...each.endings]).join(",");
    }
    element("notice").textContent = texts.notice;
    typing.lastElementChild.textContent = filled(texts.typing, { name: isolated(configuration.name) });
    endButton.textContent = texts.end;
    element("question-text").textContent = texts.endQuestion;
    element("question-yes").textContent = texts.end;
    element("question-no").textContent = texts.keep;
    element("leave-title").textContent = texts.leaveTitle;
    element("leave-name-label").textContent = texts.yourName;
    element("leave-email-label").textContent = texts.yourEmail;
    element("leave-text-label").textContent = texts.yourMessage;
    element("leave-note").textContent = texts.leaveNote;
    element("leave-cancel").textContent = texts.cancel;
    element("leave-send").textContent = texts.leaveSend;
    leaveText.maxLength = configuration.longestMessage;
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

  function said(name, file) {
    const taken = configuration.files;
    return filled(texts[name], {
      file: file && isolated(file.name),
      types: taken.types.map((each) => each.name).join(", "),
      megabytes: taken.largestBytes / MEGABYTE,
    });
  }

  const page = element("attach").firstElementChild;
  function describe(bubble, name, size) {
    bubble.classList.add("file");
    const title = document.createElement("bdi");
    title.textContent = name;
    const weight = document.createElement("span");
    const unit = size < MEGABYTE ? "kilobyte" : "megabyte";
    weight.textContent = new Intl.NumberFormat(document.documentElement.lang, {
      style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1,
    }).format(unit === "kilobyte" ? Math.ceil(size / 1024) : size / MEGABYTE);
    bubble.replaceChildren(page.cloneNode(true), title, weight);
  }

  function bubble(content, mine, file) {
    const item = document.createElement("li");
    item.className = mine ? "message mine" : "message";
    const speaker = document.createElement("span");
    speaker.className = "unseen";
    speaker.textContent = mine ? texts.you : configuration.name;
    const text = document.createElement("p");
    text.className = "bubble";
    if (file) describe(text, file.fileName, file.size);
    else if (mine) text.textContent = content;
    else write(text, content);
    item.append(speaker, text);
    return item;
  }

  function show(message) {
    const metadata = message.metadata || {};
    const item = bubble(message.content, message.role === "USER", metadata.file);
    if (metadata.uiType === "job_cards") {
      const jobs = document.createElement("ul");
      jobs.className = "jobs";
      jobs.append(...metadata.jobs.map(jobCard));
      item.append(jobs);
    }
    messages.append(item);
    if (message.role === "ASSISTANT") offer(metadata.options || [], metadata.help);
    else offer([]);
  }

  function chip(text, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  }

  // What the candidate may say next, and where to go on when the chatbot does not know.
  function offer(choices, help) {
    const offered = choices.map((choice) => chip(choice, () => say(choice)));
    if (help && help.leaveMessage) offered.push(chip(texts.leaveMessage, openLeaving));
    if (help && help.contactEmail) {
      const contact = document.createElement("a");
      contact.href = `mailto:${encodeURIComponent(help.contactEmail).replaceAll("%40", "@")}`;
      contact.textContent = filled(texts.writeTo, { contact: help.contactEmail });
      offered.push(contact);
    }
    options.replaceChildren(...offered);
    options.hidden = offered.length === 0;
  }

  // What was asked goes into the form, since the answer to it is what is missing.
  let leaving = null;
  function openLeaving() {
    const asked = messages.querySelectorAll(".mine .bubble");
    if (!leaveText.value && asked.length) leaveText.value = asked[asked.length - 1].textContent;
    form.hidden = true;
    leaveForm.hidden = false;
    leaving = newId();
    leaveName.focus();
    toTheEnd();
  }

  function closeLeaving() {
    leaveForm.hidden = true;
    element("leave-trouble").hidden = true;
    form.hidden = false;
    if (!isEnded) field.focus({ preventScroll: true });
  }

  async function leave() {
    element("leave-trouble").hidden = true;
    const left = { name: leaveName.value.trim(), email: leaveEmail.value.trim(), content: leaveText.value.trim() };
    busy(true);
    try {
      const data = await call("POST", "/left-messages", { ...left, messageId: leaving });
      show(data.message);
      show(data.reply);
      leaveText.value = "";
      closeLeaving();
    } catch (failure) {
      if (failure.status === 410 || failure.status === 401) {
        closeLeaving();
        ended();
      } else {
        // A message that was refused as it is has not been left, and a changed one is another.
        if (failure.status === 400 || failure.status === 422) leaving = newId();
        const trouble = element("leave-trouble");
        const wrong = { 400: texts.leaveWrong, 429: texts.busy };
        trouble.textContent = wrong[failure.status] || texts.failed;
        trouble.hidden = false;
      }
    }
    busy(false);
  }

  function busy(value) {
    isBusy = value;
    typing.hidden = !value;
    scroll.setAttribute("aria-busy", String(value));
    sendButton.disabled = attachButton.disabled = element("leave-send").disabled = value || isEnded;
    if (value && leaveForm.hidden) offer([]);
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
    if (!leaveForm.hidden) closeLeaving();
    token = null;
    storage.write(null);
    field.disabled = sendButton.disabled = attachButton.disabled = true;
    endButton.hidden = true;
    element("question").hidden = true;
    offer([]);
    tell(texts.ended, texts.startNew, startAnew);
  }

  leaveForm.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isBusy && !isEnded) leave();
  });
  // In a field of one line Enter submits its form.
  leaveForm.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && isForInputMethod(event)) event.preventDefault();
  });
  element("leave-cancel").addEventListener("click", closeLeaving);

  function startAnew() {
    token = null;
    isEnded = false;
    messages.replaceChildren();
    field.disabled = sendButton.disabled = attachButton.disabled = false;
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
    messages.append(pending);
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

  // What can be told without sending anything.
  function faultOf(file) {
    const { types, largestBytes } = configuration.files;
    const name = file.name.toLowerCase();
    file.type = types.find((each) => each.endings.some((ending) => name.endsWith(ending)))?.type;
    if (!file.type) return "fileWrongType";
    if (file.blob.size > largestBytes) return "fileTooLarge";
    return file.blob.size ? null : "fileEmpty";
  }

  function choose(blob) {
    if (isBusy || isEnded) return;
    trouble.hidden = true;
    const file = { blob, name: blob.name };
    const fault = faultOf(file);
    if (fault) refuse(said(fault, file));
    else deliverFile(file);
  }

  function refuse(text) {
    tell(text, texts.attach, () => fileField.click());
    element("trouble-button").focus();
  }

  // A file is announced once and put as often as the connection needs; 412 says that it has arrived already.
  async function upload(file, onProgress) {
    if (file.id) return;
    file.place ||= await call("POST", "/files", { contentType: file.type, size: file.blob.size });
    const status = await put(file.place, file.blob, onProgress);
    if (status !== 412 && (status < 200 || status > 299)) {
      if (status) file.place = null;
      throw new Refused(status);
    }
    file.id = file.place.fileId;
  }

  // Only this tells how much of a request has been sent. Resolves with 0 where there is no answer.
  function put({ uploadUrl, headers }, blob, onProgress) {
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("PUT", uploadUrl);
      request.timeout = 300000;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / total));
      request.onloadend = () => resolve(request.status);
      request.send(blob);
    });
  }

  async function deliverFile(file, waits = 0) {
    const pending = bubble(file.name, true, { fileName: file.name, size: file.blob.size });
    pending.classList.add("unsent");
    const bar = document.createElement("progress");
    Object.assign(bar, { max: 100, value: file.id ? 100 : 0 });
    bar.setAttribute("aria-label", said("fileSending", file));
    pending.append(bar);
    busy(true);
    try {
      if (!token) await begin();
      messages.append(pending);
      busy(true);
      await upload(file, (percent) => { bar.value = percent; });
      const data = await call("PUT", `/files/${file.id}`, { fileName: file.name });
      pending.remove();
      show(data.message);
      show(data.reply);
      busy(false);
      attachButton.focus({ preventScroll: true });
    } catch (failure) {
      busy(false);
      pending.remove();
      notSent(file, failure, waits);
    }
  }

  function notSent(file, failure, waits) {
    if (failure.status === 410 || failure.status === 401) ended();
    else if (failure.status === 409 && file.id && waits < 10) {
      setTimeout(() => deliverFile(file, waits + 1), 2000);
    } else if (failure.status === 409) {
      refuse(texts.fileTooMany);
    } else if (failure.status === 400) {
      const told = failure.details.map(({ reason }) => configuration.files.faults[reason]).find(Boolean);
      refuse(said(told || "fileUnreadable", file));
    } else {
      if (failure.status === 404) file.id = file.place = null;
      tell(failure.status === 429 ? texts.busy : said("fileFailed", file), texts.retry, () => deliverFile(file));
      element("trouble-button").focus();
    }
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
  attachButton.addEventListener("click", () => fileField.click());
  fileField.addEventListener("change", () => {
    const [chosen] = fileField.files;
    fileField.value = "";
    if (chosen) choose(chosen);
  });
  field.addEventListener("input", fit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !isForInputMethod(event)) {
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
    if (event.key !== "Escape" || isForInputMethod(event)) return;
    if (!element("question").hidden) element("question-no").click();
    else if (!leaveForm.hidden) closeLeaving();
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
