// Checks the page of results of samples/suite with Chromium: the table agrees with the tables of answers, filters, links, keyboard,
// nothing of cases or answers acts in it, nothing uses the network, it is fast enough, and axe-core finds nothing.
//   node suite.mjs MODULES FOLDER ROOT [--screenshots DIR]
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {launch, safe} from './chromium.mjs';

const [modules, folder, root, mode, given] = process.argv.slice(2);
let passed = 0, failed = 0;

function check(what, holds, detail = '') {
  if (holds) ++passed; else { ++failed; console.log(`FAILED: ${what} ${safe(String(detail))}`); }
}
function equal(what, got, wanted) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  check(what, a === b, a === b ? '' : `${a.slice(0, 300)} is not ${b.slice(0, 300)}`);
}

const python = (...words) => execFileSync('python3', words, {cwd: root, maxBuffer: 1 << 30}).toString();
const suite = path.join(folder, 'suite'), file = path.join(folder, 'results.html'), one_program = path.join(folder, 'one.html');
python('tests/suite/random_results.py', suite);
python('-c', `
import pathlib, sys
sys.path.insert(0, "samples/suite")
import page, suite
folder = pathlib.Path(${JSON.stringify(suite)})
cases, tables = suite.load(folder / "cases"), [suite.recorded(path) for path in sorted((folder / "results").glob("*.tsv"))]
pathlib.Path(${JSON.stringify(file)}).write_text(page.of_tables(tables, cases, "suite/", page.readers_data()), encoding="utf-8")
pathlib.Path(${JSON.stringify(one_program)}).write_text(page.of_tables(tables[:1], cases, "suite/"), encoding="utf-8")`);
const site = path.join(folder, 'site');
python(path.join(suite, 'page.py'), '--site', site);
const data = JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/.exec(fs.readFileSync(file, 'utf8'))[1]);
const kHostile = data.programs.find(one => one.name.includes('<')).name;

const browser = await launch(modules);
async function open(fragment = '', options = {}, at = file) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, ...options});
  context.setDefaultTimeout(30000);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', message => { if (message.type() === 'error') page.faults.push(message.text()); });
  page.on('pageerror', error => page.faults.push(error.message));
  page.on('dialog', dialog => { page.faults.push('dialog ' + dialog.message()); dialog.dismiss(); });
  page.on('request', request => {
    if (!request.url().startsWith('file://' + at) && !request.url().startsWith('data:,')) page.faults.push('request ' + request.url());
  });
  context.on('page', () => page.faults.push('a window opened'));
  await page.goto('file://' + at + fragment);
  if (options.javaScriptEnabled !== false) await page.waitForFunction(() => document.documentElement.dataset.ready === 'true' || !document.scripts.length);
  return page;
}
async function end(page, what) {
  equal(what + ': no fault in the console, no request, no dialog, no window', page.faults, []);
  await page.context().close();
}

// The rows, as the identifiers of their cases.
const questions = page => page.evaluate(() => [...document.querySelectorAll('.questions tbody:not([hidden]) tr:not(.area)')].map(row =>
  new URLSearchParams(row.querySelector('a').hash.slice(1)).get('case')));
// A value of each cell.
const cells_of = (page, of) => page.evaluate(
  `[...document.querySelectorAll('.questions tbody tr:not(.area)')].map(row => [...row.querySelectorAll('td')].map(${of}))`);
const state = page => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
// What a program answered, of all references: as the page shall say it.
function verdict_of(one, program) {
  const verdicts = one.references.filter(reference => reference.of[program] >= 0).map(reference => verdict_of_answer(reference.answers[reference.of[program]]));
  return ['wrong', 'relative', 'right', 'undefined', 'unsupported'].find(verdict => verdicts.includes(verdict)) ?? 'none';
}
// A wrong answer that is the reference as it is written.
const verdict_of_answer = ([kind, , verdict]) => data.verdicts[verdict] === 'wrong' && kind === 'relative' ? 'relative' : data.verdicts[verdict];
const kinds_of = (one, program) => one.references.map(reference => reference.answers[reference.of[program]][3])
  .filter(kind => kind !== '').map(kind => data.mistakes[kind]);
