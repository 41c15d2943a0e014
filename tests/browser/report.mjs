// Checks the page of `mimebase report` with Chromium: charts are drawn, filters and sorting agree with the
// JSON Lines, trees and boxes agree with `tree`, the keyboard works, nothing from mail acts in
// it, nothing uses the network, and axe-core finds nothing.
//   node report.mjs EXE MODULES FOLDER ROOT [--screenshots DIR | --speed MBOX]
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {launch, safe} from './chromium.mjs';

const [exe, modules, folder, root, mode, given] = process.argv.slice(2);
let passed = 0, failed = 0;

function check(what, holds, detail = '') {
  if (holds) ++passed; else { ++failed; console.log(`FAILED: ${what} ${safe(String(detail))}`); }
}
function equal(what, got, wanted) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  check(what, a === b, a === b ? '' : `${a.slice(0, 300)} is not ${b.slice(0, 300)}`);
}

// Exit status 1 means that something in the mail could not be read.
function run(...words) {
  try {
    return execFileSync(exe, words, {cwd: root, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore']}).toString();
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout.toString();
  }
}
const rows = (command, ...inputs) => run(command, '--quiet', '--format', 'jsonl', ...inputs).split('\n').filter(Boolean).map(JSON.parse);
let made = 0;
function report(...inputs) {
  const page = path.join(folder, `report-${++made}.html`);
  run('report', '--quiet', ...inputs, '-o', page);
  return page;
}

const browser = await launch(modules);
async function open(file, options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...options});
  context.setDefaultTimeout(90000);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', message => { if (message.type() === 'error') page.faults.push(message.text()); });
  page.on('pageerror', error => page.faults.push(error.message));
  page.on('dialog', dialog => { page.faults.push('dialog ' + dialog.message()); dialog.dismiss(); });
  page.on('request', request => { if (request.url() !== 'file://' + file && !request.url().startsWith('data:,')) page.faults.push('request ' + request.url()); });
  context.on('page', () => page.faults.push('a window opened'));
  await page.goto('file://' + file);
  if (options.javaScriptEnabled !== false)
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', null, {timeout: 60000});
  return page;
}
async function end(page, what) {
  equal(what + ': no fault in the console, no request, no dialog, no window', page.faults, []);
  await page.context().close();
}
const found = page => page.locator('.found').textContent();
const count_of = text => Number(text.split(' ')[0].replaceAll(',', ''));
// The reference of each visible row, from the top.
const in_sight = page => page.evaluate(() => [...document.querySelectorAll('.grid .body .row')].map(row => (row.querySelector('.written') ?? row.querySelector('.c-url .url')).textContent));
// As the page shows control characters and direction overrides.
const kDriving = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const shown = text => text.replace(kDriving, c => '\\u{' + c.codePointAt(0).toString(16).toUpperCase() + '}');

async function judge_charts(page, links) {
  const charts = await page.evaluate(() => [...document.querySelectorAll('.chart')].map(chart => ({
    title: chart.querySelector('figcaption').textContent,
    drawn: [...chart.querySelectorAll('rect')].filter(rect => { const box = rect.getBoundingClientRect(); return box.width > 0 && box.height > 0; }).length,
    counts: [...chart.querySelectorAll('.bars td.count')].map(cell => Number(cell.textContent.replaceAll(',', ''))),
  })));
  check('charts are there', charts.length === 6, charts.length);
  for (const chart of charts) check('chart drawn: ' + chart.title, chart.drawn > 0);
  const sum = title => charts.find(chart => chart.title.startsWith(title)).counts.reduce((a, b) => a + b, 0);
  check('every card has content', charts.every(chart => chart.drawn > 0));
  equal('bars of statuses count all', sum('By status'), links.length);
  equal('bars of layers count all', sum('By base source'), links.length);
}

