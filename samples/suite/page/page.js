// SPDX-License-Identifier: MIT
'use strict';
(() => {
// Draws the tables of questions, and a case, from the JSON of the page. The fragment of the page's URL holds the state, so that Back
// works and each view and case has a link. Text of cases and programs only ever becomes text.

const data = JSON.parse(document.getElementById('data').textContent);
const kSigns = {right: '✓', wrong: '✗', relative: '↛', undefined: '?', unsupported: '–', none: '', same: '=', other: '≠'};
const kWords = {right: 'right', wrong: 'wrong', relative: 'left relative', undefined: 'undefined', unsupported: 'does not apply', none: 'not asked', same: 'as rfc1808',
  other: 'otherwise'};
const kMaxFew = 5, kMinMany = 21, kMinCrowd = 35;  // columns whose names are not turned, that are narrow, and that are very narrow
const kMaxCells = 16000;  // that are drawn without being asked for

// Control characters, and those that override or mark direction, which shown() escapes.
const kDriving = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const shown = text => String(text ?? '').replace(kDriving, c => '\\u{' + c.codePointAt(0).toString(16).toUpperCase() + '}');

// Attributes such as `onclick` are functions; children are elements or text of others.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat(2)) {
    if (child === null || child === undefined || child === false || child === '') continue;
    made.append(child instanceof Node ? child : shown(child));
  }
  return made;
}
const byId = id => document.getElementById(id);
const url = text => element('span', {class: 'url'}, text);
const badge = (verdict, text = kWords[verdict]) => element('span', {class: 'badge v-' + verdict}, (kSigns[verdict] + ' ' + text).trim());
// Text of the atlas, with `code` in backticks.
const inline = text => text.split('`').map((piece, i) => i % 2 ? element('code', {}, piece) : piece);
const counted = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;
// A share of few answers says little.
const percent = (right, decided) => !decided ? '–' : decided < data.few ? `${right}/${decided}`
  : (right === decided ? '100' : Math.min(99, Math.round(100 * right / decided))) + ' %';

// ---- State

const kKeys = ['view', 'sort', 'q', 'area', 'tag', 'program', 'verdict', 'mistake', 'case', 'by'];
const kFilters = ['q', 'area', 'tag', 'program', 'verdict', 'mistake'];

function parseState(fragment) {
  const params = new URLSearchParams(fragment);
  return Object.fromEntries(kKeys.filter(key => params.get(key)).map(key => [key, params.get(key)]));
}
function fragmentOf(state) {
  const params = new URLSearchParams();
  for (const key of kKeys) if (state[key]) params.set(key, state[key]);
  // Slashes are readable, and allowed in fragments.
  return '#' + String(params).replaceAll('%2F', '/');
}

// ---- The two tables: columns, and groups of rows with a cell per column.

const kOrder = ['wrong', 'relative', 'right', 'undefined', 'unsupported'];

// A reference that was found and left relative is wrong, but of its own kind.
const verdictOf = ([kind, , verdict]) => data.verdicts[verdict] === 'wrong' && kind === 'relative' ? 'relative' : data.verdicts[verdict];

// What a program answered to all references of a case.
function cellOf(references, program) {
  const answers = references.filter(one => one.of[program] >= 0).map(one => one.answers[one.of[program]]);
  const verdicts = answers.map(verdictOf);
  const verdict = kOrder.find(one => verdicts.includes(one)) ?? 'none';
  const count = wanted => verdicts.filter(one => one === wanted).length;
  const given = answers.map((answer, i) => ({verdict: verdicts[i], kind: answer[3] === '' ? '' : data.mistakes[answer[3]]}));
  const kinds = [...new Set(given.map(one => one.kind).filter(Boolean))];
  const words = [...new Set(answers.filter(answer => answer[3] !== '').map(mistakeOf))];
  const right = count('right'), decided = right + count('wrong') + count('relative');
  const share = ['wrong', 'relative'].includes(verdict) && decided > 1 ? `${right}/${decided}` : '';
  return {verdict, share, given, kinds, words, right, decided, text: kSigns[verdict],
    label: kWords[verdict] + (share && `, ${share} right`) + (words.length ? ': ' + words.join(', ') : '')};
}

