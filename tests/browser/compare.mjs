// Compares what Chromium shows of web archives, and where its links lead, with what `mimebase links --as chromium` reports
// for the same references.
// Called by tests/browser/run:  compare.mjs EXE MODULES ARCHIVES TEMPORARY FILES...
//   EXE mimebase; MODULES folder with playwright-core; ARCHIVES folder that names are relative to; TEMPORARY a
//   folder to write into.
// Chromium is offline, and every request that the archive does not answer is refused: everything that it shows
// is in the archive.
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {copy_for_chromium, launch, safe, wait_until_settled} from './chromium.mjs';

const [exe, modules, archives, temporary, ...files] = process.argv.slice(2);

const kLoadMs = 60000;

// Differences that are correct on both sides, each of one kind in one archive, with the reason. One that no longer
// occurs in an archive that was compared is a failure, so that the list stays true.
const kExplained = [
  {
    archive: 'distill-io-mhtml/crates/cli/tests/fixtures/simple.mhtml',
    kind: 'not-shown',
    context: 'img@src',
    reference: /^logo\.png$/,
    why: 'the part is found, but it holds the first eight bytes of a PNG alone: there is nothing to draw',
  },
  {
    archive: 'distill-io-mhtml/crates/cli/tests/fixtures/simple.mhtml',
    kind: 'opens',
    context: 'img@src',
    reference: /^logo\.png$/,
    why: 'as above',
  },
  {
    archive: 'chromium-webkit/multi_frames_ie.mht',
    kind: 'opens',
    context: 'img@src',
    reference: /red_square\.png$/,
    why: 'a later part loads this document into a frame, and mimebase reads the parts in order',
  },
];

// ---- mimebase -----------------------------------------------------------------------------------------------------