async function judge_table(page, links) {
  const filter = async (name, value) => {
    const control = page.locator(`.filters [name=${name}]`);
    if (await control.evaluate(one => one.tagName) === 'SELECT') await control.selectOption(value === null ? '' : '=' + value); else await control.fill(value);
  };
  const expect = async (what, wanted) => {
    equal(what + ': how many', count_of(await found(page)), wanted.length);
    const seen = await in_sight(page);
    equal(what + ': the first of them', seen.slice(0, 8), wanted.slice(0, Math.min(8, seen.length)).map(row => shown(row.reference)));
  };
  await expect('all', links);
  const text = row => [row.reference, row.resolved ?? '', row.text ?? '', row.context, row.subject ?? '', row.from ?? '', row.unwrapped ?? '',
    row.source, row.message_id ?? ''].join('\n').toLowerCase();
  for (const value of ['html', 'example', 'E', 'zzz-nowhere', 'nested.eml', '14.nov@']) {
    await filter('text', value);
    await expect('text ' + value, links.filter(row => text(row).includes(value.toLowerCase())));
  }
  await page.locator('.filters [type=reset]').click();
  await page.waitForTimeout(50);
  const day = row => Date.parse(row.date ?? '');
  for (const [name, value, is] of [['from', 'EXAMPLE.org', row => (row.from ?? '').toLowerCase().includes('example.org')],
                                   ['file', 'layers/', row => row.source.includes('layers/')],
                                   ['since', '2024-11-19', row => day(row) >= Date.parse('2024-11-19T00:00:00Z')],
                                   ['until', '2024-11-18', row => day(row) < Date.parse('2024-11-19T00:00:00Z')]]) {
    await filter(name, value);
    const wanted = links.filter(is);
    check(`${name}: some rows, but not all`, wanted.length > 0 && wanted.length < links.length, wanted.length);
    await expect(`${name} ${value}`, wanted);
    await filter(name, '');
  }
  const by = {status: row => row.status, layer: row => row.base_by, type: row => row.content_type ?? ''};
  for (const [name, of] of Object.entries(by)) {
    for (const value of new Set(links.map(of))) {
      await filter(name, value);
      await expect(`${name} ${value}`, links.filter(row => of(row) === value));
    }
    await filter(name, null);
  }
  await filter('host', 'example.org');
  await expect('host', links.filter(row => row.host?.includes('example.org')));
  await filter('status', 'resolved');
  await expect('host and status', links.filter(row => row.host?.includes('example.org') && row.status === 'resolved'));
  await page.locator('.filters [type=reset]').click();
  await page.waitForTimeout(50);
  const key = row => (row.resolved ?? row.reference).toLowerCase();
  const sorted = [...links].sort((a, b) => key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  await page.locator('[data-column=url] button').click();
  await expect('sorted', sorted);
  equal('said to be sorted', await page.locator('[data-column=url]').getAttribute('aria-sort'), 'ascending');
  await page.locator('.grid').evaluate(grid => { grid.scrollTop = grid.scrollHeight; });
  await page.waitForTimeout(100);
  equal('sorted: the last', (await in_sight(page)).at(-1), shown(sorted.at(-1).reference));
  await page.locator('[data-column=url] button').click();
  equal('sorted downwards', (await in_sight(page))[0], shown(sorted.at(-1).reference));
  await page.locator('[data-column=url] button').click();
  await expect('not sorted any more', links);
}

// Filters that become narrower and wider while the user types, on a processor so slow that each search takes many slices.
async function judge_typing() {
  const mbox = path.join(folder, 'typing.mbox');
  fs.writeFileSync(mbox, Array.from({length: 50}, (_, i) => `From a@x.example Sat Jan  1 00:00:00 2022\nSubject: message ${i}\n\n` +
    Array.from({length: 200}, (_, j) => `http://host${(i * 200 + j) % 97}.example/${i}/${j}\n`).join('') + '\n').join(''));
  const page = await open(report(mbox)), links = rows('links', mbox);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', {rate: 20});
  const is_found = (row, {text, host}) => [row.reference, row.resolved ?? '', row.text ?? '', row.context, row.subject].join('\n').toLowerCase().includes(text.trim()) &&
    row.host.includes(host);
  const wanted = {text: '', host: ''};
  let slices = 0;
  for (const [name, values] of [['text', ['h', 'ht', 'http', 'ht', 'htt', 'age 1', 'age 19', 'age 1', '']], ['host', ['t9', 't9.', '9', '']],
                                ['text', ['/7', '/77', '/7']], ['host', ['1', '11', '1']], ['text', ['/', '/7 ', '']], ['host', ['']]]) {
    for (const value of values) {
      wanted[name] = value;
      await page.locator(`.filters [name=${name}]`).fill(value);
      if ((await found(page)).startsWith('Searching')) ++slices;
      await page.waitForFunction(() => !document.querySelector('.found').textContent.startsWith('Searching'));
      const right = links.filter(row => is_found(row, wanted));
      const what = `typing ${JSON.stringify(wanted)}`;
      equal(what + ': how many', count_of(await found(page)), right.length);
      const seen = await in_sight(page);
      equal(what + ': the first', seen.slice(0, 8), right.slice(0, Math.min(seen.length, 8)).map(row => row.reference));
      await page.locator('.grid').evaluate(grid => { grid.scrollTop = grid.scrollHeight; });
      await page.waitForTimeout(50);
      equal(what + ': the last', (await in_sight(page)).at(-1), right.at(-1)?.reference);
    }
  }
  check('typing: searches took several slices', slices > 3, slices);
  await end(page, 'typing');
}

const kSections = ['3.4', '3.3', '3.2', '3.1'];
async function judge_boxes(sample) {
  const page = await open(report(path.join(root, sample)));
  const tree = rows('tree', path.join(root, sample));
  const buttons = page.locator('.tree button');
  equal(`${sample}: parts`, await buttons.evaluateAll(all => all.map(one => one.querySelector('b').textContent)), tree.map(row => row.part));
  equal(`${sample}: depths`, await buttons.evaluateAll(all => all.map(one => { let depth = -1; for (let at = one; at; at = at.parentElement.closest('ul')) ++depth; return depth - 1; })), tree.map(row => row.depth));
  for (let i = 0; i < tree.length; ++i) {
    await buttons.nth(i).click();
    const boxes = await page.evaluate(() => [...document.querySelectorAll('.box')].map(box => ({
      section: box.dataset.section, wins: box.classList.contains('wins'),
      inside: box.parentElement.closest('.box')?.dataset.section ?? null,
      candidates: [...box.querySelectorAll(':scope > ul > li')].map(item => [item.dataset.by, item.dataset.state, item.querySelector('.url').textContent]),
    })));
    const what = `${sample} ${tree[i].part}: `;
    equal(what + 'boxes, one in another', boxes.map(box => box.inside), [null, ...boxes.slice(0, -1).map(box => box.section)]);
    equal(what + 'all four layers, in order', [...new Set(boxes.map(box => box.section))], kSections);
    // The outermost box comes first, the innermost candidate in the chain.
    const drawn = [...boxes].reverse().flatMap(box => box.candidates.map(candidate => [box.section, ...candidate]));
    equal(what + 'candidates', drawn, tree[i].chain.map(one => [one.section, one.by, one.state, shown(one.raw)]));
    equal(what + 'one wins', boxes.filter(box => box.wins).map(box => box.section), [tree[i].base_section]);
  }
  await end(page, sample);
}

// A mailbox whose names are parts of each other, whose text and links name domains in all combinations, and whose values
// have characters that mean something in fragments.
function near_duplicates() {
  const domains = ['t.co', 'port.co', 'xt.co', 't.co.example', 'bank.example', 'www.bank.example', 'other.bank.example', 'none', '192.0.2.1', 'a&b=c.example', 'x+y.example', 'any'];
  let text = '', number = 0;
  const add = (date, body) => { text += `From a@x.example Sat Jan  1 00:00:00 2022\n${date}Subject: t.co ${++number}\nContent-Type: text/html; charset=utf-8\n\n${body}\n\n`; };
  const dates = ['', 'Date: Sat, 1 Jan 2022 00:00:00 +0000\n', 'Date: Tue, 1 Feb 2022 00:00:00 +0000\n', 'Date: Tue, 1 Feb 1910 00:00:00 +0000\n', 'Date: Fri, 1 Jan 2100 00:00:00 +0000\n'];
  domains.forEach((named, i) => {
    let body = domains.slice(i % 3).map(led => `<a href="http://${led}/?u=${named}">http://${named}/</a>`).join('');
    body += `<div style="display:none"><a href="https://${named}/h">h</a></div><!-- <a href="http://${named}/c"> --><template><a href="relative/${i}">t</a></template>`;
    body += `<a href="http:g${i}">d</a><a href="none:x">n</a><a href="NONE:y">n</a><img src="cid:${i}@t.co"><a href="#f">f</a><a href="http://[">b</a>`;
    add(dates[i % dates.length], body);
  });
  for (let i = 0; i < 60; ++i) add(dates[1], `<a href="http://d${i}.example/">http://t.co/</a>`.repeat(i % 4 + 1));
  text += 'From a@x.example Sat Jan  1 00:00:00 2022\nContent-Base: relative/\nContent-Type: text/html\n\n<base href="x/"><a href="//t.co/a">p</a><a href="http://t.co\\\\@port.co/">q</a>\n';
  const mbox = path.join(folder, 'near.mbox');
  fs.writeFileSync(mbox, text);
  return mbox;
}

// Clicks every count of the page, and compares it with the rows that it opens.
async function judge_counts(what, file, mayDiffer = false) {
  const page = await open(file);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const button of document.querySelectorAll('.groups table + button')) button.click();
  });
  const plain = await page.locator('[data-open]:not(:has(a))').allTextContents();
  if (!mayDiffer) equal(what + ': every count is a link to all that it counts', [plain, await page.getByText(/in the table$/).count()], [[], 0]);
  // In the page, since there are hundreds, and without its history, since browsers limit the number of entries per second.
  const opened = await page.evaluate(() => {
  let at;
  history.pushState = (state, title, fragment) => { at = fragment; };
  return [...document.querySelectorAll('[data-open] a')].map(link => {
    const count = /[0-9,]+/.exec(link.textContent)[0], fragment = link.getAttribute('href');
    if (link.getClientRects().length === 0) return [fragment, 'is not visible'];
    at = '#';
    link.click();
    return [fragment, at, count, document.querySelector('.found').textContent.split(' ')[0],
            (document.querySelector('.grid').getAttribute('aria-rowcount') - 1).toLocaleString('en')];
  });
  });
  const wrong = opened.filter(([fragment, at, count, found, there]) => fragment !== at || count !== found || count !== there);
  for (const one of wrong.slice(0, 9)) console.log(safe(`${what}: ${one}`));
  const all = opened.length;
  check(what + ': counts are links', all > 20, all);
  equal(`${what}: ${all} counts open what they count`, wrong.length, 0);
  await end(page, what);
}

