// Opens archives in Chromium and prints one JSON line for each: what its links lead to, what it loaded, and what it
// would have loaded from the network. Called by chromium.py:  chromium.mjs MODULES FILES...
//   MODULES  the folder that contains playwright-core
// Chromium is offline, and every request that the archive does not answer is refused.
import {createHash} from 'node:crypto';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {launch} from '../browser/chromium.mjs';

const [modules, ...files] = process.argv.slice(2);

const kLimitMs = 300000;
const kStepMs = 300;
const kSteps = 10;
const kQuietSteps = 3;
// As many messages are open at once.
const kPages = 6;

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// Chromium may never answer, above all for a frame whose document could not be loaded. How long it is waited for depends on
// how fast the page itself answers: the machine may have other work.
async function patience(page) {
  for (let i = 0; i < kSteps; ++i) {
    await sleep(kStepMs);
    await page.evaluate(() => 0);
  }
  throw new Error('no answer');
}

const within = (page, promise) => Promise.race([promise, patience(page)]);

const digest = bytes => createHash('sha256').update(bytes).digest('hex');
const marker = content => /part-marker-[\d-]*\d/.exec(content)?.[0] ?? null;

// Runs in the page, for a document or a shadow root: every link as it is written, with its text, and the absolute URL that a click goes to
// (null: none).
function links_of(root) {
  const absolute = url => {
    try {
      return new URL(url).href;
    } catch {
      return null;
    }
  };
  const resolved = {href: one => (typeof one.href === 'string' ? one.href : one.href ? URL.parse(one.href.baseVal, document.baseURI)?.href : ''),
                    action: one => one.action, formaction: one => one.formAction};
  const found = [];
  for (const element of root.querySelectorAll('a, area, form, button, input')) {
    for (const name of element.getAttributeNames()) {
      const property = {'href': 'href', 'xlink:href': 'href', 'action': 'action', 'formaction': 'formaction'}[name];
      if (property) found.push({written: element.getAttribute(name), text: element.textContent.slice(0, 200), url: absolute(resolved[property](element))});
    }
  }
  return found;
}

// The links in all shadow roots of a page and of its frames, also of closed ones, which no script in the page can reach.
async function links_in_shadow_roots(session) {
  const found = [];
  const walk = async node => {
    for (const root of node.shadowRoots ?? []) {
      if (root.shadowRootType === 'user-agent') continue;
      const {object} = await session.send('DOM.resolveNode', {backendNodeId: root.backendNodeId});
      const {result} = await session.send('Runtime.callFunctionOn', {
        objectId: object.objectId, returnByValue: true,
        functionDeclaration: `function() { return (${links_of})(this); }`});
      found.push(...result.value);
    }
    for (const child of [...node.shadowRoots ?? [], ...node.children ?? [], node.contentDocument]) child && await walk(child);
  };
  await walk((await session.send('DOM.getDocument', {depth: -1, pierce: true})).root);
  return found;
}

// Runs in a frame: true once no image is loading. Starts images that would load only when scrolled to.
function is_settled() {
  for (const late of document.querySelectorAll('[loading=lazy i]')) late.loading = 'eager';
  return document.readyState !== 'loading' && [...document.images].every(image => image.complete);
}

// A frame that the archive does not answer, and no network either, keeps the page loading. `events()` counts what happened.
async function wait_until_quiet(page, events) {
  let before = -1;
  for (let i = 0, quiet = 0; i < 10 * kSteps && quiet < kQuietSteps; ++i) {
    await sleep(kStepMs / 3);
    const is_main_settled = await page.evaluate(is_settled);
    const others = page.frames().filter(frame => frame !== page.mainFrame());
    const states = await Promise.all(others.map(frame => within(page, frame.evaluate(is_settled)).catch(() => true)));
    quiet = is_main_settled && states.every(Boolean) && events() === before ? quiet + 1 : 0;
    before = events();
  }
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
  let events = 0;
  session.on('Network.requestWillBeSent', event => { ++events; urls.set(event.requestId, event.request.url); });
  session.on('Network.loadingFinished', ({requestId}) => ++events && loaded.push(
    within(page, session.send('Network.getResponseBody', {requestId}))
      .then(({body, base64Encoded}) => Buffer.from(body, base64Encoded ? 'base64' : 'utf8'))
      .then(bytes => [urls.get(requestId), marker(bytes.toString('latin1')), digest(bytes)], () => [urls.get(requestId), null, null])));
  // Files and URLs with credentials are announced, and never requested.
  session.on('Network.loadingFailed', ({requestId, blockedReason}) => ++events && blockedReason && urls.delete(requestId));
  await session.send('Network.enable');
  try {
    await page.goto(url, {waitUntil: 'commit', timeout: kLimitMs});
    await wait_until_quiet(page, () => events);
    const frames = [];
    for (const frame of page.frames()) {
      // A frame that could not be loaded may never answer.
      const answer = within(page, frame.evaluate(`(${links_of})(document)`));
      const links = await (frame === page.mainFrame() ? answer : answer.catch(() => []));
      frames.push({url: frame.url(), main: frame === page.mainFrame(), links,
                   marker: marker(await within(page, frame.evaluate(() => document.documentElement.textContent)).catch(() => ''))});
    }
    frames[0].links.push(...await within(page, links_in_shadow_roots(session)));
    return {file: path.basename(file), frames, requested: [...urls.values()], loaded: await Promise.all(loaded), refused};
  } finally {
    await page.close();
  }
}

function limited(promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), kLimitMs).unref())]);
}

const browser = await launch(modules, '--renderer-process-limit=2');
console.log(JSON.stringify({version: browser.version()}));
const context = await browser.newContext({offline: true, acceptDownloads: false, serviceWorkers: 'block'});

// Most of the time goes into waiting. The lines are in the order of the files.
const lines = [];
const left = files.entries();
async function work() {
  for (const [number, file] of left) lines[number] = await limited(open(context, file)).catch(error => ({file: path.basename(file), error: String(error)}));
}
await Promise.all(Array.from({length: kPages}, work));
for (const line of lines) console.log(JSON.stringify(line));
await browser.close();