// The share of right answers of a program in some rows, and its class.
function shareOf(rows, at) {
  const sum = key => rows.reduce((total, row) => total + row.cells[at][key], 0), right = sum('right'), decided = sum('decided');
  return {text: percent(right, decided), step: decided >= data.few && 's-' + Math.floor(5 * right / decided)};
}

function mistakeOf([, , , kind, detail]) {
  return kind === '' ? '' : data.mistakes[kind] + (detail ? ` (${detail})` : '');
}

// Whether programs get different verdicts, or, where no clause decides, give different answers.
function doDiffer(references) {
  return references.some(one => {
    const answers = one.of.filter(at => at >= 0).map(at => [data.verdicts[one.answers[at][2]], at]).filter(([verdict]) => verdict !== 'unsupported');
    return new Set(answers.map(([verdict, at]) => verdict === 'undefined' ? at : verdict)).size > 1;
  });
}

function programsTable() {
  const rows = data.cases.map(one => ({
    id: one.id, group: one.id.split('/')[0], question: one.question, tags: one.tags, one,
    cells: data.programs.map((_, program) => cellOf(one.references, program)), differs: doDiffer(one.references),
    search: [one.id, one.question, one.why, one.tags.join(' '), ...one.references.flatMap(reference => [reference.written, reference.place, reference.by,
      ...reference.clauses.map(at => data.clauses[at].slice(0, 2).join(' '))])].join('\n').toLowerCase()}));
  return {
    name: 'programs', title: 'Questions', columns: data.programs, rows, words: false, group: 'Area', column: 'Program', draw: drawCase,
    verdicts: {differ: 'programs differ', 'not-right': 'wrong, or left relative', wrong: 'wrong', relative: 'left relative', right: 'right',
      undefined: 'undefined', unsupported: 'does not apply'},
    legend: ['right', 'wrong', 'relative', 'undefined', 'unsupported']};
}

const readingOf = (row, text) => text === '?' ? 'none' : text === row.cells[0] ? 'same' : 'other';

function readersTable() {
  const asked = {};  // questions of each message, for links that stay
  const rows = data.readers.sections.flatMap(section => section.rows.map(row => {
    const name = row.message.replace(/\.[a-z]+$/, ''), number = asked[name] = (asked[name] ?? 0) + 1;
    const cells = row.cells.map((text, column) => {
      const verdict = readingOf(row, text), words = text === '?' ? 'not observed' : kWords[verdict];
      return {verdict, text, label: text.replaceAll('`', '') + (column ? ', ' + words : ''), given: [], kinds: [], words: [], share: ''};
    });
    return {id: number === 1 ? name : `${name}/${number}`, group: section.heading, question: row.question, tags: [], one: row, cells,
      differs: new Set(row.cells.filter(text => text !== '?')).size > 1, search: [row.question, row.message, ...row.cells].join('\n').toLowerCase()};
  }));
  return {name: 'readers', title: 'What mail readers open', columns: data.readers.columns, rows, words: true, group: 'Subject',
    column: 'Mail reader', draw: drawReading, verdicts: {differ: 'readers differ', other: 'otherwise than rfc1808', same: 'as rfc1808'},
    legend: ['same', 'other']};
}

const tables = {programs: programsTable(), ...(data.readers ? {readers: readersTable()} : {})};

// ---- Filters

const form = document.querySelector('.filters');

// `not-right` is what a share does not count as right.
const isOf = (verdict, wanted) => verdict === wanted || wanted === 'not-right' && ['wrong', 'relative'].includes(verdict);

function isShown(row, state, column) {
  if (state.area && row.group !== state.area || state.tag && !row.tags.includes(state.tag)) return false;
  const cells = column >= 0 ? [row.cells[column]] : row.cells;
  if (state.verdict === 'differ' ? !row.differs : state.verdict && !cells.some(cell => isOf(cell.verdict, state.verdict))) return false;
  if (state.mistake && !cells.some(cell => cell.kinds.includes(state.mistake))) return false;
  return !state.q || state.q.toLowerCase().split(/\s+/).every(word => row.search.includes(word));
}