const number = name => data.programs.findIndex(one => one.name === name);
const kArea = data.cases.find(one => verdict_of(one, number('lxml')) === 'wrong').id.split('/')[0];

async function judge_table() {
  const page = await open();
  const cells = await cells_of(page, 'cell => cell.className.slice(2)');
  const groups = [...new Set(data.cases.map(one => one.id.split('/')[0]))];
  const in_order = groups.flatMap(group => data.cases.filter(one => one.id.startsWith(group + '/')));
  equal('a row per question, a cell per program', cells, in_order.map(one => data.programs.map((_, program) => verdict_of(one, program))));
  check('every cell has a sign and a label', (await cells_of(page, 'cell => cell.textContent && cell.getAttribute("aria-label")')).flat().every(Boolean));
  const share_of = number => {
    const verdicts = data.cases.flatMap(one => one.references).filter(one => one.of[number] >= 0).map(one => data.verdicts[one.answers[one.of[number]][2]]);
    const count = wanted => verdicts.filter(one => one === wanted).length;
    return count('right') / (count('right') + count('wrong'));
  };
  const all_shares = data.programs.map((_, number) => share_of(number));
  equal('those with the highest share are first', all_shares, [...all_shares].sort((a, b) => b - a));
  const columns = () => page.evaluate(() => [...document.querySelectorAll('.questions .program b')].map(one => one.textContent));
  const plain = data.programs.map(one => one.name).filter(name => name !== kHostile);
  equal('columns: as the programs come', (await columns()).filter(name => plain.includes(name)), plain);
  const summary = await page.locator('.summary tbody tr').count();
  equal('two tables with a line per program', summary, 2 * data.programs.length);
  const shares = column => page.evaluate(column => [...document.querySelectorAll(`.shares tbody td:nth-of-type(${column})`)].map(cell => parseFloat(cell.dataset.share ?? -999)), column);
  const lines = (table = 'shares') => page.evaluate(table => [...document.querySelectorAll(`.${table} tbody th b`)].map(one => one.textContent), table);
  for (const [column, name] of ['share', 'reads', 'floor', 'css'].entries()) {
    await page.locator(`.shares [data-sort=${name}] button`).click();
    const sorted = await shares(column + 1);
    equal('summary: sorted by ' + name, sorted, [...sorted].sort((a, b) => b - a));
    equal('columns: sorted by ' + name, await columns(), await lines());
    equal('the second table: sorted by ' + name, await lines('behaviour'), await lines());
    equal('sorting is said', await page.locator('[aria-sort=descending]').evaluateAll(all => all.map(one => one.dataset.sort)), [name]);
  }
  await page.locator('.behaviour thead button', {hasText: 'No answer'}).click();
  equal('sorted by a column of the second table', [await lines(), await state(page)], [await lines('behaviour'), {sort: 'no-answer'}]);
  await page.goBack();
  await page.locator('.shares thead button', {hasText: 'Program'}).click();
  equal('sorted by name', (await lines()).filter(name => plain.includes(name)), [...plain].sort((a, b) => a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  equal('sorting has a link', await state(page), {sort: 'name'});
  await page.goBack();
  equal('back to the former order', await page.locator('[aria-sort]').first().textContent(), 'css');
  await end(page, 'table');
}

async function judge_filters() {
  const page = await open();
  const control = name => page.locator(`.filters [name=${name}]`);
  const expect = async (what, is) => {
    const wanted = data.cases.filter(is).map(one => one.id);
    check(what + ': some rows', wanted.length > 0 && wanted.length < data.cases.length, wanted.length);
    equal(what, await questions(page), wanted);
    equal(what + ': count', (await page.locator('.found').textContent()), `${wanted.length} of ${data.cases.length} questions`);
  };
  await control('area').selectOption('html');
  await expect('area', one => one.id.startsWith('html/'));
  const readers = data.programs.filter((_, program) => data.cases.some(one => one.id.startsWith('html/') && !['unsupported', 'none'].includes(verdict_of(one, program))));
  check('some programs do not read the area', readers.length < data.programs.length && readers.length > 3, readers.length);
  equal('who reads nothing of the area has no column', await page.locator('.questions .program').count(), readers.length);
  equal('and is counted', parseInt(await page.locator('.left-out').textContent(), 10), data.programs.length - readers.length);
  await control('tag').selectOption('nested');
  await expect('area and tag', one => one.id.startsWith('html/') && one.tags.includes('nested'));
  equal('the state is in the fragment', await state(page), {area: 'html', tag: 'nested'});
  await page.locator('.filters [type=reset]').click();
  await control('q').fill('RFC 3986 css:url');
  const searched = one => [one.id, one.question, one.why, ...one.tags, ...one.references.flatMap(reference => [reference.written, reference.place, reference.by,
    ...reference.clauses.map(at => data.clauses[at].slice(0, 2).join(' '))])].join('\n').toLowerCase();
  await expect('words', one => ['rfc', '3986', 'css:url'].every(word => searched(one).includes(word)));
  await control('q').fill('');
  await control('program').selectOption('lxml');
  await control('verdict').selectOption('wrong');
  await expect('wrong ones of a program', one => verdict_of(one, number('lxml')) === 'wrong');
  equal('the chosen program is beside the question', await page.locator('.program b').first().textContent(), 'lxml');
  const first = data.cases.find(one => verdict_of(one, number('lxml')) === 'wrong');
  const note = await page.locator('.questions .mistake').first().textContent();
  check('its mistake is below the question', note.startsWith(kinds_of(first, number('lxml'))[0]), note);
  const all_kinds = data.cases.flatMap(one => kinds_of(one, number('lxml'))), kind = all_kinds.find(one => one !== all_kinds[0] && !one.includes('relative'));
  await control('mistake').selectOption(kind);
  await expect('a mistake of a program', one => verdict_of(one, number('lxml')) === 'wrong' && kinds_of(one, number('lxml')).includes(kind));
  await page.goBack();
  await expect('back', one => verdict_of(one, number('lxml')) === 'wrong');
  await page.locator('.filters [type=reset]').click();
  await control('verdict').selectOption('differ');
  check('differ: some rows', (await questions(page)).length > 100);
  await page.locator('.filters [type=reset]').click();
  await page.locator('.fold').click();
  equal('folded', (await questions(page)).length, 0);
  await page.locator('.fold').click();
  equal('unfolded', (await questions(page)).length, data.cases.length);
  await control('q').fill('no-such-word');
  check('nothing found', await page.locator('.nothing').isVisible());
  await end(page, 'filters');
  const linked = await open('#program=lxml&verdict=wrong&area=' + kArea);
  equal('a link keeps the filters', await questions(linked),
    data.cases.filter(one => one.id.startsWith(kArea + '/') && verdict_of(one, number('lxml')) === 'wrong').map(one => one.id));
  const counted = await open('#program=lxml&verdict=not-right&area=' + kArea);
  equal('what a share does not count as right', await questions(counted),
    data.cases.filter(one => one.id.startsWith(kArea + '/') && ['wrong', 'relative'].includes(verdict_of(one, number('lxml')))).map(one => one.id));
  equal('a share leads to what it does not count as right', await counted.locator('.shares a[href*="verdict=wrong"]').count(), 0);
  check('shares lead to something', await counted.locator('.shares a[href*="program=lxml&verdict=not-right"]').count() > 0);
  await end(counted, 'shares');
  const is_in_sight = page => page.evaluate(() => Math.abs(document.getElementById('questions').getBoundingClientRect().top) < 2);
  check('a link to questions leads to them', await is_in_sight(linked));
  await linked.locator('.summary .mistakes a').first().click();
  check('a mistake of the summary leads to its rows', (await state(linked)).mistake && (await questions(linked)).length > 0);
  check('which are in sight', await is_in_sight(linked));
  equal('rows are open', await linked.locator('.questions tr:not(.area)').filter({visible: true}).count() > 0, true);
  const links = linked.locator('.summary .mistakes a');
  for (let at = 0, all = await links.count(); at < all; ++at) {
    const [count] = /^\d+/.exec(await links.nth(at).textContent());
    await links.nth(at).click();
    const found = await linked.locator('.found').textContent(), rows = (await questions(linked)).length;
    check('as many questions as the summary says: ' + found, found.startsWith(`${count} of `) && rows === Number(count), `${count}, ${rows} rows`);
  }
  await end(linked, 'links');
  const whole = await open();
  equal('without a filter, the page begins at its top', await whole.evaluate(() => scrollY), 0);
  await end(whole, 'top');
}

async function judge_case() {
  const one = data.cases.find(each => verdict_of(each, number('kmail')) === 'wrong' && each.references.length > 1 && each.text), page = await open();
  await page.locator(`.questions tr:has(a[href="#case=${one.id}"]) td[data-column="${number('kmail')}"]`).click();
  equal('a cell opens its case', await state(page), {case: one.id, by: 'kmail'});
  const dialog = page.locator('dialog[open]'), text = await dialog.textContent();
  for (const wanted of [one.question, one.why, one.file, ...one.references.flatMap(reference => [reference.place, reference.written])])
    check(`the case has ${wanted}`, text.includes(wanted));
  check('answers of all programs', data.programs.every(program => program.name === kHostile || text.includes(program.name)));
  equal('the input', await dialog.locator('pre').textContent(), one.text);
  check('the references are marked', await dialog.locator('mark').count() >= one.references.length);
  const clauses = new Set(one.references.flatMap(reference => reference.clauses.map(at => data.clauses[at][2])).filter(Boolean));
  equal('clauses are links', await dialog.evaluate(node => [...new Set([...node.querySelectorAll('a[target]')].map(link => link.href))].sort()),
    [...clauses].sort());
  await page.locator('dialog [data-step="1"]').click();
  check('the next case', (await state(page)).case !== one.id && (await state(page)).by === 'kmail');
  await page.goBack();
  equal('back', (await state(page)).case, one.id);
  await page.keyboard.press('Escape');
  equal('Escape closes', await page.locator('dialog[open]').count(), 0);
  equal('the focus is in its cell', await page.evaluate(() => [document.activeElement.tagName, document.activeElement.dataset.column]),
    ['TD', String(number('kmail'))]);
  await end(page, 'case');
  const linked = await open(`#case=${one.id}&by=kmail`);
  equal('a case has a link', await linked.locator('#case-title').textContent(), one.question);
  await linked.locator('dialog .tags a').first().click();
  equal('a tag closes it, and filters', [await linked.locator('dialog[open]').count(), await state(linked)], [0, {tag: one.tags[0]}]);
  await end(linked, 'link of a case');
  const binary = data.cases.find(each => each.text === null), other = await open('#case=' + binary.id);
  equal('a binary file has a link', await other.locator('dialog h3 a').getAttribute('href'), `suite/cases/${binary.id.split('/')[0]}/${binary.file}`);
  check('which leads to it', fs.existsSync(path.join(folder, await other.locator('dialog h3 a').getAttribute('href'))));
  await end(other, 'binary');
}

async function judge_keyboard() {
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement.name || document.activeElement.className || document.activeElement.textContent.trim());
  await page.keyboard.press('Tab');
  equal('the first stop leads to the questions', await focused(), 'skip');
  await page.keyboard.press('Enter');
  const stops = [];
  for (let i = 0; i < 12; ++i) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement.closest('.questions') ? 'table' : document.activeElement.name ?? document.activeElement.className));
    if (stops.at(-1) === 'table') break;
  }
  check('filters, then one stop in the table', stops.includes('q') && stops.includes('verdict') && stops.at(-1) === 'table', stops);
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  equal('arrows move', await page.evaluate(() => [document.activeElement.cellIndex, document.activeElement.parentElement.rowIndex]), [2, 2]);
  for (let i = 0; i < 40; ++i) await page.keyboard.press('ArrowDown');
  const hidden = () => page.evaluate(() => {
    const box = document.activeElement.getBoundingClientRect(), top = document.elementFromPoint(box.x + box.width / 2, box.y + 3);
    return !document.activeElement.contains(top);
  });
  equal('the cell is in sight', await hidden(), false);
  for (let i = 0; i < 30; ++i) await page.keyboard.press('ArrowUp');
  equal('and upwards, not below the heading', await hidden(), false);
  await page.keyboard.press('Enter');
  equal('Enter opens', await page.locator('dialog[open]').count(), 1);
  for (let i = 0; i < 30; ++i) {
    await page.keyboard.press('Tab');
    if (!await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest('dialog'))) check('Tab stays in the case', false);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  equal('Enter on a program chooses it', (await state(page)).program, 'mimebase');
  await page.keyboard.press('Enter');
  equal('and again none', (await state(page)).program, undefined);
  await end(page, 'keyboard');
}

