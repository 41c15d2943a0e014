// Reads a JSON list of [reference, base] from standard input, and prints the list of what a browser makes of them on a page of an
// archive: a URL; the reference itself, if it depends on the place of the archive; or null. A base is the href of a <base>, or null.
import {text} from 'node:stream/consumers';

const kPages = ['http://archive.example/list/0000.html', 'https://elsewhere.example/page.html'];
const kUnusable = ['data:', 'javascript:'];

function parse(reference, base) {
  try {
    return new URL(reference, base);
  } catch {
    return null;
  }
}

function base_on(page, href) {
  const base = href === null ? null : parse(href, page);
  return base === null || base.href === page || kUnusable.includes(base.protocol) ? null : base;
}

// What of a URL does not depend on the page.
function relative(url) {
  for (const place of ['http://archive.example/list/', 'http://archive.example', 'http:']) {
    if (url.startsWith(place)) return url.slice(place.length);
  }
  return url;
}

function resolve([reference, href]) {
  const bases = kPages.map(page => base_on(page, href));
  const [one, other] = kPages.map((page, i) => parse(reference, bases[i] ?? page)?.href ?? null);
  if (one === other || one === null) return one;
  return bases[0] === null ? reference.trim().replace(/[\t\r\n]/g, '') : relative(one);
}

console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(resolve)));
