// after.mjs: the style sheet of what comes after and beside a game (after.css), which the first load leaves out. Who imports this
// module waits until it is there, so that nothing is seen without it; where it cannot be had, the words are still legible.

const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = new URL('after.css', import.meta.url).href;
await new Promise((resolve) => {
  link.onload = link.onerror = resolve;
  document.head.append(link);
});
