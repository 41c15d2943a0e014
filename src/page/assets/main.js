// Adds the interactive parts of the page: a table that replaces the static rows, the view of a message, and links for
// the counts of the overview. The fragment of the page's URL holds the state, so that Back works and a view can be
// shared.

// A state is {show, filters, sort, message, reference}: indices, or null if no message is open.
function parseState(fragment) {
  const params = new URLSearchParams(fragment.includes('=') ? fragment : '');
  const show = Object.hasOwn(kViews, params.get('show')) ? params.get('show') : 'references';
  const index = (name, rows) => rows && Object.hasOwn(rows, params.get(name) - 1) ? params.get(name) - 1 : null;
  const message = index('message', messages);
  const filters = Object.fromEntries([...params].filter(([key]) => Object.hasOwn(kViews[show].filters, key)));
  return {show, filters, sort: params.get('sort') ?? '', message, reference: index('reference', messages[message]?.links)};
}

function writeState({show, filters, sort, message, reference}) {
  const params = new URLSearchParams();
  if (show !== 'references') params.set('show', show);
  for (const [key, value] of Object.entries(filters)) params.set(key, value);
  if (sort) params.set('sort', sort);
  if (message !== null) params.set('message', message + 1);
  if (message !== null && reference !== null) params.set('reference', reference + 1);
  return '#' + params;
}

class Page {
  constructor() {
    this.view = new MessageView(document.getElementById('message'), (change, moves) => this.go(change, moves), () => this.close());
    this.table = new Table(document.getElementById('table'),
      (message, link) => this.go({message, reference: link && messages[message].links.indexOf(link)}), typing => this.readTable(typing));
    this.state = parseState(location.hash.slice(1));
    this.table.show(this.state);
    this.showMessage(this.state.message !== null);
    // A link to rows leads to them, also in a page that has just been opened.
    if (location.hash.includes('=') && this.state.message === null) document.getElementById('references').scrollIntoView();
    // Both, since not all browsers fire the former for a fragment that the user types.
    for (const type of ['popstate', 'hashchange']) addEventListener(type, () => this.restore());
    document.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.target.matches('input, select') || document.querySelector('dialog[open]')) return;
      if (this.state.message !== null) this.close();
    });
    for (const link of document.querySelectorAll('nav a, a.skip')) {
      link.addEventListener('click', event => {
        const section = document.querySelector(link.getAttribute('href'));
        event.preventDefault();  // the fragment belongs to the state
        section.tabIndex = -1;
        section.scrollIntoView();
        section.focus({preventScroll: true});
      });
    }
  }

  save() {
    clearTimeout(this.saving);
    const fragment = writeState(this.state);
    if (fragment === (location.hash || '#')) return;
    try {
      history.pushState(null, '', fragment);
    } catch {
      // Browsers limit how often this is done. The page then works without it.
    }
  }

  restore() {
    clearTimeout(this.saving);
    const before = this.state;
    this.state = parseState(location.hash.slice(1));
    if (writeState(before) === writeState(this.state)) return;
    const {message, reference, ...table} = this.state, {message: m, reference: r, ...tableBefore} = before;
    if (JSON.stringify(table) !== JSON.stringify(tableBefore)) this.table.show(this.state);
    if (message !== m || reference !== r) this.showMessage(message !== null);
  }

  // Changes the open message.
  go({message, reference}, moves = true) {
    Object.assign(this.state, {message, reference});
    this.showMessage(moves);
    this.save();
  }

  close() {
    this.go({message: null, reference: null}, false);
    this.table.focus();
  }

  showMessage(moves) {
    const {message, reference} = this.state;
    this.view.show(message ?? (messages.length === 1 ? 0 : null), reference, moves);
  }

  // While the user types, a state is saved at every pause.
  readTable(typing) {
    const {name: show, filters, sort} = this.table;
    Object.assign(this.state, {show, filters: {...filters}, sort});
    clearTimeout(this.saving);
    if (typing) this.saving = setTimeout(() => this.save(), 400); else this.save();
  }

  // Shows the rows of a count.
  openRows(state) {
    this.state = {...state, sort: '', message: null, reference: null};
    this.table.show(this.state);
    this.showMessage(false);
    this.save();
    this.table.focus();
  }
}

const makeLink = (href, act, ...content) => element('a', {href, onclick: event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
}}, ...content);

// Makes each count a link to the rows that it counts. The table lacks rows if the report has more of them than the page
// holds. Then the count stays as it is, and a link with the count of the table's rows follows.
function connectCounts(page) {
  const places = [...document.querySelectorAll('[data-open]')].map(place => ({place, state: parseState(place.dataset.open)}));
  for (const name of Object.keys(kViews)) {
    const own = places.filter(({state}) => state.show === name);
    const counts = countRows(kViews[name], own.map(({state}) => state));
    own.forEach(({place, state}, i) => {
      if (!counts[i]) return;
      const text = place.firstChild, [, number, rest, space] = /^([0-9,]+)(.*?)(\s*)$/s.exec(text.data);
      const shown = numbers.format(counts[i]), isAll = shown === number;
      const link = makeLink(writeState({message: null, sort: '', ...state, node: null}), () => page.openRows(state),
        isAll ? shown + rest : shown + ' in the table');
      if (isAll) text.replaceWith(link, space); else text.after(' (', link, ')');
    });
  }
}

function connectExamples(page) {
  for (const place of document.querySelectorAll('[data-source]')) {
    const message = places.get(placeKey(place.dataset.source, place.dataset.message));
    if (message === undefined) continue;
    place.replaceChildren(makeLink('#message=' + (message + 1), () => page.go({message, reference: null}), ...place.childNodes));
  }
}

// Long tables of groups show their first rows, and a button for all of them.
function addUnfoldButtons() {
  for (const table of document.querySelectorAll('.groups table')) {
    const rows = table.tBodies[0].rows.length;
    if (!table.querySelector('.rest')) continue;
    const button = element('button', {type: 'button', onclick: () => {
      table.classList.add('unfolded');
      table.querySelector('.rest a')?.focus();
      button.remove();
    }}, 'Show all ' + numbers.format(rows) + ' groups');
    table.after(button);
  }
}

// Makes the searched texts in idle time, before the user searches.
function prepareSearch(at = 0) {
  (window.requestIdleCallback ?? setTimeout)(() => {
    const end = performance.now() + kSliceMs;
    while (at < links.length && performance.now() < end) kViews.references.filters.text.textOf(at++);
    if (at < links.length) prepareSearch(at);
  });
}

takeAll(() => {
  if (!messages.length) return;
  const page = new Page();
  connectCounts(page);
  connectExamples(page);
  addUnfoldButtons();
  prepareSearch();
  document.documentElement.dataset.ready = 'true';
});
