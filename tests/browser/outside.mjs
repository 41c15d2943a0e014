// Opens the output of `mimebase extract` for pages, in mail and alone, that would load files from outside their folder, or open them by a
// click, and fails if Chromium requests one, or if a link or a form leads to one. Called by tests/browser/run --outside:  outside.mjs EXE MODULES TABLE TEMPORARY
//   TABLE is tests/extract/outside.tsv. Each row is also opened unchanged: it must then load what the table says,
//   or the row would prove nothing.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

import {launch, safe} from './chromium.mjs';

const [exe, modules, table, temporary] = process.argv.slice(2);

const kWays = [['folder'], ['single file', '--single-file'], ['no-active', '--no-active'],
               ['no-active, online', '--no-active', '--online']];
// For pages that are no mail, whose type is the last option.
const kAlone = [['alone', '--content-type'], ['alone, single file', '--single-file', '--content-type']];
const kTabs = 2;
const kSettleMs = 150;     // for what is loaded late: refreshes, animations
const kExpectedMs = 10000;
const kAnswerMs = 10000;   // a frame that is replaced while it is asked never answers
const kLoadMs = 60000;

const kSvg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="g"/><filter id="f"/><clipPath id="c"/>' +
             '<mask id="m"/><linearGradient id="p"/><marker id="k"/></svg>';
const kOutside = {'a.png': 'x', 'b.png': 'x', 'a.svg': kSvg, 'a.css': 'p{color:red}', 'a.html': '<p>outside', 'b.html': '<p>outside',
                  'a.js': ';', 'a.webm': 'x', 'a.ogg': 'x', 'a.woff': 'x', 'a.vtt': 'WEBVTT', 'a.json': '{}', 'a.dtd': ''};

function read_table() {
  return fs.readFileSync(table, 'utf8').split('\n').filter(line => line && !line.startsWith('#')).map((line, number) => {
    const [kind, chromium, , markup] = line.split('\t');
    return {number, kind, loads: chromium === 'loads', markup: markup.replaceAll('\\n', '\n').replaceAll('\\e', '\x1b')};
  });
}

// The parts of a message: its page, with an image and a frame in the folder, and the document of the row.
function parts_of({kind, markup}) {
  const used = '<img src="cid:i@x"><iframe src="cid:f@x"></iframe>';
  const xhtml = '<html xmlns="http://www.w3.org/1999/xhtml">';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg">';
  const around = (type, document, shown) => [['text/html', 'p', `<!DOCTYPE html><p>x${used}${shown}`], [type, 'd', document]];
  switch (kind) {
    case 'html': return [['text/html', 'p', `<!DOCTYPE html><body><p>x${used}${markup}`]];
    case 'head': return [['text/html', 'p', `<!DOCTYPE html><head>${markup}</head><body><p>x${used}`]];
    case 'page': return [['text/html', 'p', markup]];
    case 'xhtml': return around('application/xhtml+xml', `${xhtml}<head><title>x</title></head><body>${markup}</body></html>`, '<iframe src="cid:d@x"></iframe>');
    case 'xml': return around('application/xhtml+xml', markup, '<iframe src="cid:d@x"></iframe>');
    case 'svg': return around('image/svg+xml', `${svg}${markup}</svg>`, '<iframe src="cid:d@x"></iframe>');
    case 'svgfile': return around('image/svg+xml', markup, '<iframe src="cid:d@x"></iframe>');
    case 'css': return around('text/css', markup, '<link rel="stylesheet" href="cid:d@x">');
    default: throw new Error(`no kind of document: ${kind}`);
  }
}

const kEndings = {'text/html': 'html', 'application/xhtml+xml': 'xhtml', 'image/svg+xml': 'svg', 'text/css': 'css'};
const kFrame = ['text/html', 'f', '<p>frame'];

function write_message(file, parts) {
  const lines = ['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b', ''];
  for (const [type, id, content] of [...parts, kFrame])
    lines.push('--b', `Content-Type: ${type}`, `Content-ID: <${id}@x>`, 'Content-Transfer-Encoding: base64', '', Buffer.from(content).toString('base64'));
  lines.push('--b', 'Content-Type: image/png', 'Content-ID: <i@x>', '', 'x', '--b--', '');
  fs.writeFileSync(file, lines.join('\n'));
}

// The same as a folder without cleaning.
function write_raw(folder, parts) {
  fs.mkdirSync(folder);
  const names = Object.fromEntries([...parts, kFrame].map(([type, id]) => [id, `${id}.${kEndings[type]}`]));
  const named = content => content.replace(/cid:(\w)@x/g, (_, id) => names[id] ?? 'i.png');
  for (const [, id, content] of [...parts, kFrame]) fs.writeFileSync(path.join(folder, names[id]), named(content));
  fs.writeFileSync(path.join(folder, 'i.png'), 'x');
  return path.join(folder, 'p.html');
}

// Runs in a document: where clicks and forms would lead, as the browser resolves it.
function targets() {
  const links = [...document.querySelectorAll('*')].flatMap(element => {
    // The href of any other element is loaded, or means nothing.
    const is_link = /^(a|area)$/i.test(element.localName);
    const names = ['longdesc', 'action', 'formaction', ...(is_link ? ['href'] : [])].filter(name => element.hasAttribute(name));
    if (is_link && element.hasAttributeNS('http://www.w3.org/1999/xlink', 'href')) names.push('xlink');
    return names.map(name => {
      const text = name === 'xlink' ? element.getAttributeNS('http://www.w3.org/1999/xlink', 'href') : element.getAttribute(name);
      try {
        return new URL(text, document.baseURI).href;
      } catch {
        return 'about:invalid';  // opens nothing
      }
    });
  });
  return links;
}

