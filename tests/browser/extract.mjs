// Compares what Chromium shows of web archives with what it shows of the output of `mimebase extract`.
// Called by tests/browser/run --extract:  extract.mjs EXE MODULES ARCHIVES TEMPORARY FILES...
//   arguments as for compare.mjs
// Chromium is offline. It gets what an archive answers, or the files in a folder. Any other request
// is refused, and is a failure for a page of the folder.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {copy_for_chromium, launch, safe, wait_until_settled} from './chromium.mjs';

const [exe, modules, archives, temporary, ...files] = process.argv.slice(2);

const kLoadMs = 60000;
const kBackgroundsMs = 5000;
const kWays = [{name: 'folder', options: []}, {name: 'single file', options: ['--single-file']},
               {name: 'no-active', options: ['--no-active']}];

// Differences that are correct on both sides, with the reason. One that no longer occurs is a failure.
const kExplained = [
  {
    archive: 'mhtml2html/iframes.mhtml', kind: 'link', detail: /\/html_iframes\.htm in the archive.*\/index\.html extracted/,
    why: 'two parts bear this Content-Location, and a part names never itself: the link in the second leads to the first',
  },
  {
    archive: 'bulk_extractor/Data/Outlook_Files/MHT files.mht', kind: 'text', detail: /\u00c2/,
    why: 'quoted-printable with bytes above ASCII as they are: Chromium makes two bytes of each before it reads windows-1252',
  },
];

// ---- What is shown ------------------------------------------------------------------------------------------------

// Runs in the page: the URLs of images in its styles, each of which starts to load again. (Pages of archives
// run no scripts, so there are no events or timers to wait for.)
function start_backgrounds() {
  globalThis.backgrounds_seen = [];
  globalThis.images_by_url = new Map();
  for (const element of document.querySelectorAll('*')) {
    for (const pseudo of [null, '::before', '::after']) {
      const style = getComputedStyle(element, pseudo);
      for (const property of ['backgroundImage', 'listStyleImage', 'borderImageSource']) {
        for (const [, written] of style[property].matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)) {
          const url = written.replace(/\\(.)/g, '$1');
          if (!images_by_url.has(url)) {
            const image = new Image();
            image.src = url;
            images_by_url.set(url, image);
          }
          backgrounds_seen.push([`${element.localName}${pseudo ?? ''} ${property}`, url]);
        }
      }
    }
  }
}

// Runs in the page.
function backgrounds_loaded() {
  return [...images_by_url.values()].every(image => image.complete);
}

// Runs in the page: its visible content, in the order of its elements.
function shown_in_document() {
  const size_of = image => `${image.naturalWidth}x${image.naturalHeight}`;
  return {
    images: [...document.images].map(size_of),
    backgrounds: backgrounds_seen.map(([where, url]) => `${where} ${size_of(images_by_url.get(url))}`),
    links: [...document.querySelectorAll('a[href], area[href]')].map(link => String(link.href)),
    sheets: [...document.styleSheets].filter(sheet => !sheet.disabled).length,
    mode: document.compatMode,
    text: (document.body?.innerText ?? '').replace(/\s+/g, ' ').trim().slice(0, 2000),
  };
}

async function look_at(frame) {
  await frame.evaluate(start_backgrounds);
  const end = Date.now() + kBackgroundsMs;
  while (Date.now() < end && !await frame.evaluate(backgrounds_loaded))
    await new Promise(resolve => setTimeout(resolve, 50));
  return frame.evaluate(shown_in_document);
}

// Every document of the page, outermost first, by position: "", "0", "0.1".
async function collect(frame, place, out) {
  const is_error = frame.url().startsWith('chrome-error:');
  out.set(place, is_error ? null : await look_at(frame));
  const handles = is_error ? [] : await frame.$$('iframe, frame, object, embed');
  for (const [number, handle] of handles.entries()) {
    const inner = await handle.contentFrame();
    if (inner) await collect(inner, `${place}${place ? '.' : ''}${number}`, out);
  }
}

// `allowed` decides which URLs may be loaded. Returns `null` if it is not a page for Chromium.
async function open(browser, file, allowed) {
  const context = await browser.newContext({offline: true, acceptDownloads: false, serviceWorkers: 'block'});
  try {
    const page = await context.newPage();
    const refused = [];
    await page.route('**', route => {
      const url = route.request().url();
      if (allowed(url)) return route.continue();
      refused.push(url);
      return route.abort();
    });
    await page.goto(pathToFileURL(file).href, {waitUntil: 'load', timeout: kLoadMs});
    if (await page.evaluate(() => document.contentType) === 'multipart/related') return null;
    await wait_until_settled(page);
    const documents = new Map();
    await collect(page.mainFrame(), '', documents);
    return {documents, refused, url: page.url()};
  } finally {
    await context.close();
  }
}

// ---- The comparison -----------------------------------------------------------------------------------------------

const is_nothing = shown => shown === null || (shown.text === '' && !shown.images.length && !shown.backgrounds.length);

// Lists of the same things, in the same order.
function compare_lists(kind, place, before, after, differences) {
  if (before.length !== after.length)
    return differences.push({kind, place, detail: `${before.length} in the archive, ${after.length} extracted`});
  before.forEach((one, i) => {
    if (one !== after[i]) differences.push({kind, place, detail: `number ${i}: ${one} in the archive, ${after[i]} extracted`});
  });
}

