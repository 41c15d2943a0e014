// Clicks the links of PDF files in Chromium's viewer, and prints one JSON line per file: what each click would open.
//   chromium.mjs MODULES LOCATION [--real] FILES... < a JSON list, per file, of the middles of its links [page, x, y] in points
// LOCATION is the URL of the folder that contains the files: file:, or http: on a host that this program serves itself.
// The viewer's script runs unchanged up to the point where it would open a tab. With --real nothing is replaced: each click goes where it
// goes, and the document is loaded again. The last link of each file always opens.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {text} from 'node:stream/consumers';

import {launch} from '../../browser/chromium.mjs';

const [modules, location, ...rest] = process.argv.slice(2);
const real = rest[0] === '--real';
const files = rest.slice(real ? 1 : 0);
const kPointsPerPixel = 72 / 96;
const kStepMs = 20;
const kLimitMs = 60000;
const kRealMs = 1500;
const kPort = 8127;
const kEnd = 'http://end.example/';
const kViewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function until(what, condition) {
  for (const end = Date.now() + kLimitMs; Date.now() < end; await sleep(kStepMs)) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`no ${what}`);
}

// Runs in the viewer: where the pages are, in pixels of the tab, once the document is shown.
function pages_shown() {
  const viewer = document.querySelector('pdf-viewer');
  const plugin = viewer?.shadowRoot?.querySelector('#plugin');
  if (!plugin || viewer.loadState_ !== 'success') return null;
  const at = plugin.getBoundingClientRect();
  return viewer.viewport.documentDimensions_.pageDimensions.map((_, number) => {
    const page = viewer.viewport.getPageScreenRect(number);
    return {left: at.x + page.x, top: at.y + page.y, height: page.height, scale: viewer.viewport.getZoom()};
  });
}

// Runs in the viewer: records what the plugin asks for, and what the viewer's own script makes of it.
function record(end) {
  const viewer = document.querySelector('pdf-viewer');
  const own = viewer.navigator_;
  window.recorded = [];
  const pending = [];
  // The rows up to a click on the last link, which is complete once the viewer's script has done with all of them.
  window.next_rows = async () => {
    if (!window.recorded.some(row => row.asked === end)) return null;
    await Promise.all(pending.splice(0));
    return window.recorded.splice(0);
  };
  own.navigate = (asked, disposition) => {
    const row = {asked, opens: null};
    window.recorded.push(row);
    const open = url => { row.opens = url; };
    const delegate = {navigateInCurrentTab: open, navigateInNewTab: open, navigateInNewWindow: open,
                      isAllowedLocalFileAccess: url => own.navigatorDelegate_.isAllowedLocalFileAccess(url)};
    const other = new PdfNavigatorImpl(viewer.originalUrl, own.viewport_, own.paramsParser_, delegate);
    pending.push(other.navigate(asked, disposition).catch(error => { row.error = String(error); }));
  };
}

async function load(page, url) {
  await page.goto(url, {waitUntil: 'commit'});
  const viewer = await until('viewer', () => page.frames().find(frame => frame.url().startsWith(kViewer)));
  const pages = await until('page', () => viewer.evaluate(pages_shown).catch(() => null));
  await until('document', () => page.frames().length > 2);
  return {viewer, pages};
}

async function click(page, pages, [number, x, y]) {
  const {left, top, height, scale} = pages[number];
  await page.mouse.click(left + x / kPointsPerPixel * scale, top + height - y / kPointsPerPixel * scale);
}

async function click_all(page, url, links, requests) {
  const {viewer, pages} = await load(page, url);
  await viewer.evaluate(record, kEnd);
  const end = links.at(-1);
  // The first clicks may come before the plugin takes any.
  for (let count = 0; count < 100 && !(await viewer.evaluate(() => window.recorded.length)); ++count) {
    await click(page, pages, end);
    await sleep(10 * kStepMs);
  }
  await sleep(50 * kStepMs);
  await viewer.evaluate(() => { window.recorded.length = 0; });
  const found = [];
  for (const link of links.slice(0, -1)) {
    requests.length = 0;
    const t0=Date.now();
    await click(page, pages, link);
    const t1=Date.now();
    await click(page, pages, end);
    const t2=Date.now();
    const rows = await until('end', () => viewer.evaluate(() => window.next_rows()));
    if (process.env.T) console.error(t1-t0,t2-t1,Date.now()-t2);
    found.push({rows: rows.filter(row => row.asked !== kEnd), requests: [...requests]});
  }
  return [...found, {rows: [{asked: kEnd, opens: kEnd}], requests: []}];
}

// Clicks without any replacement, in a new tab each: (the URL that the tab shows or asks for).
async function click_really(context, url, links) {
  const found = [];
  for (const link of links) {
    const page = await context.newPage();
    const requests = [];
    const {pages} = await load(page, url);
    page.on('request', request => request.isNavigationRequest() && request.frame() === page.mainFrame() && requests.push({method: request.method(), url: request.url()}));
    await sleep(kRealMs);
    await click(page, pages, link);
    await sleep(kRealMs);
    found.push({rows: [], requests, shown: page.url()});
    await page.close();
  }
  return found;
}

const server = http.createServer((request, response) => {
  const name = path.basename(new URL(request.url, location).pathname);
  const file = files.find(one => path.basename(one) === name);
  if (!file || request.method !== 'GET') return response.writeHead(404).end();
  response.writeHead(200, {'content-type': 'application/pdf'}).end(fs.readFileSync(file));
}).listen(kPort, '127.0.0.1');
const browser = await launch(modules, `--host-resolver-rules=MAP ${new URL(location).host || 'none.example'} 127.0.0.1:${kPort}, MAP * ~NOTFOUND`);
const context = await browser.newContext({viewport: {width: 1300, height: 1300}, acceptDownloads: false});
const requests = [];
context.on('request', request => request.url().startsWith('chrome') || requests.push({method: request.method(), url: request.url()}));
console.log(JSON.stringify({version: browser.version()}));
const places = JSON.parse(await text(process.stdin));
for (const [number, file] of files.entries()) {
  const url = location + path.basename(file);
  const page = await context.newPage();
  const links = await (real ? click_really(context, url, places[number]) : click_all(page, url, places[number], requests)).catch(error => String(error));
  console.log(JSON.stringify(typeof links === 'string' ? {file: path.basename(file), error: links} : {file: path.basename(file), links}));
  await page.close();
}
await browser.close();
server.close();