async function judge_readers() {
  const page = await open();
  await page.locator('nav a', {hasText: 'Mail readers'}).click();
  equal('readers: rows', (await questions(page)).length, data.readers.sections.flatMap(section => section.rows).length);
  equal('readers: view', [await state(page), await page.locator('nav [aria-current]').textContent()], [{view: 'readers'}, 'Mail readers']);
  check('readers: no summary', !await page.locator('#summary').isVisible());
  const cells = await cells_of(page, 'cell => cell.textContent');
  equal('readers: cells', cells, data.readers.sections.flatMap(section => section.rows.map(row => row.cells.map(cell => cell.replaceAll('`', '')))));
  await page.locator('.questions td').nth(60).click();
  check('readers: the message', (await page.locator('dialog pre').textContent()).includes('MIME-Version'));
  equal('readers: ids are different', new Set(await questions(page)).size, cells.length);
  await page.keyboard.press('Escape');
  await page.locator('#about-view a').click();
  equal('readers: back to the programs', (await questions(page)).length, data.cases.length);
  await end(page, 'readers');
}

async function judge_hostile() {
  const page = await open('#case=' + data.cases[0].id);
  await page.evaluate(name => { location.hash = new URLSearchParams({program: name}); }, kHostile);
  await page.waitForTimeout(100);
  equal('hostile: chosen', await page.locator('.filters [name=program]').inputValue(), kHostile);
  await page.locator('.questions td').first().hover();
  await page.evaluate(() => { location.hash = '#case=__proto__&view=constructor&q=%3Cimg%20src=x%3E&verdict=toString'; });
  await page.waitForTimeout(100);
  equal('hostile: nothing ran', await page.evaluate(() => window.hacked), undefined);
  equal('hostile: no image', await page.locator('img, iframe, object, embed').count(), 0);
  equal('hostile: no override is left', await page.evaluate(() => /[\u202a-\u202e]/.test(document.body.innerText)), false);
  await end(page, 'hostile');
}

