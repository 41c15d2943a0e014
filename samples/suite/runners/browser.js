// SPDX-License-Identifier: MIT
// Shared by chromium and firefox: opens files, and reads what their links and what they load lead to.
const fs = require('node:fs');
const path = require('node:path');
const {pathToFileURL} = require('node:url');
const {read} = require('./elements.js');
const {ATTRIBUTES, serve} = require('./protocol.js');

const kQuietMs = 250;
// Only pages that never end to load are cut off by this; a busy machine needs long for the others.
const kLimitMs = 60000;
const kRefreshMs = 6000;

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function open(browser, file) {
  const found = {requested: [], loaded: new Set(), rows: []};
  const page = await browser.newPage();
  const url = pathToFileURL(file).href;
  let last;
  let has_left = false;
  await page.setRequestInterception(true);
  page.on('request', request => {
    last = Date.now();
    found.requested.push({resolved: request.url(), loads: true});
    // A page that goes elsewhere by itself, or by a click, is not left.
    const is_leaving = request.isNavigationRequest() && request.frame() === page.mainFrame() && request.url() !== url;
    has_left ||= is_leaving;
    (is_leaving ? request.abort('aborted') : request.continue()).catch(() => {});
  });
  page.on('requestfinished', request => found.loaded.add(request.url()));
  const wait_until_quiet = async () => {
    last = Date.now();
    for (const end = last + kLimitMs; Date.now() < Math.min(end, last + kQuietMs);) await sleep(50);
  };
  const has = selector => page.$(selector).catch(() => null);
  // The other screens are for what chooses an image by the screen.
  for (const [width, deviceScaleFactor] of [[800, 1], [800, 2], [100, 1]]) {
    await page.setViewport({width, height: 600, deviceScaleFactor});
    await page.goto(url, {waitUntil: 'load', timeout: kLimitMs}).catch(() => {});
    await wait_until_quiet();
    if (!await has('[srcset], [imagesrcset]')) break;
  }
  await Promise.all(page.frames().map(async frame => {
    const rows = await Promise.race([frame.evaluate(`(${read})(document, ${JSON.stringify(ATTRIBUTES)})`), sleep(kLimitMs)]).catch(() => null);
    if (rows) found.loaded.add(frame.url());
    else if (frame === page.mainFrame()) found.is_refused = true;
    found.rows.push(...rows ?? []);
  }));
  if (await has('[ping]')) await page.evaluate(() => document.querySelectorAll('[ping]').forEach(one => one.click())).then(wait_until_quiet, () => {});
  if (await has('meta[http-equiv=refresh i]')) for (const end = Date.now() + kRefreshMs; !has_left && Date.now() < end;) await sleep(50);
  await page.close();
  return found;
}

async function answer(browser, file) {
  const {requested, loaded, rows, is_refused} = await open(browser, file);
  if (is_refused) return [{unsupported: true}];
  const has_file_urls = /file:/i.test(fs.readFileSync(file, 'latin1'));
  const folder = pathToFileURL(path.dirname(file)).href;
  // A file has a URL here, but no case has: a reference that leads to one was not resolved.
  const is_resolved = url => !url?.startsWith('file:') || has_file_urls && !url.startsWith(folder);
  // Without a network, only parts of an archive are loaded.
  const is_part = row => row.loads && loaded.has(row.resolved) && !/^(data|about|file):/.test(row.resolved);
  // The URL of an empty reference is that of its base, but nothing is loaded from there.
  const is_idle = row => row.loads && row.reference?.trim() === '' && !requested.some(one => one.resolved === row.resolved);
  return [...rows, ...requested].map(row => {
    const {reference, resolved} = row;
    return is_part(row) ? {reference, part: resolved} : {reference, resolved: is_resolved(resolved) && !is_idle(row) ? resolved : null};
  });
}

// `prepare` returns the file to open instead of one, or null if the browser does not read it.
exports.serve = async (name, endings, launch, prepare = file => file) => {
  const browser = await launch();
  await serve(name, async () => (await browser.version()).split('/')[1], endings, file => {
    const prepared = prepare(file);
    return prepared ? answer(browser, prepared) : [{unsupported: true}];
  });
  await browser.close();
};