function fillSelect(name, values, current, all = 'all') {
  const select = form.elements[name], options = [['', all], ...values.map(value => Array.isArray(value) ? value : [value, value])];
  select.replaceChildren(...options.map(([value, text]) => element('option', {value}, text)));
  select.value = options.some(([value]) => value === current) ? current : '';
  select.parentElement.hidden = values.length === 0;
}

// ---- The page

class Page {
  constructor() {
    this.open = new Map();  // groups that the user folded or unfolded
    this.box = byId('box');
    this.dialog = byId('case');
    this.state = parseState(location.hash.slice(1));
    if (!data.readers) for (const link of document.querySelectorAll('nav [data-view=readers]')) link.remove();
    this.summaries = [...document.querySelectorAll('.summary')];
    this.lines = this.summaries.map(one => [...one.tBodies[0].rows]);  // each in the order of data.programs
    this.linkSummary();
    this.listen();
    this.show(this.state);
    // A link to some questions leads to them. Browsers themselves know where a reader was who comes back.
    const {type} = performance.getEntriesByType('navigation')[0] ?? {};
    if (!this.state.case && ['view', ...kFilters].some(key => this.state[key]) && (!type || type === 'navigate')) this.toQuestions();
  }

  // The summary is there without the script, but its links are not.
  linkSummary() {
    for (const place of document.querySelectorAll('[data-open]')) {
      const state = parseState(place.dataset.open);
      place.replaceWith(this.link(state, () => { this.go({...state, sort: this.state.sort}); this.toQuestions(); }, ...place.childNodes));
    }
    for (const heading of document.querySelectorAll('.summary [data-sort]')) {
      const sort = heading.dataset.sort === 'share' ? undefined : heading.dataset.sort;
      heading.replaceChildren(element('button', {type: 'button', title: 'Sort', onclick: () => this.go({...this.state, sort})}, heading.textContent));
    }
  }

  // Sorts the programs by a column of a summary: the highest first, or by name. They come sorted by their share.
  sort(by = 'share') {
    const headings = this.summaries.flatMap(one => [...one.tHead.rows[0].cells]).filter(one => one.dataset.sort);
    const isBy = headings.some(one => one.dataset.sort === by) ? by : 'share', chosen = headings.find(one => one.dataset.sort === isBy);
    const lines = this.lines[this.summaries.indexOf(chosen.closest('table'))];
    const share = at => parseFloat(lines[at].cells[chosen.cellIndex].dataset.share ?? -999);
    const isByName = isBy === 'name', name = at => data.programs[at].name.toLowerCase();
    this.ranking = [...lines.keys()].sort((a, b) => isByName ? (name(a) < name(b) ? -1 : 1) : share(b) - share(a));
    for (const one of headings) {
      if (one.dataset.sort === isBy) one.setAttribute('aria-sort', isByName ? 'ascending' : 'descending'); else one.removeAttribute('aria-sort');
    }
    this.summaries.forEach((one, i) => one.tBodies[0].append(...this.ranking.map(at => this.lines[i][at])));
  }