async function judge_without_script() {
  const page = await open('', {javaScriptEnabled: false});
  equal('without scripts: the summary', await page.locator('.summary tbody tr').count(), 2 * data.programs.length);
  equal('without scripts: no dead parts', await page.locator('.filters, nav a[href^="#q"], .box').filter({visible: true}).count(), 0);
  await end(page, 'without scripts');
}

async function judge_one_program() {
  const page = await open('', {}, one_program);
  equal('one program: rows', (await questions(page)).length, data.cases.length);
  check('one program: its mistakes are below the questions', await page.locator('.questions .mistake').count() > 0);
  equal('one program: no readers', await page.locator('nav a', {hasText: 'Mail readers'}).count(), 0);
  await end(page, 'one program');
}

// The page of the repository shows all its columns, on a screen of 1280 and on paper: A4 with margins of 1 cm.
async function judge_widths() {
  const real = path.join(root, 'samples/suite/results.html'), page = await open('#verdict=differ&area=html', {}, real);
  check('the table fits the window', await page.locator('.box.fits').count() === 1);
  const wide = () => page.evaluate(() => [...document.querySelectorAll('.summary, .summary td, .questions, .questions td')]
    .filter(one => one.getBoundingClientRect().right > one.closest('.box, .scrolls').getBoundingClientRect().right + 1).length);
  equal('nothing is cut', await wide(), 0);
  await page.emulateMedia({media: 'print'});
  await page.setViewportSize({width: 718, height: 1047});
  equal('nothing is cut on paper', await wide(), 0);
  await page.emulateMedia({media: 'screen'});
  await page.setViewportSize({width: 390, height: 844});
  const high = await page.evaluate(() => Math.max(...[...document.querySelectorAll('.summary tbody tr')].map(row => row.offsetHeight)));
  check('narrow: lines are low', high <= 90, high);
  await end(page, 'widths');
}