async function judge_near_duplicates() {
  const mbox = near_duplicates(), file = report(mbox), links = rows('links', mbox);
  await judge_counts('near duplicates', file);
  const page = await open(file);
  await page.locator('.chart tr', {has: page.locator('span[title="t.co"]')}).locator('a').click();
  equal('t.co is t.co alone', count_of(await found(page)), links.filter(row => row.host === 't.co').length);
  check('and no other host', (await page.locator('.body .c-host').allTextContents()).every(host => host === 't.co'));
  await page.locator('#text-differs table + button').click();
  const pair = page.locator('#text-differs tr', {has: page.locator('td.url:text-is("bank.example") + td.url:text-is("t.co")')});
  await pair.locator('.count a').click();
  equal('a pair opens links with both its domains', await page.locator('.body .c-detail .url').allTextContents(),
        links.filter(row => row.host === 't.co' && /^http:\/\/(\w+\.)?bank\.example\/$/.test(row.text ?? '')).map(row => row.resolved));
  await end(page, 't.co');
}

// The fragment has the state: Back, sharing, Escape; an empty result; the export.
async function judge_state() {
  const mbox = path.join(folder, 'formulas.mbox');
  fs.writeFileSync(mbox, ['=1+1', '+1', '-1', '@x', 'plain', 'a,"b"'].map((subject, i) =>
    `From a@x.example Sat Jan  1 00:00:00 2022\nSubject: ${subject}\n\nhttp://x${i}.example/\n\n`).join(''));
  const file = report(mbox), page = await open(file);
  const state = async () => [await page.evaluate(() => location.hash), await found(page), await page.locator('#message').isVisible()];
  const start = await state();
  equal('nothing is open at first', start, ['', '6 references', false]);
  await page.locator('.filters [name=host]').fill('x1');
  await page.waitForFunction(() => location.hash === '#host=x1');
  await page.locator('.grid .body .row').first().click();
  const opened = await state();
  equal('filter and message are in the fragment', opened, ['#host=x1&message=2&reference=1', '1 of 6 references', true]);
  await page.keyboard.press('Escape');
  equal('Escape closes', await state(), ['#host=x1', '1 of 6 references', false]);
  await page.goBack();
  equal('Back opens again', await state(), opened);
  await page.goBack();
  await page.goBack();
  equal('Back to the start', await state(), start);
  await page.goForward();
  equal('Forward', await state(), ['#host=x1', '1 of 6 references', false]);
  await page.goto('file://' + file + '#sort=-host&message=3&text=X');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  equal('a shared view', [await in_sight(page), await page.locator('.subject').textContent(), await page.locator('[data-column=host]').getAttribute('aria-sort')],
        [[5, 4, 3, 2, 1, 0].map(i => `http://x${i}.example/`), '-1', 'descending']);
  await page.goto('file://' + file + '#show=nothing&sort=nothing&message=99&reference=x&status=&__proto__=1');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  equal('a fragment that makes no sense', (await state()).slice(1), ['0 of 6 references', false]);
  await page.locator('.filters [type=reset]').click();
  await page.locator('.filters [name=text]').fill('zzz-nowhere');
  equal('an empty result says so', await page.locator('.nothing').textContent(), 'No reference matches these filters.');
  await page.locator('.filters [type=reset]').click();
  equal('filters are cleared', await found(page), '6 references');
  const [file_of_rows] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as CSV').click()]);
  const csv = fs.readFileSync(await file_of_rows.path(), 'utf8').split('\r\n');
  const of_links = run('links', '--format', 'csv', mbox).split('\r\n');
  equal('export: the columns of links, and the domain', csv[0], of_links[0] + ',domain');
  equal('export: rows', csv.length, 8);
  equal('export: the cells of links', csv[5], of_links[5] + ',x4.example');
  for (const [i, cell] of ["'=1+1", "'+1", "'-1", "'@x", 'plain', '"a,""b"""'].entries()) check('export: ' + cell, csv[i + 1].includes(`,${cell},`), csv[i + 1]);
  page.faults = page.faults.filter(fault => !fault.startsWith('request blob:'));
  await end(page, 'state');
}