  link(state, act, ...content) {
    return element('a', {href: fragmentOf(state), onclick: event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      act();
    }}, ...content);
  }

  toQuestions() {
    byId('questions').scrollIntoView();
    byId('questions-title').focus({preventScroll: true});
  }

  listen() {
    // Not all browsers fire both for a fragment that the user types.
    for (const type of ['popstate', 'hashchange']) addEventListener(type, () => this.show(parseState(location.hash.slice(1))));
    addEventListener('resize', () => this.fit());
    for (const link of document.querySelectorAll('nav [data-view], a.skip')) {
      link.addEventListener('click', event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const view = link.dataset.view;
        if (view && view !== this.table.name) this.go(view === 'programs' ? {} : {view});
        if (link.dataset.to === 'summary') byId('summary').scrollIntoView(); else this.toQuestions();
      });
    }
    form.addEventListener('input', event => this.filter(event.target.name === 'q'));
    form.addEventListener('submit', event => event.preventDefault());
    form.addEventListener('reset', event => {
      event.preventDefault();
      this.go({view: this.state.view, sort: this.state.sort});
    });
    document.querySelector('.fold').addEventListener('click', () => {
      const opens = !this.groups.some(group => group.isOpen);
      for (const group of this.groups) this.open.set(group.name, opens);
      this.refresh();
    });
    this.box.addEventListener('click', event => this.click(event));
    this.box.addEventListener('keydown', event => this.key(event));
    this.box.addEventListener('focusin', event => this.setCurrent(event.target));
    this.box.addEventListener('mouseover', event => {
      const cell = event.target.closest('td[aria-label]');
      if (cell && !cell.title) cell.title = shown(this.table.columns[cell.dataset.column].name + ': ' + cell.getAttribute('aria-label'));
    });
    this.dialog.addEventListener('close', () => {
      if (!this.state.case) return;
      const {case: id, by, ...state} = this.state;
      this.go(state);
      this.focusCell(id, by);
    });
    this.dialog.addEventListener('click', event => { if (event.target === this.dialog) this.dialog.close(); });
  }

  // Goes to a state. While the user types, the last entry of the history is replaced.
  go(state, replaces = false) {
    const fragment = fragmentOf(state);
    if (fragment !== (location.hash || '#')) {
      try {
        history[replaces ? 'replaceState' : 'pushState'](null, '', fragment);
      } catch {
        // Browsers limit how often this is done. The page then works without it.
      }
    }
    this.show(state);
  }

  filter(typing) {
    const state = {view: this.state.view, sort: this.state.sort};
    for (const name of kFilters) state[name] = form.elements[name].value.trim();
    this.go(state, typing);
  }

  show(state) {
    const before = this.state, table = Object.hasOwn(tables, state.view) ? tables[state.view] : tables.programs;
    this.state = state;
    const isSorted = this.ranking && state.sort === before.sort;
    if (!isSorted) this.sort(state.sort);
    // A program alone is always the chosen one.
    const column = table.columns.length === 1 ? 0 : table.columns.findIndex(one => one.name === state.program);
    if (table !== this.table) {
      this.table = table;
      this.open.clear();
      this.drawFilters();
      this.draw(column);
    } else if (column !== this.column || !isSorted || state.area !== before.area) {
      this.draw(column);
    }
    for (const name of kFilters) {
      const control = form.elements[name];
      if (document.activeElement !== control || control.value.trim() !== (state[name] ?? '')) control.value = state[name] ?? '';
    }
    this.refresh();
    if (state.case !== before.case || state.by !== before.by || state.case && !this.dialog.open) this.showCase();
  }

  drawFilters() {
    const {table, state} = this, programs = table.name === 'programs';
    byId('summary').hidden = !programs;
    byId('questions-title').textContent = table.title;
    for (const link of document.querySelectorAll('nav [data-view]')) {
      const here = link.dataset.view === table.name && (programs ? link.dataset.to === 'summary' : true);
      if (here) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
    }
    form.elements.area.previousElementSibling.textContent = table.group;
    form.elements.program.previousElementSibling.textContent = table.column;
    const kinds = new Set(table.rows.flatMap(row => row.cells.flatMap(cell => cell.kinds)));
    fillSelect('area', [...new Set(table.rows.map(row => row.group))], state.area);
    fillSelect('tag', [...new Set(table.rows.flatMap(row => row.tags))].sort(), state.tag);
    fillSelect('program', table.columns.map(one => one.name), state.program);
    fillSelect('verdict', Object.entries(table.verdicts), state.verdict);
    fillSelect('mistake', data.mistakes.filter(kind => kinds.has(kind)), state.mistake);
    document.querySelector('.legend').replaceChildren(...table.legend.map(verdict =>
      element('span', {}, element('i', {class: 'v-' + verdict, 'aria-hidden': 'true'}, kSigns[verdict]), kWords[verdict])));
    const other = name => this.link(name === 'programs' ? {} : {view: name}, () => { this.go(name === 'programs' ? {} : {view: name}); this.toQuestions(); },
      name === 'programs' ? 'programs that run the whole suite' : `what ${data.readers.columns.length - 1} mail readers open`);
    byId('about-view').replaceChildren(...programs
      ? ['A cell opens the file, the clauses and all answers. The name of a program shows its mistakes. ' +
          'A fraction counts the right answers of a file with several references. The columns are sorted as the programs above. ', ...(data.readers ? ['Compare ', other('readers'), '.'] : [])]
      : [...inline('Mail readers were run on messages that ask these questions. `rfc1808` is what mimebase reports. `<base>` is ' +
          '`<base href="http://html.example/d/page.html">`. Compare '), other('programs'), '.']);
  }

  // Draws the columns and the groups. refresh() then draws the rows that the filters find.
  draw(column) {
    const {table} = this, {columns} = table;
    this.column = column;
    // The chosen program is beside the question. Programs that read nothing of an area are left out.
    const ofArea = table.rows.filter(row => row.group === this.state.area);
    const isRead = at => ofArea.length === 0 || at === column || ofArea.some(row => !['unsupported', 'none'].includes(row.cells[at].verdict));
    this.order = table.words ? [...columns.keys()] : this.ranking.filter(isRead);
    this.order.sort((a, b) => (b === column) - (a === column));
    const left = columns.length - this.order.length, count = this.order.length;
    document.querySelector('.left-out').textContent = left ? `${counted(left, 'program')} ${left === 1 ? 'reads' : 'read'} nothing of this area.` : '';
    this.box.classList.toggle('words', table.words);
    this.box.classList.toggle('few', count <= kMaxFew);
    this.box.classList.toggle('crowd', count >= kMinCrowd);
    const isMany = count >= kMinMany, share = rows => at => {
      const {text, step} = table.words ? {} : shareOf(rows, at);
      return {text: isMany ? text?.replace(' %', '') : text, step};
    };
    this.box.classList.toggle('many', isMany);
    this.box.style.setProperty('--columns', count);
    this.box.style.setProperty('--longest', Math.max(...columns.map(one => one.name.length)));
    const heading = this.order.map(at => element('th', {scope: 'col', class: at === column && 'chosen'},
      element('button', {type: 'button', class: 'program', tabindex: -1, 'data-column': at, 'aria-pressed': String(at === column),
        title: shown(`${columns[at].name} ${columns[at].version}`)},
        element('b', {}, columns[at].name), !table.words && element('small', {}, share(table.rows)(at).text))));
    this.groups = [...new Set(table.rows.map(row => row.group))].map(name => {
      const rows = table.rows.filter(row => row.group === name);
      const button = element('button', {type: 'button', tabindex: -1, 'data-group': name}, name + ' ', element('small'));
      const heading = element('tr', {class: 'area'}, element('th', {scope: 'rowgroup'}, button), this.order.map(at => {
        const {text, step} = share(rows)(at);
        return element('td', {class: step, tabindex: -1}, text);
      }));
      for (const row of rows) row.place = null;
      return {name, rows, button, heading, body: element('tbody', {}, heading)};
    });
    this.grid = element('table', {class: 'questions', role: 'grid', 'aria-labelledby': 'questions-title'},
      element('colgroup', {}, element('col', {class: 'first'}), this.order.map(() => element('col', {class: 'cell'}))),
      element('thead', {}, element('tr', {}, element('th', {scope: 'col', tabindex: -1}, 'Question', isMany && !table.words && element('small', {}, ' (shares in %)')), heading)), this.groups.map(group => group.body));
    this.nothing = element('p', {class: 'nothing', hidden: true}, 'No question matches the filters.');
    this.box.replaceChildren(this.grid, this.nothing);
    this.current = null;
    this.box.scrollTo(0, 0);
    this.fit();
  }

  drawRow(row) {
    const {column} = this, notes = column >= 0 ? row.cells[column].words : [];
    const place = element('tr', {}, element('th', {scope: 'row', class: 'question'},
      element('a', {href: fragmentOf({view: this.table.name === 'readers' && 'readers', case: row.id}), tabindex: -1},
        element('span', {}, inline(row.question)), notes.length > 0 && element('span', {class: 'mistake'}, notes.join(', ')))));
    place.row = row;
    for (const at of this.order) {
      const {verdict, text, label, share} = row.cells[at];
      const cell = document.createElement('td');
      cell.className = 'v-' + verdict;
      cell.tabIndex = -1;
      cell.dataset.column = at;
      cell.setAttribute('aria-label', label);
      if (this.table.words) cell.append(...inline(text).map(piece => piece instanceof Node ? piece : shown(piece)));
      else if (share) cell.append(text, element('small', {}, share));
      else cell.textContent = text;
      place.append(cell);
    }
    return place;
  }

  refresh() {
    for (const group of this.groups) group.found = group.rows.filter(row => isShown(row, this.state, this.column));
    this.visible = this.groups.flatMap(group => group.found);
    // A link with filters leads to rows: the first group is open, and the next ones while they are quickly drawn.
    const isLinked = kFilters.some(key => this.state[key]), all = this.visible.length * this.order.length;
    let cells = 0;
    for (const group of this.groups) {
      const {name, rows, found, body, button, heading} = group, isFirst = cells === 0;
      cells += found.length * this.order.length;
      group.isOpen = this.open.get(name) ?? (isLinked ? isFirst || cells <= kMaxCells : all <= kMaxCells);
      const places = group.isOpen ? found.map(row => row.place ??= this.drawRow(row)) : [];
      if (body.childElementCount !== places.length + 1 || places.some((place, i) => body.children[i + 1] !== place)) body.replaceChildren(heading, ...places);
      body.hidden = found.length === 0;
      button.setAttribute('aria-expanded', String(group.isOpen));
      button.lastChild.textContent = found.length === rows.length ? rows.length : `${found.length} of ${rows.length}`;
    }
    this.nothing.hidden = this.visible.length > 0;
    const count = counted(this.table.rows.length, 'question');
    document.querySelector('.found').textContent = this.visible.length === this.table.rows.length ? count : `${this.visible.length} of ${count}`;
    document.querySelector('.fold').textContent = this.groups.some(group => group.isOpen) ? 'Fold all' : 'Unfold all';
    if (!this.current?.isConnected || this.current.closest('[hidden]'))
      this.setCurrent(this.grid.querySelector('tbody:not([hidden]) button') ?? this.grid.querySelector('.program'));
  }

  // If the table fits, the window scrolls it, and its heading sticks to the window.
  fit() {
    this.box.classList.remove('fits');
    this.box.classList.toggle('fits', this.grid.offsetWidth <= this.box.clientWidth);
  }

  // ---- Keys and clicks in the table

  setCurrent(place) {
    if (!place || !this.grid.contains(place)) return;
    if (this.current) this.current.tabIndex = -1;
    this.current = place;
    place.tabIndex = 0;
  }

  focusCell(id, by) {
    const row = this.table.rows.find(one => one.id === id);
    if (!row || !this.visible.includes(row)) return this.current?.focus();
    this.open.set(row.group, true);
    this.refresh();
    const at = this.table.columns.findIndex(one => one.name === by);
    (row.place.querySelector(`[data-column="${at}"]`) ?? row.place.querySelector('a')).focus();
  }

  key(event) {
    const cell = event.target.closest('td, th');
    if (!cell || event.altKey || event.metaKey) return;
    if ((event.key === 'Enter' || event.key === ' ') && cell.tagName === 'TD') {
      event.preventDefault();
      this.click(event);
      return;
    }
    const rows = [...this.grid.rows].filter(row => !row.parentElement.hidden);
    const y = rows.indexOf(cell.parentElement), x = cell.cellIndex, last = cell.parentElement.cells.length - 1;
    const to = {ArrowUp: [y - 1, x], ArrowDown: [y + 1, x], ArrowLeft: [y, x - 1], ArrowRight: [y, x + 1], PageUp: [y - 10, x], PageDown: [y + 10, x],
                Home: [event.ctrlKey ? 0 : y, 0], End: [event.ctrlKey ? rows.length - 1 : y, last]}[event.key];
    if (!to) return;
    event.preventDefault();
    const [next_y, next_x] = [Math.min(Math.max(to[0], 0), rows.length - 1), Math.min(Math.max(to[1], 0), last)];
    const next = rows[next_y].cells[next_x];
    (next.querySelector('a, button') ?? next).focus();
  }

  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const button = event.target.closest('button'), cell = event.target.closest('td'), link = event.target.closest('a');
    if (button?.dataset.group) {
      this.open.set(button.dataset.group, button.getAttribute('aria-expanded') === 'false');
      this.refresh();
    } else if (button) {
      const {name} = this.table.columns[button.dataset.column];
      const {program, case: id, by, ...state} = this.state;
      this.go(program === name ? state : {...state, program: name});
      this.grid.querySelector(`button[data-column="${button.dataset.column}"]`).focus();
    } else if (link || cell?.dataset.column) {
      event.preventDefault();
      const {row} = event.target.closest('tr');
      this.go({...this.state, case: row.id, by: cell ? this.table.columns[cell.dataset.column].name : this.state.program});
    }
  }

  // ---- A case

  showCase() {
    const row = this.table.rows.find(one => one.id === this.state.case);
    if (!row) {
      if (this.dialog.open) this.dialog.close();
      return;
    }
    const at = this.visible.indexOf(row), column = this.table.columns.findIndex(one => one.name === this.state.by);
    const step = (to, text) => element('button', {type: 'button', 'data-step': to, disabled: !this.visible[at + to] || at < 0, onclick: () => {
      this.go({...this.state, case: this.visible[at + to].id});
      (this.dialog.querySelector(`[data-step="${to}"]:enabled`) ?? this.dialog.querySelector('h2')).focus();
    }}, text);
    const {view, by} = this.state;
    this.dialog.replaceChildren(
      element('div', {class: 'bar'}, element('span', {class: 'name'},
          element('a', {href: fragmentOf({view, case: row.id, by}), onclick: event => event.preventDefault(), title: 'A link to this case'}, row.id)),
        step(-1, '← Previous'), step(1, 'Next →'), element('button', {type: 'button', onclick: () => this.dialog.close()}, 'Close')),
      element('h2', {id: 'case-title', tabindex: -1}, inline(row.question)), ...this.table.draw(row, column, this));
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
    byId('case-title').focus({preventScroll: true});
  }
}