// Links into the page of the repository, which has too many rows to draw them all at once.
async function judge_deep_links() {
  const real = path.join(root, 'samples/suite/results.html'), is_in_sight = page => page.evaluate(() => {
    const {top, bottom} = document.activeElement.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  const page = await open('#case=xhtml/base&by=lxml', {}, real);
  await page.keyboard.press('Escape');
  equal('behind the case is its row', await page.evaluate(() => [document.activeElement.tagName, document.activeElement.closest('tr').querySelector('a').hash]),
    ['TD', '#case=xhtml/base']);
  check('in sight', await is_in_sight(page));
  await end(page, 'link of a case of the repository');
  for (const fragment of ['#program=lxml', '#program=lxml&verdict=wrong', '#program=cheerio&area=html', '#tag=mail']) {
    const linked = await open(fragment, {}, real);
    check(fragment + ' leads to rows', await linked.locator('.questions tr:not(.area)').filter({visible: true}).count() > 0);
    await end(linked, fragment);
  }
}

// Times until all is drawn, and from a key in the search to the next frame.
async function judge_times() {
  check('smaller than 3 MB', fs.statSync(file).size < 3e6, fs.statSync(file).size);
  const page = await open();
  const ready = await page.evaluate(() => performance.now());
  await page.evaluate(() => {
    window.times = [];
    document.querySelector('.filters').addEventListener('input', () => {
      const start = performance.now();
      requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - start)));
    }, {capture: true});
  });
  await page.locator('.filters [name=q]').click();
  for (const key of [...'nested base', ...Array(11).fill('Backspace')]) { await page.keyboard.press(key); await page.waitForTimeout(60); }
  const times = await page.evaluate(() => window.times.sort((a, b) => a - b));
  console.log(`page of ${(fs.statSync(file).size / 1e6).toFixed(1)} MB, drawn after ${ready.toFixed(0)} ms; ` +
    `a key takes ${times[times.length >> 1].toFixed(0)} ms (median), ${times.at(-1).toFixed(0)} ms (worst)`);
  check('drawn soon', ready < 4000, ready);
  check('keys are quick', times[times.length >> 1] < 200, times);
  await end(page, 'times');
}