// A page in Chromium that is reused.
class Tab {
  static async open(browser) {
    const context = await browser.newContext({offline: true, acceptDownloads: false, serviceWorkers: 'block'});
    const tab = new Tab();
    tab.page = await context.newPage();
    await tab.page.route('**', route => {
      const url = route.request().url();
      if (url.startsWith(tab.inside) || /^(data|about):/.test(url)) return route.continue();
      tab.outside.push(url);
      return route.abort();
    });
    return tab;
  }

  // The requests of a file outside the folder `inside`, a URL. If `expects` one, waits no longer than needed.
  async asked(file, inside, expects) {
    Object.assign(this, {inside, outside: []});
    await this.page.goto(pathToFileURL(file).href, {waitUntil: 'load', timeout: kLoadMs}).catch(error => {
      if (!this.outside.length) throw error;  // a refresh that was refused
    });
    const end = Date.now() + (expects ? kExpectedMs : kSettleMs);
    while (Date.now() < end && !this.outside.length) await this.page.waitForTimeout(50);
    const late = new Promise((_, reject) => setTimeout(reject, kAnswerMs, new Error('a frame does not answer')));
    late.catch(() => {});  // all frames have answered
    this.targets = (await Promise.all(this.page.frames().map(frame => Promise.race([frame.evaluate(targets).catch(() => []), late])))).flat();
    const outside = this.outside;
    this.inside = '';
    // A refresh may come between.
    for (let tries = 1;; ++tries) {
      const why = await this.page.goto('about:blank').then(() => null, error => error);
      if (!why) break;
      if (tries === 5) throw why;
      await this.page.waitForTimeout(kSettleMs);
    }
    return outside;
  }
}

const url_of = folder => `${pathToFileURL(fs.realpathSync(folder)).href}/`;

function told(row, what, totals) {
  totals.failed += 1;
  console.log(`FAILED ${row.kind} ${safe(row.markup)}\n    ${safe(what)}`);
}

// Counts nothing if it throws.
async function judge(tab, row, totals) {
  const out = path.join(temporary, 'outside');
  const parts = parts_of({...row, markup: row.markup.replaceAll('OUT', out)});
  const failures = [];
  const raw = path.join(temporary, `raw-${row.number}`);
  fs.rmSync(raw, {recursive: true, force: true});
  const raw_page = write_raw(raw, parts);
  const before = await tab.asked(raw_page, url_of(raw), row.loads);
  if (row.loads && !before.length && !row.tries) throw new Error('asks for nothing');
  if (Boolean(before.length) !== row.loads) failures.push(`as it stands: asks for ${before[0] ?? 'nothing'}`);
  const message = path.join(temporary, `${row.number}.eml`);
  write_message(message, parts);
  const inputs = kWays.map(way => [message, ...way]);
  const [type, , page] = parts.at(-1);
  if (/html/.test(type)) {
    const alone = path.join(temporary, `${row.number}.html`);
    fs.writeFileSync(alone, page);
    inputs.push(...kAlone.map(way => [alone, ...way, type]));
  }
  let opened = 0;
  for (const [input, way, ...options] of inputs) {
    const folder = path.join(temporary, `${row.number}-${way.replaceAll(/[ ,]+/g, '-')}`);
    const done = spawnSync(exe, ['extract', '--force', ...options, '-o', folder, '--', input], {encoding: 'utf8'});
    if (done.status !== 0) throw new Error(`mimebase extract: status ${done.status}: ${done.stderr}`);
    const pages = fs.readdirSync(folder, {recursive: true}).filter(name => /(index|d)\.(x?html|svg)$/.test(name));
    const outside = [];
    for (const name of pages) {
      outside.push(...await tab.asked(path.join(folder, name), url_of(folder), false));
      outside.push(...tab.targets.filter(url => !url.startsWith(url_of(folder)) && !/^(https?|mailto|tel|ftp|about):/.test(url)));
    }
    opened += pages.length;
    if (outside.length) failures.push(`${way}: leads to ${outside[0]}`);
  }
  totals.passed += inputs.length + 1 - failures.length;
  totals.loaded += before.length ? 1 : 0;
  totals.pages += opened;
  for (const what of failures) told(row, what, totals);
}

async function main() {
  const totals = {passed: 0, failed: 0, loaded: 0, pages: 0};
  const out = path.join(temporary, 'outside');
  fs.mkdirSync(out);
  for (const [name, content] of Object.entries(kOutside)) fs.writeFileSync(path.join(out, name), content);
  const rows = read_table();
  const browser = await launch(modules);
  console.log(`Chromium ${browser.version()}`);
  const waiting = [...rows];
  await Promise.all(Array.from({length: kTabs}, async () => {
    let tab = await Tab.open(browser);
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      try {
        await judge(tab, row, totals);
      } catch (error) {
        if (!row.tries) waiting.push({...row, tries: 1});  // a machine that is busy: once more, in a new tab
        else told(row, String(error.message), totals);
        tab = await Tab.open(browser);
      }
    }
  }));
  await browser.close();
  console.log(`${rows.length} rows, of which ${totals.loaded} load something as they stand; ${totals.pages} pages were opened`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed ? 1 : 0;
}

await main();