const ruleNames = rules => rules.map(at => data.rules[at]).join(', ');
const fact = (name, ...value) => value.some(Boolean) && [element('dt', {}, name), element('dd', {}, ...value)];

function partText(part) {
  const names = [part.content_id && `Content-ID ${part.content_id}`, part.content_location && `Content-Location ${part.content_location}`].filter(Boolean);
  return `part ${part.number}` + (names.length ? ` (${names.join(', ')})` : '');
}

function answerText([kind, value]) {
  return kind === 'url' || kind === 'relative' ? url(value) : kind === 'part' ? 'part ' + value : kind === 'nothing' ? 'no URL' : '';
}

function targetOf([, resolved, , part]) {
  return part ? partText(part) : resolved === null ? 'no URL' : url(resolved);
}

function drawAnswer(reference, answer, ...more) {
  const verdict = verdictOf(answer);
  const note = verdict === 'right' && reference.expected.length > 1 ? 'as by ' + ruleNames(answer[5]) : mistakeOf(answer);
  return element('li', {}, badge(verdict), answerText(answer), note && element('small', {}, ' ' + note), more);
}

// What one program answered, with what is expected of it.
function drawOwn(references, column) {
  const {name, version, runner} = data.programs[column];
  const items = references.map(reference => {
    const what = element('span', {class: 'by'}, 'for ', element('code', {}, reference.written));
    if (reference.of[column] < 0) return element('li', {}, badge('none'), what);
    const answer = reference.answers[reference.of[column]];
    if (data.verdicts[answer[2]] === 'wrong') what.append(', expected ', ...reference.expected.flatMap((one, i) => [i ? ' or ' : '', targetOf(one)]));
    return drawAnswer(reference, answer, what);
  });
  const source = runner && element('p', {}, 'Asked by ', element('a', {href: `${data.at}runners/${runner}`}, `runners/${runner}`));
  return element('section', {}, element('h3', {}, `${name} ${version}`), element('ul', {class: 'answers'}, items), source);
}