async function judge_by_axe(what, fragment, options, at = file) {
  const page = await open(fragment, options, at);
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
const kPlaces = {programs: '', filtered: '#program=lxml&verdict=wrong&area=' + kArea,
                 case: `#case=${data.cases.find(one => one.references.length > 1 && one.text).id}&by=kmail`,
                 readers: '#view=readers', reading: '#view=readers&case=part-cid-case/2&by=chromium'};

async function screenshots(to) {
  fs.mkdirSync(to, {recursive: true});
  for (const [name, options] of Object.entries(kViews)) {
    for (const [place, fragment] of Object.entries(kPlaces)) {
      const page = await open(fragment, options);
      await page.screenshot({path: path.join(to, `${place}-${name}.png`)});
      if (place === 'programs' || place === 'filtered') {
        await page.locator('#questions').scrollIntoViewIfNeeded();
        await page.evaluate(() => document.getElementById('questions').scrollIntoView());
        await page.screenshot({path: path.join(to, `${place}-questions-${name}.png`)});
      }
      await page.context().close();
    }
  }
  const real = path.join(root, 'samples/suite/results.html');
  if (!fs.existsSync(real)) return;
  const page = await open('', {viewport: {width: 1280, height: 900}}, real);
  await page.evaluate(() => document.querySelector('.bars').scrollIntoView());
  await page.screenshot({path: path.join(to, 'results.png')});
  await page.context().close();
}

if (mode === '--screenshots') {
  await screenshots(given);
} else {
  await judge_table();
  await judge_filters();
  await judge_case();
  await judge_keyboard();
  await judge_readers();
  await judge_hostile();
  await judge_without_script();
  await judge_one_program();
  await judge_widths();
  await judge_deep_links();
  await judge_times();
  await judge_by_axe('one program', '', {}, one_program);
  for (const [view, options] of Object.entries(kViews)) {
    for (const name of ['pages', 'README', 'programs/lxml', 'areas/html']) await judge_by_axe(`site ${name} ${view}`, '', options, path.join(site, name + '.html'));
  }
  for (const [view, options] of Object.entries(kViews)) await judge_by_axe('study ' + view, '', options, path.join(root, 'samples/study/study.html'));
  for (const [view, options] of Object.entries(kViews))
    for (const [place, fragment] of Object.entries(kPlaces)) await judge_by_axe(`${place} ${view}`, fragment, options);
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
