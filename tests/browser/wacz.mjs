// Opens every page of WACZ files in ReplayWeb.page, and compares it with what was extracted.
// Called by tests/browser/run --wacz:  wacz.mjs EXE MODULES TEMPORARY FILES...
//   FILES   inputs of `mimebase extract`; each becomes a WACZ file
// For each page of pages.jsonl: it opens, its pictures of parts are drawn (those whose URL is in the index), nothing is
// asked of the network, and each link has the target that is written in its record.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';

import {launch, safe, wait_until_settled} from './chromium.mjs';

const [exe, modules, temporary, ...files] = process.argv.slice(2);
const kProgram = path.join(modules, 'node_modules/replaywebpage');
const kLoadMs = 60000;

// ---- The server: the program, and the WACZ files -------------------------------------------------------------------

const kTypes = {'.html': 'text/html', '.js': 'text/javascript', '.wacz': 'application/zip', '.json': 'application/json'};

function serve(request, response) {
  const asked = decodeURIComponent(new URL(request.url, 'http://x/').pathname);
  const file = asked.endsWith('.wacz') ? path.join(temporary, path.basename(asked))
             : asked === '/' ? path.join(kProgram, 'index.html') : path.join(kProgram, path.basename(asked));
  if (asked === '/frame') return response.writeHead(200, {'Content-Type': 'text/html'}).end('<iframe></iframe>');
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  const size = fs.statSync(file).size;
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  const is_suffix = range && range[1] === '';
  const from = is_suffix ? Math.max(size - Number(range[2]), 0) : range ? Number(range[1]) : 0;
  const to = range && range[2] && !is_suffix ? Math.min(Number(range[2]), size - 1) : size - 1;
  response.writeHead(range ? 206 : 200, {
    'Content-Type': kTypes[path.extname(file)] ?? 'application/octet-stream', 'Accept-Ranges': 'bytes',
    'Content-Length': to - from + 1, ...(range ? {'Content-Range': `bytes ${from}-${to}/${size}`} : {}),
  });
  if (request.method === 'HEAD' || size === 0) return response.end();
  fs.createReadStream(file, {start: from, end: to}).pipe(response);
}

// ---- Reading a WACZ file -------------------------------------------------------------------------------------------

function entry(file, name) {
  const read = spawnSync('unzip', ['-p', file, name], {maxBuffer: 1 << 30});
  return read.status === 0 ? read.stdout : null;
}

function lines(bytes) {
  return bytes.toString('utf8').split('\n').filter(Boolean);
}

// The records in the index, by URL.
function indexed(file) {
  const plain = entry(file, 'indexes/index.cdx') ??
                spawnSync('zcat', {input: entry(file, 'indexes/index.cdx.gz'), maxBuffer: 1 << 30}).stdout;
  const warc = entry(file, 'archive/data.warc.gz');
  return new Map(lines(plain).map(line => JSON.parse(line.slice(line.indexOf('{')))).map(one => [one.url, () => {
    const record = gunzipSync(warc.subarray(Number(one.offset), Number(one.offset) + Number(one.length)));
    const block = record.subarray(record.indexOf('\r\n\r\n') + 4, record.length - 4);
    return `data:${one.mime};base64,${block.toString('base64')}`;
  }]));
}

// ---- In the page -----------------------------------------------------------------------------------------------------

