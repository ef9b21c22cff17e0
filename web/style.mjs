// style.mjs: style sheets that the first load leaves out. Who waits for one shows nothing without it; where it cannot be had, the words are still legible.

const brought = new Map(); // name → a promise

/** Brings a style sheet of the page, once. */
export function bringStyle(name) {
  if (!brought.has(name)) {
    brought.set(name, new Promise((resolve) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = new URL(name, import.meta.url).href;
      link.onload = link.onerror = resolve;
      document.head.append(link);
    }));
  }
  return brought.get(name);
}