function mimebase(command, file, ...options) {
  const run = () => execFileSync(exe, [command, '--format', 'jsonl', ...options, '--', file],
                                 {encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore']});
  let text;
  try {
    text = run();
  } catch (error) {
    // Status 1: something was unreadable, and the rest is in the output. Any other status is a failure.
    if (error.status !== 1) throw new Error(`mimebase ${command}: ${error.message}`);
    text = error.stdout;
  }
  return text.split('\n').filter(line => line !== '').map(line => JSON.parse(line));
}

// White space around a reference does not belong to it, nor do line ends and tabs inside.
const plain = reference => reference.replace(/[\t\r\n]/g, '').trim();
const key = (part, context, reference) => `${part}\n${context}\n${plain(reference)}`;

// The schemes of links that an archive may follow.
const kFollowed = /^(https?|ftp|mailto|tel):/;

function serialised(url, withFragment = true) {
  try {
    const parsed = new URL(url);
    if (!withFragment) parsed.hash = '';
    return parsed.href;
  } catch {
    return url;
  }
}

// The rows of mimebase for one archive: by document, attribute and reference; by URL; its parts by number.
function answers(file) {
  const rows = mimebase('links', file, '--as', 'chromium');
  // A browser resolves by the URL Standard; whether a reference names a part does not depend on that.
  const asBrowser = mimebase('links', file, '--rules', 'whatwg');
  if (rows.length !== asBrowser.length) throw new Error('links: the number of rows depends on --rules');
  const byReference = new Map();
  const partsByUrl = new Map();
  rows.forEach((row, i) => {
    if (!(row.hidden === null || row.hidden === 'style') || row.context.startsWith('header:')) return;
    row.asBrowser = asBrowser[i].resolved;
    const name = key(row.part, row.context, row.reference);
    byReference.set(name, [...(byReference.get(name) ?? []), row]);
    if (row.status !== 'part') return;
    const url = serialised(row.asBrowser ?? row.reference, false);
    partsByUrl.set(url, (partsByUrl.get(url) ?? new Set()).add(row.target_part));
  });
  return {byReference, partsByUrl, parts: new Map(mimebase('tree', file).map(entity => [entity.part, entity]))};
}

// The part that Chromium opens first: the archive's first document.
function first_document(parts) {
  for (const entity of parts.values()) {
    if (['text/html', 'application/xhtml+xml'].includes(entity.content_type)) return entity.part;
  }
  return null;
}

// ---- Chromium -----------------------------------------------------------------------------------------------------

// Runs in the page: the elements that show something, and whether they do. `reference` is the attribute as written,
// `url` the URL in Chromium (`null` if there is none). `shown` is omitted for links, and added later for frames.
function elements_of_document() {
  const found = [];
  const note = (element, attribute, url, shown) => found.push(
    {element: element.localName, attribute, reference: element.getAttribute(attribute), url, shown});
  for (const image of document.querySelectorAll('img[src]')) {
    // If there are several candidates, `src` is shown only if Chromium selected it.
    const candidates = image.hasAttribute('srcset') || image.closest('picture') !== null;
    if (!candidates || image.currentSrc === image.src) {
      note(image, 'src', image.src, image.complete && image.naturalWidth > 0);
    }
  }
  for (const link of document.querySelectorAll('link[rel~=stylesheet i][href]')) {
    if (!link.disabled && !/(^|\s)alternate(\s|$)/i.test(link.rel)) note(link, 'href', link.href, link.sheet !== null);
  }
  for (const link of document.querySelectorAll('a[href], area[href]')) {
    if (typeof link.href === 'string') note(link, 'href', link.href);  // SVG has objects
  }
  for (const form of document.querySelectorAll('form[action]')) {
    // A field named "action" hides the property.
    if (typeof form.action === 'string') note(form, 'action', form.action);
  }
  return found;
}

const is_inner = url => /^(data|about|blob|chrome|chrome-error|javascript):/i.test(url);

// Everything that Chromium shows in `frame`, the document `part` of the archive, and in the frames inside it.
async function collect(frame, part, prefix, answer, out) {
  for (const found of await frame.evaluate(elements_of_document)) {
    if (!is_inner(plain(found.reference))) out.push({...found, part, prefix});
  }
  for (const handle of await frame.$$('iframe, frame')) {
    const {element, reference, url, srcdoc} = await handle.evaluate(node => ({
      element: node.localName, reference: node.getAttribute('src'), url: node.src, srcdoc: node.hasAttribute('srcdoc'),
    }));
    const inner = await handle.contentFrame();
    if (inner && srcdoc) {
      await collect(inner, part, `${prefix}${element}@srcdoc/`, answer, out);
    } else if (inner && reference && !is_inner(plain(reference))) {
      const shown = !is_inner(inner.url()) && await inner.evaluate(() => document.documentElement !== null);
      out.push({element, attribute: 'src', reference, url, shown, part, prefix});
      const target = answer.byReference.get(key(part, `${prefix}${element}@src`, reference))?.[0].target_part;
      if (shown && target) await collect(inner, target, '', answer, out);
    }
  }
}

// The URLs of completely loaded resources, filled while the page loads. The page's own `requestfinished` is
// silent about what the archive answers if there is a route, so this uses the events of the protocol.
async function watch_resources(session, archive_url) {
  const urls = new Map();
  const loaded = new Set();
  session.on('Network.requestWillBeSent', event => urls.set(event.requestId, event.request.url));
  session.on('Network.loadingFinished', event => {
    const url = urls.get(event.requestId);
    if (url !== undefined && url !== archive_url && !is_inner(url)) loaded.add(serialised(url, false));
  });
  await session.send('Network.enable');
  return loaded;
}

// The decoded bytes of the binary resources (images) that Chromium holds, by URL.
async function sizes_of_resources(session) {
  await session.send('Page.enable');
  const sizes = new Map();
  const visit = async tree => {
    for (const resource of tree.resources) {
      const {content, base64Encoded} = await session
        .send('Page.getResourceContent', {frameId: tree.frame.id, url: resource.url}).catch(() => ({}));
      if (base64Encoded) sizes.set(serialised(resource.url, false), Buffer.from(content, 'base64').length);
    }
    for (const child of tree.childFrames ?? []) await visit(child);
  };
  await visit((await session.send('Page.getResourceTree')).frameTree);
  return sizes;
}

// Opens `file` in Chromium. Returns `null` if it is not an archive for Chromium, or else its elements, and the URLs of
// the resources that the archive answered.
async function open(browser, file, answer) {
  const url = pathToFileURL(file).href;
  const context = await browser.newContext({offline: true, acceptDownloads: false, serviceWorkers: 'block'});
  try {
    const page = await context.newPage();
    await page.route('**', route => (route.request().url() === url ? route.continue() : route.abort()));
    const session = await context.newCDPSession(page);
    const loaded = await watch_resources(session, url);
    await page.goto(url, {waitUntil: 'load', timeout: kLoadMs});
    // The document of an archive is one of its parts. For other files it is the file itself, empty.
    if (await page.evaluate(() => document.contentType) === 'multipart/related') return null;
    await wait_until_settled(page);
    const elements = [];
    await collect(page.mainFrame(), first_document(answer.parts), '', answer, elements);
    return {elements, loaded, sizes: await sizes_of_resources(session)};
  } finally {
    await context.close();
  }
}

// ---- The comparison -----------------------------------------------------------------------------------------------

// Whether --as chromium says what Chromium does: where a link leads, or whether an element shows a part. Links that an archive
// may not follow are not compared.
function opens_the_same(found, row) {
  if (found.shown !== undefined) return found.shown === Boolean(row.opens?.part);
  return !kFollowed.test(found.url) || serialised(row.opens?.url ?? '') === serialised(found.url);
}

// Compares one reference in Chromium with the rows of mimebase for the same attribute of the same part.
function compare_element(found, answer, differences) {
  const context = `${found.prefix}${found.element}@${found.attribute}`;
  const rows = answer.byReference.get(key(found.part, context, found.reference)) ?? [];
  const where = {part: found.part, context, reference: plain(found.reference)};
  if (!rows.length) return differences.push({kind: 'no-row', ...where, detail: 'mimebase has no such reference'});
  if (!rows.some(row => opens_the_same(found, row))) {
    const detail = `Chromium ${found.shown === undefined ? found.url : found.shown ? 'shows it' : 'shows nothing'}`;
    differences.push({kind: 'opens', ...where, detail: `${detail}, mimebase ${JSON.stringify(rows[0].opens)}`});
  }
  if (found.shown === undefined) return;
  for (const row of rows) {
    if (found.shown && row.status !== 'part') {
      differences.push({kind: 'not-part', ...where, detail: `Chromium shows it, mimebase says ${row.status}`});
    } else if (!found.shown && row.status === 'part') {
      differences.push({kind: 'not-shown', ...where, detail: `part ${row.target_part}, but Chromium shows nothing`});
    }
    if (/^(https?|file|ftp):/.test(found.url) && serialised(row.asBrowser ?? '') !== found.url) {
      differences.push({kind: 'resolved', ...where, detail: `Chromium ${found.url}, mimebase ${row.asBrowser}`});
    }
  }
}

// One resource that the archive answered, whatever asked for it (style sheets and fonts of style sheets as well).
function compare_resource(url, sizes, answer, differences) {
  const where = {part: null, context: 'resource', reference: url};
  const targets = [...(answer.partsByUrl.get(url) ?? [])];
  if (!targets.length) {
    differences.push({kind: 'not-part', ...where, detail: 'Chromium loads it, mimebase names no part so'});
  } else if (sizes.has(url) && !targets.some(target => answer.parts.get(target)?.size === sizes.get(url))) {
    const ours = targets.map(target => `${target} of ${answer.parts.get(target)?.size}`).join(', ');
    differences.push({kind: 'other-part', ...where, detail: `Chromium has ${sizes.get(url)} bytes, part ${ours}`});
  }
}

function compare(name, opened, answer) {
  const differences = [];
  const shown = opened.elements.filter(found => found.shown);
  const links = opened.elements.filter(found => found.shown === undefined);
  for (const found of opened.elements) compare_element(found, answer, differences);
  for (const url of opened.loaded) compare_resource(url, opened.sizes, answer, differences);
  for (const difference of differences) {
    const explanation = kExplained.find(one => one.archive === name && one.kind === difference.kind &&
                                               one.context === difference.context &&
                                               one.reference.test(difference.reference));
    difference.why = explanation?.why ?? null;
    if (explanation) explanation.used = true;
  }
  for (const one of kExplained.filter(one => one.archive === name && !one.used)) {
    differences.push({kind: 'explained', context: one.context, reference: String(one.reference), part: null, why: null,
                      detail: 'the difference that this explains no longer occurs'});
  }
  const no_part = new Set(differences.filter(one => ['not-part', 'no-row'].includes(one.kind))
                            .map(one => `${one.part}\n${one.context}\n${one.reference}`));
  const counted = (items, identify) => [items.length, items.filter(one => !no_part.has(identify(one))).length];
  return {
    differences,
    shown: counted(shown, one => `${one.part}\n${one.prefix}${one.element}@${one.attribute}\n${plain(one.reference)}`),
    loaded: counted([...opened.loaded], url => `null\nresource\n${url}`),
    links: links.length,
  };
}

// ---- The table ----------------------------------------------------------------------------------------------------

function print_row(name, cells) {
  console.log([safe(name).padEnd(62), ...cells.map(cell => String(cell).padStart(7))].join(' '));
}

// Returns whether the archive passed: every difference explained.
function print_result(name, result) {
  print_row(name, [...result.shown, ...result.loaded, result.links, result.differences.length]);
  for (const one of result.differences) {
    const where = `${one.kind}: ${one.part === null ? '' : `part ${one.part} `}${one.context} ${one.reference}`;
    console.log(`    ${one.why ? 'explained' : 'FAILED'} ${safe(where)}`);
    console.log(`        ${safe(one.why ?? one.detail)}`);
  }
  return result.differences.every(one => one.why !== null);
}

async function compare_file(browser, name, file, number, totals) {
  const answer = answers(file);
  const opened = await open(browser, copy_for_chromium(file, number, temporary), answer);
  if (opened === null) {
    totals.skipped += 1;
    return console.log(`${safe(name).padEnd(62)} not opened by Chromium`);
  }
  const result = compare(name, opened, answer);
  totals.shown += result.shown[0];
  totals[print_result(name, result) ? 'passed' : 'failed'] += 1;
}

async function main() {
  const totals = {passed: 0, failed: 0, skipped: 0, shown: 0};
  const browser = await launch(modules);
  console.log(`Chromium ${browser.version()}`);
  print_row('archive', ['shown', 'part', 'loaded', 'part', 'links', 'differ']);
  for (const [number, file] of files.entries()) {
    const inside = path.relative(archives, file);
    const name = inside.startsWith('..') ? file : inside;
    try {
      await compare_file(browser, name, file, number, totals);
    } catch (error) {
      totals.failed += 1;
      console.log(`${safe(name).padEnd(62)} FAILED ${safe(String(error.message))}`);
    }
  }
  await browser.close();
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
