// Opens archives in Chromium and prints one JSON line for each: what its links lead to, what it loaded, and what it
// would have loaded from the network. Called by chromium.py:  chromium.mjs MODULES FILES...
//   MODULES  the folder that contains playwright-core
// Chromium is offline, and every request that the archive does not answer is refused.
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {launch, wait_until_settled} from '../browser/chromium.mjs';

const [modules, ...files] = process.argv.slice(2);

// Chromium may never answer, above all for a frame whose document could not be loaded.
const kLimitMs = 60000;
const kFrameLimitMs = 3000;

function within(limit_ms, promise) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`no answer within ${limit_ms} ms`)), limit_ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const marker = content => /part-marker-[\d-]*\d/.exec(content)?.[0] ?? null;

// Runs in the page: every link with a token, and the absolute URL that a click goes to (null: none).
function links_of_document() {
  const absolute = url => {
    try {
      return new URL(url).href;
    } catch {
      return null;
    }
  };
  const resolved = {href: one => (typeof one.href === 'string' ? one.href : new URL(one.href.baseVal, document.baseURI).href),
                    action: one => one.action, formaction: one => one.formAction};
  const found = [];
  for (const element of document.querySelectorAll('a, area, form, button, input')) {
    for (const name of element.getAttributeNames()) {
      const property = {'href': 'href', 'xlink:href': 'href', 'action': 'action', 'formaction': 'formaction'}[name];
      const token = /ref\d+/i.exec(element.getAttribute(name)) ?? /ref\d+/i.exec(element.textContent);
      if (property && token) found.push({token: token[0].toLowerCase(), url: absolute(resolved[property](element))});
    }
  }
  return {links: found};
}

async function open(context, file) {
  const url = pathToFileURL(file).href;
  const page = await context.newPage();
  const refused = [];
  await page.route('**', route => {
    if (route.request().url() === url) return route.continue();
    refused.push(route.request().url());
    return route.abort();
  });
  const session = await context.newCDPSession(page);
  const urls = new Map();
  const loaded = [];
  session.on('Network.requestWillBeSent', event => urls.set(event.requestId, event.request.url));
  session.on('Network.loadingFinished', ({requestId}) => loaded.push(
    within(kFrameLimitMs, session.send('Network.getResponseBody', {requestId}))
      .then(({body, base64Encoded}) => [urls.get(requestId), marker(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString('latin1'))],
            () => [urls.get(requestId), null])));
  // Files and URLs with credentials are announced, and never requested.
  session.on('Network.loadingFailed', ({requestId, blockedReason}) => blockedReason && urls.delete(requestId));
  await session.send('Network.enable');
  try {
    // A frame that the archive does not answer, and no network either, keeps the page loading.
    await page.goto(url, {waitUntil: 'load', timeout: 3 * kFrameLimitMs}).catch(error => { if (page.url() !== url) throw error; });
    await within(2 * kFrameLimitMs, wait_until_settled(page)).catch(() => {});
    const frames = [];
    for (const frame of page.frames()) {
      const links = await within(kFrameLimitMs, frame.evaluate(links_of_document)).catch(error => ({error: String(error), links: []}));
      frames.push({url: frame.url(), main: frame === page.mainFrame(), ...links,
                   marker: marker(await within(kFrameLimitMs, frame.evaluate(() => document.documentElement.textContent)).catch(() => ''))});
    }
    return {file: path.basename(file), frames, requested: [...urls.values()].filter(one => /ref\d/i.test(one)), loaded: await Promise.all(loaded), refused};
  } finally {
    await page.close();
  }
}

const browser = await launch(modules);
console.log(JSON.stringify({version: browser.version()}));
const context = await browser.newContext({offline: true, acceptDownloads: false, serviceWorkers: 'block'});
for (const file of files) console.log(JSON.stringify(await within(kLimitMs, open(context, file)).catch(error => ({file: path.basename(file), error: String(error)}))));
await browser.close();