function drawInput(name, href, size, text, references) {
  // What is written, or else the token of it.
  const written = [...new Set(references.flatMap(one => [one.written, /ref\d+(?!\d)/.exec(one.written)?.[0]]).filter(Boolean))];
  written.sort((a, b) => b.length - a.length);
  const made = element('section', {}, element('h3', {}, 'File: ', href ? element('a', {href}, name) : name));
  if (text === null) {
    made.append(element('p', {}, `A binary file of ${counted(size, 'byte')}.`));
    return made;
  }
  const pieces = text.replaceAll('\r\n', '\n');
  const marks = written.length ? new RegExp('(' + written.map(one => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')') : null;
  made.append(element('pre', {tabindex: 0, role: 'region', 'aria-label': 'The file as text'},
    marks ? pieces.split(marks).map((piece, i) => i % 2 ? element('mark', {}, piece) : piece) : pieces));
  if (text.length < size && size > 16384) made.append(element('p', {}, `The first part of ${counted(size, 'byte')}.`));
  return made;
}

function drawReference(reference, number, count, column) {
  const expected = reference.expected.map(([rules, resolved, base, part]) => element('li', {},
    part || resolved !== null ? targetOf([rules, resolved, base, part]) : 'leads nowhere',
    element('small', {class: 'by'}, ruleNames(rules), base ? [': base ', url(base)] : ': no base')));
  const behaviours = reference.undefined.map(one => element('li', {}, one === null ? 'no URL' : url(one)));
  const clauses = reference.clauses.map((at, i) => {
    const [name, section, href] = data.clauses[at], text = `${name}, ${section}`;
    return [i > 0 && '; ', /^https?:/.test(href ?? '') ? element('a', {href, target: '_blank', rel: 'noreferrer noopener'}, text) : text];
  });
  // The answer of the chosen program comes first.
  const own = reference.of[column], groups = [...new Set(reference.of)].filter(at => at >= 0);
  groups.sort((a, b) => (b === own) - (a === own) || reference.answers[a][2] - reference.answers[b][2]);
  const names = at => data.programs.map((one, i) => [one.name, i]).filter(([, i]) => reference.of[i] === at);
  return element('section', {}, element('h3', {}, count > 1 && `${number}. `, element('code', {}, reference.written)),
    element('dl', {class: 'facts'}, fact('In', reference.place), fact('Part', reference.part), fact('Base defined by', reference.by),
      fact('Clauses', ...clauses.flat().filter(Boolean))),
    element('h4', {}, expected.length ? 'Expected' : 'No clause decides. Behaviours that exist:'),
    element('ul', {class: 'answers'}, expected.length ? expected : behaviours),
    element('h4', {}, 'Answers'),
    groups.length === 0 && element('p', {class: 'none'}, 'No program was asked.'),
    element('ul', {class: 'answers'}, groups.map(at => drawAnswer(reference, reference.answers[at], element('span', {class: 'by'},
      names(at).map(([name, i], place) => [place > 0 && ', ', i === column ? element('b', {}, name) : name]))))));
}

function drawCase(row, column, page) {
  const {one} = row, [area] = one.id.split('/');
  const tags = one.tags.map(tag => element('li', {}, page.link({tag}, () => page.go({tag}), tag)));
  const own = column >= 0 && drawOwn(one.references, column);
  return [element('p', {}, inline(one.why)), element('ul', {class: 'tags', 'aria-label': 'Tags'}, tags), own,
    drawInput(one.file, `${data.at}cases/${area}/${encodeURIComponent(one.file)}`, one.size, one.text, one.references),
    ...one.references.map((reference, i) => drawReference(reference, i + 1, one.references.length, column))].filter(Boolean);
}

function drawReading(row, column) {
  const {one} = row, texts = [...new Set(one.cells)];
  const own = one.cells[column];
  texts.sort((a, b) => (b === own) - (a === own));
  const items = texts.map(text => element('li', {}, element('span', {class: 'badge v-' + readingOf(one, text)}, inline(text === '?' ? 'not observed' : text)),
    element('span', {class: 'by'}, data.readers.columns.map((reader, i) => [reader, i]).filter(([, i]) => one.cells[i] === text).map(([reader, i], place) =>
      [place > 0 && ', ', i === column ? element('b', {}, reader.name) : reader.name]))));
  const raw = data.readers.columns.map((reader, i) => one.opened[i] && [element('dt', {}, reader.version), element('dd', {class: 'url'}, one.opened[i])]);
  return [element('section', {}, element('h3', {}, 'Answers'), element('ul', {class: 'answers'}, items)),
    element('section', {}, element('h3', {}, 'What each reader opened'), element('dl', {class: 'facts'}, raw)),
    drawInput(one.message, null, one.text?.length ?? 0, one.text, [])];
}

new Page();
document.documentElement.dataset.ready = 'true';
})();