// The exported rows are those of the commands, also of nested and wrapped references and of diagnostics.
async function judge_export(file, samples) {
  const page = await open(file);
  const cells = text => {
    const rows = [[]];
    for (const [, quoted, plain, stop] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r]*))(,|\r\n|$)/g)) {
      if (quoted === undefined && plain === '' && stop === '') break;
      rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
      if (stop === '\r\n') rows.push([]);
    }
    return rows.filter(row => row.length);
  };
  for (const [show, command, beside] of [['references', 'links', 1], ['diagnostics', 'check', 5]]) {
    await page.locator('.filters [name=show]').selectOption(show);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as CSV').click()]);
    const got = cells(fs.readFileSync(await saved.path(), 'utf8')).map(row => row.slice(0, -beside));
    const wanted = cells(run(command, '--quiet', '--csv-safe', '--format', 'csv', ...samples).replace('\ufeff', ''));
    // Rows about a source that could not be read are not in the page.
    const whole = wanted.filter((row, i) => i === 0 || row[1] !== '');
    equal(`export of ${show}: how many`, got.length, whole.length);
    equal(`export of ${show}`, got.find((row, i) => JSON.stringify(row) !== JSON.stringify(whole[i])) ?? [], []);
  }
  page.faults = page.faults.filter(fault => !fault.startsWith('request blob:'));
  await end(page, 'export');
}

