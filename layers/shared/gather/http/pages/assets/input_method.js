// Whether a key goes to an input method, with which Chinese, Japanese and Korean are written, and not to the page.
// So does the key that ends a composition: Safari ends it first, and tells by the code 229 alone (UI Events, 7.3.1).
export const isForInputMethod = (event) => event.isComposing || event.keyCode === 229;
