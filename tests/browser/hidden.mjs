// Checks with Chromium which URLs in tests/find/html_hidden.tsv are visible: each URL states the expectation.
//   node hidden.mjs MODULES TABLE
// Nothing is loaded: pages are set as text, and all requests are refused.
import fs from 'node:fs';
import {launch, safe} from './chromium.mjs';

const [modules, table] = process.argv.slice(2);

const kRows = fs.readFileSync(table, 'utf8').split('\n').filter(line => line && !line.startsWith('#'));

// Runs in the page. Returns the name of every URL, and whether it is hidden according to the computed styles.
function look() {
  const clear = color => /^rgba\(.*, 0\)$|^transparent$/.test(color);
  const clipped = element => {
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      const box = e.getBoundingClientRect();
      const clips = style.overflowX !== 'visible' && style.display !== 'inline' && !/^table/.test(style.display);
      if (clips && e !== document.body && e !== document.documentElement && (e.clientWidth === 0 || e.clientHeight === 0)) return true;
      if (e instanceof HTMLImageElement && e.style.width === '0px' && box.width === 0) return true;
    }
    return false;
  };
  const box_hidden = element =>
      !element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || clipped(element);
  const background = element => {
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.backgroundImage !== 'none') return 'image';
      if (!clear(style.backgroundColor)) return style.backgroundColor;
    }
    return 'none';
  };
  const text_hidden = element => {
    const style = getComputedStyle(element);
    return box_hidden(element) || parseFloat(style.fontSize) === 0 || clear(style.color) ||
        style.color === background(element);
  };
  const shows_something = link => {
    const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node; (node = walker.nextNode());) {
      if (node.nodeType === Node.ELEMENT_NODE && node.localName === 'img' && !box_hidden(node)) return true;
      if (node.nodeType === Node.TEXT_NODE && node.data.trim() && !text_hidden(node.parentElement)) return true;
    }
    return false;
  };
  const found = [];
  for (const element of document.querySelectorAll('a, img')) {
    const name = element.getAttribute('href') ?? element.getAttribute('src');
    if (name !== 's' && name !== 'h') continue;
    const is_link = element.localName === 'a';
    found.push([name, box_hidden(element) || (is_link && text_hidden(element) && !shows_something(element))]);
  }
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    for (const [, name] of node.data.matchAll(/http:\/\/([sh])\.test/g))
      found.push([name, text_hidden(node.parentElement)]);
  }
  return found;
}

const browser = await launch(modules);
const context = await browser.newContext();
await context.route('**', route => route.abort());
const page = await context.newPage();
let passed = 0, failed = 0;
for (const row of kRows) {
  const [html, why] = row.split('\t');
  await page.setContent(html);
  const found = await page.evaluate(look);
  const wrong = found.filter(([name, hidden]) => hidden !== (name === 'h'));
  if (found.length && !wrong.length) {
    ++passed;
  } else {
    ++failed;
    console.log(`FAILED: ${safe(why)}: ${safe(html)}: ${safe(JSON.stringify(found))}`);
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