// Paper has whole rows and columns.
async function judge_print(file) {
  const page = await open(file);
  const pdf = path.join(folder, 'printed.pdf');
  await page.pdf({path: pdf, format: 'A4'});
  const pages = fs.readFileSync(pdf, 'latin1').match(/\/Type\s*\/Page\b/g).length;
  check('printed: at most 15 pages', pages <= 15, pages);
  await page.setViewportSize({width: 700, height: 1000});
  await page.emulateMedia({media: 'print'});
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  equal('printed: nothing is wider than the paper', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  const narrow = await page.evaluate(() => [...document.querySelectorAll('td, th')].filter(cell => {
    const box = cell.getBoundingClientRect();
    return getComputedStyle(cell).display === 'table-cell' && cell.textContent.trim().length > 6 && box.width > 0 && box.width < 40;
  }).map(cell => cell.textContent.slice(0, 30)));
  equal('printed: no column of single letters', narrow, []);
  check('printed: the references', await page.locator('.printed .drawn tbody tr').count() > 20);
  equal('printed: no controls', await page.locator('.filters, .grid, .groups button').filter({visible: true}).count(), 0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  equal('printed: the rows are gone afterwards', await page.locator('.printed .drawn').count(), 0);
  await end(page, 'print');
}

// Before its script runs, the page is as long as later: long tables are folded.
async function judge_first_paint() {
  const file = report(near_duplicates()), height = page => page.evaluate(() => document.documentElement.scrollHeight);
  const page = await open(file);
  const later = await height(page);
  await end(page, 'later');
  const whole = fs.readFileSync(file, 'utf8');
  const early = path.join(folder, 'early.html');
  fs.writeFileSync(early, whole.slice(0, whole.indexOf('<script type="application/json"')));
  const context = await browser.newContext({viewport: {width: 1280, height: 900}}), first = await context.newPage();
  await first.goto('file://' + early);
  const before = await height(first);
  check('first paint: no longer than later', before < later * 1.3, `${before} and ${later}`);
  await context.close();
}

async function judge_keyboard(file, links) {
  const page = await open(file);
  const focused = () => page.evaluate(() => document.activeElement.name || document.activeElement.className || document.activeElement.textContent);
  await page.keyboard.press('Tab');
  equal('the first stop leads to the references', await focused(), 'skip');
  await page.keyboard.press('Enter');
  const stops = [];
  for (let i = 0; i < 60 && !stops.includes('grid references'); ++i) { await page.keyboard.press('Tab'); stops.push(await focused()); }
  check('filters and table are reached by Tab', stops.includes('text') && stops.includes('status') && stops.includes('grid references'), stops);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  const active = () => page.locator('.row.active').evaluate(row => (row.querySelector('.written') ?? row.querySelector('.c-url .url')).textContent);
  equal('arrows move', await active(), shown(links[1].reference));
  await page.keyboard.press('End');
  equal('End', await active(), shown(links.at(-1).reference));
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  equal('Enter opens the message', await focused().then(() => page.evaluate(() => document.activeElement.id)), 'message');
  equal('with the reference', await page.locator('.path [data-step=written] .url').textContent(), shown(links[0].reference));
  await end(page, 'keyboard');
}

async function judge_path(file, samples, links) {
  const page = await open(file);
  await page.locator('.filters [name=status]').selectOption('=resolved');
  await page.locator('.grid .body .row').first().click();
  const target = await page.locator('.path [data-step=resolved] .url').textContent();
  equal('no link before it is asked for', await page.locator('a[href^=http]').count(), 0);
  await page.locator('.path button.small:not(.copy)').click();
  equal('the whole target is shown', await page.locator('dialog .target').textContent(), target);
  equal('and leads there', await page.locator('dialog a').getAttribute('href'), target);
  check('without telling from where', (await page.locator('dialog a').getAttribute('rel')).includes('noreferrer'));
  await page.keyboard.press('Escape');
  equal('Escape closes', await page.locator('dialog[open]').count(), 0);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { globalThis.copied = text; }}}));
  await page.locator('.path [data-step=resolved] button.copy').nth(1).click();
  equal('the defanged form is copied', await page.evaluate(() => globalThis.copied),
    rows('links', '--defang', ...samples)[links.findIndex(row => row.resolved === target)].resolved);
  await page.goto(page.url().replace(/#.*/, '') + '#status=resolved');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  const top = await page.evaluate(() => document.getElementById('references').getBoundingClientRect().top);
  check('a link to rows leads to them', Math.abs(top) < 2, `References at ${top}`);
  await end(page, 'path');
}

// What each reader opens, and what encloses a wrapped URL.
async function judge_readers(samples) {
  const page = await open(report(...samples)), compared = rows('compare', ...samples);
  await page.locator('.filters [name=differs]').selectOption('=any');
  equal('references that readers open differently', count_of(await found(page)), compared.length);
  await page.locator('.grid .body .row').first().click();
  const shown_opens = await page.evaluate(() => [...document.querySelectorAll('.outcomes dt')].flatMap(name =>
    name.textContent.split(', ').map(reader => [reader, name.nextElementSibling.textContent])));
  const text = opens => opens === null ? 'nothing' : opens.part ? 'part ' + opens.part : opens.url;
  equal('what each reader opens', shown_opens.sort(), Object.entries(compared[0].opens).map(([reader, opens]) => [reader, text(opens)]).sort());
  await end(page, 'readers');
  const wrapped = path.join(folder, 'wrapped.eml');
  fs.writeFileSync(wrapped, 'Message-ID: <w@x.example>\nContent-Type: text/html\n\n<a href="https://www.google.com/url?q=https%3A%2F%2Fin.example%2Fx">x</a>\n<img src="http://y.example/">\n');
  const links = rows('links', '--as', 'thunderbird', wrapped), other = await open(report('--as', 'thunderbird', wrapped));
  equal('a wrapped sample', links.find(link => link.wrappers.length)?.unwrapped, 'https://in.example/x');
  await other.locator('.filters [name=wrapper]').selectOption('=any');
  equal('wrapped references', count_of(await found(other)), 1);
  await other.locator('.grid .body .row').first().click();
  equal('the unwrapped URL', await other.locator('.path [data-step=unwrapped] .url').textContent(), 'https://in.example/x');
  check('what the reader opens', /thunderbird, by click$/.test(await other.locator('.path [data-step=opened]').textContent()));
  check('the Message-ID', (await other.locator('.envelope').textContent()).includes('w@x.example'));
  await other.locator('.filters [type=reset]').click();
  await other.locator('.filters [name=kind]').selectOption('=image');
  equal('references of a kind', count_of(await found(other)), 1);
  await end(other, 'wrapped');
}

async function judge_hostile() {
  const evil = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">\u202egnp.exe';
  const coded = '=?utf-8?B?' + Buffer.from(evil).toString('base64') + '?=';
  const message = path.join(folder, 'hostile.eml');
  fs.writeFileSync(message, `From: ${coded} <x@example.org>\nSubject: ${coded}\nContent-Base: http://base.example/"><script>window.hacked=1</script>/\n` +
    'Content-Type: text/html; charset=utf-8; name="<script>window.hacked=1</script>"\n\n' +
    '<a href="javascript:window.hacked=1">' + 'x'.repeat(1 << 20) + '</a><a href="data:text/html,<script>window.hacked=1</script>">d</a>' +
    `<a href="http://x.example/${evil.replaceAll('"', '&quot;')}">y</a><a href="vbscript:x">z</a><a href="file:///etc/passwd">f</a>\n`);
  const page = await open(report(message));
  const links = rows('links', message);
  equal('hostile: all references', count_of(await found(page)), links.length);
  for (let i = 0; i < links.length; ++i) {
    await page.locator(`#row-${i}`).click();
    const may = /^https?:/.test(links[i].resolved ?? '');
    equal(`hostile: open is offered of ${links[i].reference.slice(0, 30)}`, await page.locator('.path button.small:not(.copy)').count(), may ? 1 : 0);
  }
  equal('hostile: nothing ran', await page.evaluate(() => window.hacked), undefined);
  equal('hostile: no image, no frame', await page.locator('img, iframe, object, embed').count(), 0);
  check('hostile: direction is shown', (await page.locator('.subject').textContent()).includes('\\u{202E}gnp.exe'));
  equal('hostile: no override is left', await page.evaluate(() => /[\u202a-\u202e]/.test(document.body.innerText)), false);
  await end(page, 'hostile');
}

async function judge_without_script(file, links) {
  const page = await open(file, {javaScriptEnabled: false});
  equal('without scripts: references', await page.locator('.drawn tbody tr').count(), Math.min(links.length, 200));
  check('without scripts: charts', await page.locator('.chart rect').count() > 5);
  check('without scripts: diagnostics', await page.locator('.code summary').first().isVisible());
  check('without scripts: no empty section', !await page.locator('#message').isVisible());
  check('printed', (await page.pdf()).length > 20000);
  await end(page, 'without scripts');
}

async function judge_by_axe(file, options, what) {
  const page = await open(file, options);
  await page.locator('.grid .body .row').first().click();
  // With the protocol, not with a script in the page, which its policy would block.
  await page.evaluate(fs.readFileSync(path.join(modules, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  const {violations} = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}));
  for (const one of violations) {
    const where = one.nodes.slice(0, 3).map(node => node.target.join(' ')).join('; ');
    check(`axe ${what}: ${one.id} (${one.impact}): ${one.help}: ${where}`, false);
  }
  equal(`axe ${what}: nothing`, violations.length, 0);
  equal(`${what}: no wider than the window`, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await end(page, 'axe ' + what);
}

const kViews = {light: {}, dark: {colorScheme: 'dark'}, narrow: {viewport: {width: 390, height: 844}},
                'narrow-dark': {viewport: {width: 390, height: 844}, colorScheme: 'dark'}};

async function screenshots(file, to) {
  fs.mkdirSync(to, {recursive: true});
  for (const [name, options] of Object.entries(kViews)) {
    const page = await open(file, options);
    await page.locator('.grid .body .row').nth(3).click();
    await page.screenshot({path: path.join(to, `report-${name}.png`), fullPage: true});
    await page.context().close();
  }
  const page = await open(report('samples'), {viewport: {width: 1200, height: 760}});
  await page.screenshot({path: path.join(to, 'report.png')});
  await page.locator('.filters [name=text]').fill('programme/winter');
  await page.locator('.grid .body .row').first().click();
  await page.screenshot({path: path.join(to, 'report-message.png')});
  await page.context().close();
}

// First paint, and for each key of several words the time from the key to the next frame and to the whole result, printed.
async function speed(mbox) {
  const file = report(mbox);
  const page = await open(file);
  const rows_there = await found(page);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  await page.evaluate(() => {
    window.frames_after = [];
    window.wholes_after = [];
    document.querySelector('.filters').addEventListener('input', () => {
      const start = performance.now(), result = document.querySelector('.found');
      const ended = () => {
        if (result.textContent.startsWith('Searching')) return setTimeout(ended);
        window.wholes_after.push(performance.now() - start);
      };
      requestAnimationFrame(() => setTimeout(() => { window.frames_after.push(performance.now() - start); ended(); }));
    }, {capture: true});
  });
  const type = async (name, keys) => {
    await page.locator(`.filters [name=${name}]`).click();
    for (const key of keys) { await page.keyboard.press(key); await page.waitForTimeout(120); }
  };
  // At once, before the page has prepared anything in idle time, and later.
  await type('text', [...'example.org', ...Array(11).fill('Backspace')]);
  await page.waitForTimeout(2000);
  await type('text', [...'https', ...'unlikely', ...Array(13).fill('Backspace')]);
  await type('host', [...'www.', ...Array(4).fill('Backspace')]);
  await page.waitForTimeout(1000);
  const [frames, wholes] = await page.evaluate(() => [window.frames_after, window.wholes_after]);
  const sorted = times => [...times].sort((a, b) => a - b).map(Math.round);
  const summary = times => `median ${sorted(times)[times.length >> 1]} ms, worst ${sorted(times).at(-1)} ms of ${times.length} keys`;
  console.log(`${rows_there}, page of ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`);
  console.log(`first paint ${paint.toFixed(0)} ms (asked: under 1500)`);
  console.log(`from a key to the next frame: ${summary(frames)} (asked: at most 50)`);
  console.log(`from a key to the whole result: ${summary(wholes)}`);
  if (process.env.EACH_KEY) console.log(frames.map(Math.round).join(' '), '|', wholes.map(Math.round).join(' '));
  check('first paint', paint < 1500);
  check('a key', frames.length > 50 && Math.max(...frames) <= 50);
  await page.context().close();
}

const kFive = ['samples/nested.eml', 'samples/web-archive.mht', 'samples/contests/html-base-over-around.eml',
               'samples/layers/retrieval-url.eml', 'samples/contests/two-base-headers.eml'];
const find_samples = at => fs.readdirSync(at, {withFileTypes: true}).flatMap(entry => entry.isDirectory() ? find_samples(path.join(at, entry.name))
  : /\.(eml|mht|mbox)$/.test(entry.name) ? [path.join(at, entry.name)] : []).sort();

if (mode === '--speed') {
  await speed(given);
} else {
  const samples = find_samples(path.join(root, 'samples'));
  const all = report(...samples), links = rows('links', ...samples);
  if (mode === '--screenshots') {
    await screenshots(all, given);
  } else {
    const page = await open(all);
    await judge_charts(page, links);
    await judge_table(page, links);
    await end(page, 'table');
    for (const sample of kFive) await judge_boxes(sample);
    await judge_counts('samples', all);
    await judge_near_duplicates();
    await judge_counts('only some rows', report('--rows', '100', near_duplicates()), true);
    await judge_typing();
    await judge_state();
    await judge_keyboard(all, links);
    await judge_path(all, samples, links);
    await judge_readers(samples);
    await judge_export(all, samples);
    await judge_print(all);
    await judge_first_paint();
    await judge_hostile();
    await judge_without_script(all, links);
    for (const [name, options] of Object.entries(kViews)) await judge_by_axe(all, options, name);
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