// A link keeps its target, or leads to the file of the part that it names, always the same file for a URL.
function compare_links(place, before, after, folder, names, differences) {
  if (before.length !== after.length)
    return differences.push({kind: 'links', place, detail: `${before.length} in the archive, ${after.length} extracted`});
  const split = url => [url.replace(/#.*/s, ''), url.replace(/^[^#]*/s, '')];
  before.forEach((one, i) => {
    const [url, fragment] = split(one);
    const [other, other_fragment] = split(after[i]);
    if (one === after[i]) return;
    const is_same = fragment === other_fragment && other.startsWith(folder) &&
                    (names.get(url) ?? other) === other && (names.get(other) ?? url) === url;
    if (!is_same) {
      const known = [names.get(url), names.get(other)].filter(name => name !== undefined).join(', ');
      return differences.push({kind: 'link', place, detail: `${one} in the archive, ${after[i]} extracted (before: ${known})`});
    }
    names.set(url, other);
    names.set(other, url);
  });
}

function compare(archive, extracted, folder) {
  const differences = extracted.refused.map(url => ({kind: 'network', place: '', detail: `asks for ${url}`}));
  const names = new Map();
  for (const place of new Set([...archive.documents.keys(), ...extracted.documents.keys()])) {
    const before = archive.documents.get(place) ?? null;
    const after = extracted.documents.get(place) ?? null;
    if (is_nothing(before) && is_nothing(after)) continue;
    if (before === null || after === null) {
      differences.push({kind: 'frame', place, detail: `${before ? 'shown' : 'nothing'} in the archive, ${after ? 'shown' : 'nothing'} extracted`});
      continue;
    }
    compare_lists('images', place, before.images, after.images, differences);
    compare_lists('backgrounds', place, before.backgrounds, after.backgrounds, differences);
    compare_links(place, before.links, after.links, folder, names, differences);
    for (const kind of ['sheets', 'mode', 'text']) {
      if (before[kind] !== after[kind]) differences.push({kind, place, detail: `${before[kind]} in the archive, ${after[kind]} extracted`});
    }
  }
  return differences;
}

function explain(name, way, differences) {
  for (const one of differences) {
    const known = kExplained.find(other => other.archive === name && other.kind === one.kind &&
                                           other.detail.test(one.detail));
    one.why = known?.why ?? null;
    if (known) known.used = true;
  }
}

// Returns whether all differences are explained.
function print_result(name, way, archive, differences) {
  const counted = [...archive.documents.values()].filter(shown => shown !== null);
  const sum = kind => counted.reduce((total, shown) => total + shown[kind].length, 0);
  console.log([safe(name).padEnd(62), way.padEnd(12), ...[counted.length, sum('images'), sum('backgrounds'), sum('links'),
               differences.length].map(cell => String(cell).padStart(7))].join(' '));
  for (const one of differences) {
    console.log(`    ${one.why ? 'explained' : 'FAILED'} ${safe(`${one.kind} of document "${one.place}": ${one.detail}`)}`);
    if (one.why) console.log(`        ${one.why}`);
  }
  return differences.every(one => one.why !== null);
}

async function compare_file(browser, name, file, number, totals) {
  const copy = copy_for_chromium(file, number, temporary);
  const archive = await open(browser, copy, url => url === pathToFileURL(copy).href);
  if (archive === null) {
    totals.skipped += 1;
    return console.log(`${safe(name).padEnd(62)} not opened by Chromium`);
  }
  for (const way of kWays) {
    const folder = path.join(temporary, `${number}-${way.name.replace(' ', '-')}`);
    const done = spawnSync(exe, ['extract', ...way.options, '-o', folder, '--', file], {stdio: 'ignore'});
    if (![0, 1].includes(done.status)) throw new Error(`mimebase extract: status ${done.status}`);
    const inside = `${pathToFileURL(fs.realpathSync(folder)).href}/`;
    const extracted = await open(browser, path.join(folder, 'index.html'), url => url.startsWith(inside) || /^data:/.test(url));
    const differences = compare(archive, extracted, inside);
    explain(name, way.name, differences);
    totals[print_result(name, way.name, archive, differences) ? 'passed' : 'failed'] += 1;
    totals.shown += archive.documents.size;
  }
}

async function main() {
  const totals = {passed: 0, failed: 0, skipped: 0, shown: 0};
  const browser = await launch(modules);
  console.log(`Chromium ${browser.version()}`);
  console.log(['archive'.padEnd(62), 'as'.padEnd(12), ...['pages', 'images', 'backgr.', 'links', 'differ'].map(cell => cell.padStart(7))].join(' '));
  for (const [number, file] of files.entries()) {
    const inside = path.relative(archives, file);
    const name = inside.startsWith('..') ? path.basename(file) : inside;
    try {
      await compare_file(browser, name, file, number, totals);
    } catch (error) {
      totals.failed += 1;
      console.log(`${safe(name).padEnd(62)} FAILED ${safe(String(error.message))}`);
    }
  }
  await browser.close();
  const compared = new Set(files.map(file => path.relative(archives, file)));
  for (const one of kExplained.filter(one => compared.has(one.archive) && !one.used)) {
    totals.failed += 1;
    console.log(`FAILED ${safe(one.archive)}: the difference that this explains no longer occurs: ${one.why}`);
  }
  if (totals.shown === 0) {
    totals.failed += 1;
    console.log('FAILED Chromium showed nothing out of any archive: nothing was compared');
  }
  const skipped = totals.skipped ? `, ${totals.skipped} skipped` : '';
  console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.log(`FAILED ${safe(String(error.message))}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
