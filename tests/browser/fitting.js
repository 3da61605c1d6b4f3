/** The words on a page that are broken in two, or that stand beyond the edge of what they are in. */
() => {
  const OUTER = "button, a, td, th, label, [role=button]";
  const found = new Set();

  const ancestors = (element) => (element === null ? [] : [element, ...ancestors(element.parentElement)]);
  const styles = (element) => ancestors(element).map((each) => getComputedStyle(each));
  const isHidden = (element) =>
    !element.checkVisibility({ visibilityProperty: true }) || styles(element).some((style) => style.clipPath !== "none");
  const scrolls = (element) => styles(element).some((style) => style.overflowX !== "visible");
  const linesOf = (range) =>
    new Set([...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top))).size;

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === "" || element.matches("textarea") || isHidden(element)) continue;
    const range = document.createRange();
    // Addresses may be broken anywhere.
    const said = text.data.replace(/\S*[@/]\S*/g, (address) => " ".repeat(address.length));
    for (const word of said.matchAll(/[\p{L}\p{M}]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const box = range.getBoundingClientRect();
      const outer = (element.closest(OUTER) ?? element).getBoundingClientRect();
      if (linesOf(range) > 1) found.add(`broken: ${word[0]}`);
      if (box.left < outer.left - 1 || box.right > outer.right + 1) found.add(`beyond: ${text.data.trim()}`);
      if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(element)) found.add(`outside: ${text.data.trim()}`);
    }
  }
  return [...found];
}
