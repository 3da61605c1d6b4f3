/** The page's first file runs as soon as it is there: neither the other scripts nor the styles are waited for. */

import type { Plugin } from "vite";

const EARLY = /<script type="module" (?=[^>]*\/assets\/early-)/;

export function earlyAtOnce(): Plugin {
  return {
    name: "early-at-once",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        if (!EARLY.test(html)) throw new Error("the page has no file that runs early");
        return html.replace(EARLY, '<script type="module" async ');
      },
    },
  };
}