// Runs in the page. The program's script in it gives attributes as they were recorded.
function shown() {
  return {
    text: (document.body?.innerText ?? document.documentElement?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    images: [...document.images].map(image => ({url: image.currentSrc || image.src, width: image.naturalWidth})),
    links: [...document.querySelectorAll('a[href], area[href]')].map(link => [link.getAttribute('href'), String(link.href)]),
    is_missing: /Archived Page Not Found/.test(document.title) || !!document.querySelector('wr-not-found, #not-found'),
  };
}

// ---- The comparison --------------------------------------------------------------------------------------------------

const totals = {pages: 0, opened: 0, parts: 0, loaded: 0, images: 0, drawn: 0, damaged: 0, links: 0, changed: 0, requests: 0};
const failures = [];

async function open_collection(browser, origin, name) {
  const context = await browser.newContext({serviceWorkers: 'allow'});
  context.on('request', request => {
    const url = request.url();
    if (url.startsWith(origin) || !/^(https?|wss?):/.test(url)) return;
    ++totals.requests;
    failures.push(`${name}: asked the network for ${safe(url)}`);
  });
  const page = await context.newPage();
  await page.goto(`${origin}/?source=${encodeURIComponent(`${origin}/${name}`)}`, {timeout: kLoadMs});
  for (const end = Date.now() + kLoadMs; Date.now() < end; await page.waitForTimeout(200)) {
    // The program has loaded the archive once it knows its pages.
    const id = await page.evaluate(async () => {
      const all = await fetch('./w/api/coll-index').then(answer => answer.json()).catch(() => null);
      return all?.colls?.[0]?.id ?? null;
    }).catch(() => null);
    if (id) return {context, page, id};
  }
  throw new Error('the archive was not loaded');
}

// The program opens pages in a frame.
async function open_in_frame(page, url) {
  await page.goto(`${new URL(url).origin}/frame`, {waitUntil: 'load', timeout: kLoadMs});
  await page.evaluate(url => new Promise(resolve => {
    const frame = document.querySelector('iframe');
    frame.onload = resolve;
    frame.src = url;
  }), url);
  return page.frames()[1];
}

// Chromium cannot draw it anywhere.
function is_damaged(page, url) {
  return page.evaluate(url => new Promise(resolve => {
    const image = new Image();
    image.onload = () => resolve(image.naturalWidth === 0);
    image.onerror = () => resolve(true);
    image.src = url;
  }), url);
}

// The recorded URL for one under which the program has it, without its fragment.
function recorded(url) {
  return url.replace(/^http:\/\/localhost:\d+\/w\/.*?\/\d{14}[a-z]{2}_\//, '').replace(/#.*/s, '');
}

// Text that is no URL opens nothing, whatever the program makes of it.
function same_target(written, target, base) {
  const parsed = [written, target].map(url => URL.canParse(url, base) ? new URL(url, base).href : null);
  return parsed[0] === null || parsed[0] === parsed[1];
}

async function compare_page(page, origin, id, name, row, urls) {
  ++totals.pages;
  const digits = row.ts.replace(/\D/g, '');
  const problem = what => failures.push(`${name}: ${safe(row.url)}: ${what}`);
  page.removeAllListeners('response');
  page.on('response', response => {
    if (!urls.has(recorded(response.url()))) return;
    ++totals.parts;
    if (response.status() < 400) ++totals.loaded;
    else problem(`${safe(response.url())} is in the archive, but not loaded`);
  });
  const frame = await open_in_frame(page, `${origin}/w/${id}/${digits}mp_/${row.url}`);
  await wait_until_settled(page);
  const seen = await frame.evaluate(shown);
  if (seen.is_missing) return problem('does not open');
  ++totals.opened;
  for (const image of seen.images) {
    const url = recorded(image.url);
    if (!urls.has(url)) continue;
    ++totals.images;
    if (image.width > 0) ++totals.drawn;
    else if (await is_damaged(page, urls.get(url)())) ++totals.damaged;
    else problem(`the picture ${safe(image.url)} is not drawn`);
  }
  for (const [written, target] of seen.links) {
    ++totals.links;
    if (same_target(written, target, row.url)) continue;
    ++totals.changed;
    problem(`the link ${safe(written)} opens ${safe(target)}`);
  }
}

async function compare(browser, origin, file, number) {
  const name = `x${number}.wacz`, output = path.join(temporary, name);
  const run = spawnSync(exe, ['extract', '--force', file, '-o', output], {encoding: 'utf8'});
  if (!fs.existsSync(output)) return failures.push(`${file}: ${run.stderr}`);
  const rows = lines(entry(output, 'pages/pages.jsonl')).slice(1).map(JSON.parse);
  const urls = indexed(output);
  const {context, page, id} = await open_collection(browser, origin, name);
  try {
    for (const row of rows) await compare_page(page, origin, id, path.basename(file), row, urls).catch(
      error => failures.push(`${path.basename(file)}: ${safe(row.url)}: ${safe(String(error))}`));
  } finally {
    await context.close();
    fs.unlinkSync(output);
  }
}

const server = http.createServer(serve).listen(0, '127.0.0.1');
await new Promise(resolve => server.on('listening', resolve));
const origin = `http://localhost:${server.address().port}`;
const browser = await launch(modules, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost');
let passed = 0;
for (const [number, file] of files.entries()) {
  const before = failures.length;
  await compare(browser, origin, file, number).catch(error => failures.push(`${file}: ${safe(String(error))}`));
  if (failures.length === before) ++passed;
}
await browser.close();
server.close();
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${totals.opened} of ${totals.pages} pages opened, ${totals.loaded} of ${totals.parts} records loaded, ` +
            `${totals.drawn} of ${totals.images} pictures drawn (` +
            `${totals.damaged} damaged), ${totals.changed} of ${totals.links} links changed, ${totals.requests} requests to the network`);
console.log(`${passed} passed, ${files.length - passed} failed`);
process.exitCode = passed === files.length ? 0 : 1;
