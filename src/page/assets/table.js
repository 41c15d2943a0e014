// The table of references or diagnostics. Only visible rows are elements, so that 100,000 rows scroll as smoothly as
// ten.

const kPrintedRows = 60;
const kRowHeight = 44;
const kRowsAround = 2;    // drawn above and below those in sight, for scrolling
const kMostHeight = 8e6;  // browsers cannot position elements below some ten million pixels
const kSliceMs = 5;       // typing in a filter never blocks the page for much longer
const kRowsPerLook = 64;  // rows that are tested between two looks at the clock
const kMostResults = 16;  // results of earlier filters that are kept

// Counts the rows that each of the places opens, in one pass for all that have the same filters.
function countRows(view, states) {
  const groups = new Map();
  for (const state of states) {
    const keys = Object.keys(state.filters).sort();
    const group = groups.get(keys.join()) ?? {filters: keys.map(key => view.filters[key]), root: {next: new Map(), count: 0}};
    groups.set(keys.join(), group);
    let node = group.root;
    for (const key of keys) {
      const value = state.filters[key];
      if (!node.next.has(value)) node.next.set(value, {next: new Map(), count: 0});
      node = node.next.get(value);
    }
    state.node = node;
  }
  for (const {filters, root} of groups.values()) {
    view.rows.forEach((row, i) => {
      const message = messages[view.messageOf[i]];
      let nodes = [root];
      for (const filter of filters) {
        const values = filter.of(row, message);
        nodes = nodes.flatMap(node => values.map(value => node.next.get(value)).filter(Boolean));
        if (!nodes.length) return;
      }
      for (const node of nodes) ++node.count;
    });
  }
  return states.map(state => state.node.count);
}

class Table {
  // `onOpen` is called with the index of a message and a link or null; `onChange` after the user has changed a filter or
  // the order.
  constructor(place, onOpen, onChange) {
    this.onOpen = onOpen;
    this.onChange = onChange;
    this.orders = new Map();
    this.results = [];  // {filters, rows}: what wider and wider filters found, the widest first
    this.grid = element('div', {class: 'grid', role: 'grid', tabindex: 0, onscroll: () => this.scrolled(), onkeydown: event => this.key(event)});
    this.form = element('form', {class: 'filters', role: 'search', 'aria-label': 'Filters', onsubmit: event => event.preventDefault(),
      oninput: event => this.readFilters(event), onreset: event => {
        event.preventDefault();
        this.change({filters: {}});
      }});
    this.printed = element('div', {class: 'printed'});
    this.chips = element('p', {class: 'chips'});
    this.count = element('span', {class: 'found', role: 'status'});
    place.replaceChildren(this.form, this.chips, element('p', {class: 'result'}, this.count, ' ',
      element('button', {type: 'button', class: 'small', onclick: () => this.export()}, 'Download as CSV')), this.grid, this.printed);
    addEventListener('beforeprint', () => this.print());
    addEventListener('afterprint', () => this.printed.replaceChildren());
    new ResizeObserver(() => this.resized()).observe(this.grid);
    this.top = this.height = this.headHeight = 0;  // of the grid; asked of the browser only when they change
  }

  // Shows a state: {show, filters, sort}, where `sort` is a column's key, after "-" if it descends.
  show({show, filters, sort}) {
    if (this.view !== kViews[show]) this.build(show);
    if (this.sort !== sort) this.results = [];
    this.filters = {...filters};
    this.sort = sort;
    for (const [key, control] of Object.entries(this.controls)) this.setControl(key, control);
    this.drawChips();
    for (const cell of this.header.children) {
      cell.setAttribute('aria-sort', sort === cell.dataset.column ? 'ascending' : sort === '-' + cell.dataset.column ? 'descending' : 'none');
    }
    this.apply();
  }

  change(change) {
    this.show({show: this.name, filters: this.filters, sort: this.sort, ...change});
    this.onChange();
  }

  build(name) {
    this.name = name;
    this.view = kViews[name];
    this.results = [];
    this.controls = {};
    this.header = element('div', {class: 'row header', role: 'row', 'aria-rowindex': 1}, this.view.columns.map(column =>
      element('div', {role: 'columnheader', 'data-column': column.key, class: 'c-' + column.key},
        element('button', {type: 'button', onclick: () => this.change({sort: this.nextOrder(column.key)})}, column.name))));
    this.body = element('div', {class: 'body', role: 'rowgroup'});
    this.grid.className = 'grid ' + name;
    this.grid.setAttribute('aria-label', this.view.name);
    this.grid.setAttribute('aria-colcount', this.view.columns.length);
    this.grid.replaceChildren(element('div', {role: 'rowgroup', class: 'head'}, this.header), this.body);
    const shows = element('select', {name: 'show'}, Object.entries(kViews).map(([value, view]) =>
      element('option', {value, selected: value === name}, view.name)));
    this.form.replaceChildren(element('label', {}, 'Show ', shows));
    for (const [key, filter] of Object.entries(this.view.filters)) {
      const control = filter.contains ? element('input', {type: 'search', size: filter.size, autocomplete: 'off', spellcheck: 'false'})
        : filter.passes ? element('input', {type: 'date'}) : filter.choice && this.makeChoice(filter);
      if (!control) continue;
      control.name = key;
      this.controls[key] = control;
      this.form.append(element('label', {}, filter.name + ' ', control));
    }
    this.form.append(element('button', {type: 'reset'}, 'Clear filters'));
  }

  // Offers the values that occur, the most frequent first. Values have "=" before them, since "" stands for any.
  makeChoice(filter) {
    const counts = new Map();
    this.view.rows.forEach((row, i) => {
      for (const value of filter.of(row, messages[this.view.messageOf[i]])) counts.set(value, (counts.get(value) ?? 0) + 1);
    });
    if (!counts.size) return null;
    const values = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 200);
    return element('select', {}, element('option', {value: ''}, 'any'), values.map(([value]) => this.makeOption(filter, value)));
  }

  makeOption(filter, value) {
    return element('option', {value: '=' + value}, value === '' ? filter.empty ?? 'none' : value === 'any' ? filter.any ?? 'for any reason' : filter.labels?.[value] ?? value);
  }

  setControl(key, control) {
    const filter = this.view.filters[key], value = this.filters[key];
    if (!filter.choice) {
      control.value = value ?? '';
      return;
    }
    const wanted = value === undefined ? '' : '=' + value;
    if (![...control.options].some(option => option.value === wanted)) control.append(this.makeOption(filter, value));
    control.value = wanted;
  }

  // Shows the filters that have no control; each can be removed.
  drawChips() {
    this.chips.replaceChildren(...Object.entries(this.filters).filter(([key]) => !this.controls[key]).map(([key, value]) =>
      element('button', {type: 'button', class: 'small', 'aria-label': 'Remove filter ' + this.view.filters[key].name, onclick: () => {
        const {[key]: removed, ...rest} = this.filters;
        this.change({filters: rest});
        this.grid.focus();
      }}, this.view.filters[key].name + ': ' + (value || 'none') + ' ✕')));
  }

  readFilters(event) {
    if (event.target.name === 'show') return this.change({show: event.target.value, filters: {}, sort: ''});
    for (const [key, control] of Object.entries(this.controls)) {
      delete this.filters[key];
      if (control.value) this.filters[key] = this.view.filters[key].choice ? control.value.slice(1) : control.value;
    }
    this.apply(true);
    this.onChange(true);
  }

  focus() {
    this.grid.closest('section').scrollIntoView();
    this.grid.focus({preventScroll: true});
  }

  nextOrder(key) {
    return this.sort === key ? '-' + key : this.sort === '-' + key ? '' : key;
  }

  // Returns all rows ordered by the current column, or in their own order. Each order is computed once.
  order() {
    const {rows, messageOf, columns} = this.view, column = columns.find(one => one.key === this.sort.replace(/^-/, ''));
    const key = column ?? this.view;
    if (!this.orders.has(key)) {
      const order = Int32Array.from(rows, (_, i) => i);
      if (column) {
        const keys = rows.map((row, i) => column.of(row, messages[messageOf[i]]).toLowerCase());
        order.sort((a, b) => keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b);
      }
      this.orders.set(key, order);
    }
    return column && this.sort.startsWith('-') ? this.orders.get(key).slice().reverse() : this.orders.get(key);
  }

  // Returns the tests that a row must pass, by its index.
  tests() {
    const {rows, messageOf, filters} = this.view;
    return Object.entries(this.filters).map(([key, value]) => {
      const filter = filters[key], wanted = normalized(value), inMessages = [];
      if (filter.passes) return i => filter.passes(messages[messageOf[i]], value);
      if (!filter.contains) return i => filter.of(rows[i], messages[messageOf[i]]).includes(value);
      if (!filter.inMessage) return i => filter.textOf(i).includes(wanted);
      return i => filter.textOf(i).includes(wanted) ||
        (inMessages[messageOf[i]] ??= textOfMessage(messageOf[i]).includes(wanted));
    });
  }

  // Returns true if every row that passes the current filters also passes these.
  isWider(earlier) {
    return Object.entries(earlier).every(([key, value]) => key in this.filters && (this.view.filters[key].contains
      ? normalized(this.filters[key]).includes(normalized(value)) : this.filters[key] === value));
  }

  // Finds the rows that pass all filters, among those that passed wider ones before. If the user is typing, this is done
  // in slices, and the first rows are drawn at once.
  apply(typing = false) {
    while (this.results.length && !this.isWider(this.results.at(-1).filters)) this.results.pop();
    const among = this.results.at(-1)?.rows ?? this.order(), tests = this.tests(), search = this.search = {};
    const found = new Int32Array(among.length);
    let at = 0, count = 0;
    const next = () => {
      if (this.search !== search) return;
      const end = typing ? performance.now() + kSliceMs : Infinity, first = at === 0, before = count;
      do {
        for (const stop = Math.min(at + kRowsPerLook, among.length); at < stop; ++at) {
          if (tests.every(test => test(among[at]))) found[count++] = among[at];
        }
      } while (at < among.length && performance.now() < end);
      const more = at < among.length;
      this.setRows(found.subarray(0, count), more, first, first || before < this.rowsInSight());
      if (!more) this.keepResult(found.slice(0, count));
      else if (first) requestAnimationFrame(() => setTimeout(next));
      else setTimeout(next);
    };
    next();
  }

  keepResult(rows) {
    if (rows.length === (this.results.at(-1)?.rows ?? this.view.rows).length) return;
    this.results.push({filters: {...this.filters}, rows});
    if (this.results.length > kMostResults) this.results.shift();
  }

  // Shows these rows, of which there may be more soon. `first` is true for the first rows of a result, and `draws` if the
  // rows in sight may be others than before.
  setRows(rows, more, first, draws) {
    const count = rows.length, all = this.view.rows.length, {one} = this.view;
    this.rows = rows;
    if (first) {
      this.active = 0;
      if (this.top > 0) this.grid.scrollTop = this.top = 0;
    }
    this.count.textContent = more ? 'Searching: ' + numbers.format(count) + ' so far'
      : count === all ? counted(count, one) : numbers.format(count) + ' of ' + counted(all, one);
    this.grid.setAttribute('aria-rowcount', count + 1);
    this.body.style.height = Math.max(Math.min(count * kRowHeight, kMostHeight), kRowHeight) + 'px';
    this.isEmpty = count === 0 && !more;
    if (draws || this.isEmpty) this.draw();
  }

  resized() {
    this.height = this.grid.clientHeight;
    this.headHeight = this.header.offsetHeight;
    this.draw();
  }

  scrolled() {
    this.top = this.grid.scrollTop;
    this.draw();
  }

  rowsInSight() {
    return Math.ceil(this.height / kRowHeight) + 2 * kRowsAround + 1;
  }

  // Returns the pixels of rows per pixel of scrolling; more than 1 if all rows exceed kMostHeight.
  scale() {
    const seen = this.height - this.headHeight;
    const height = this.rows.length * kRowHeight, placed = Math.min(height, kMostHeight);
    return placed > seen ? (height - seen) / (placed - seen) : 1;
  }

  draw() {
    const top = this.top, offset = top * this.scale();
    const first = Math.max(Math.floor(offset / kRowHeight) - kRowsAround, 0);
    const last = Math.min(first + this.rowsInSight(), this.rows.length);
    const drawn = [];
    for (let at = first; at < last; ++at) drawn.push(this.drawRow(at));
    if (this.isEmpty) {
      drawn.push(element('div', {role: 'row', class: 'nothing'}, element('div', {role: 'gridcell'},
        'No ' + this.view.one + (this.view.rows.length ? ' matches these filters.' : ' is in this report.'))));
    }
    this.body.style.paddingTop = top + first * kRowHeight - offset + 'px';
    this.body.replaceChildren(...drawn);
    const active = this.body.querySelector('.active');
    if (active) this.grid.setAttribute('aria-activedescendant', active.id);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  drawRow(at) {
    const i = this.rows[at], {rows, messageOf, columns} = this.view;
    return element('div', {class: at === this.active ? 'row active' : 'row', role: 'row', id: 'row-' + at,
      'aria-rowindex': at + 2, 'aria-selected': String(at === this.active), onclick: () => this.open(at)},
      columns.map(column => element('div', {role: 'gridcell', class: 'c-' + column.key}, column.draw(rows[i], messages[messageOf[i]]))));
  }

  open(at) {
    this.active = at;
    this.draw();
    this.onOpen(this.view.messageOf[this.rows[at]], this.view.linkOf(this.view.rows[this.rows[at]]));
  }

  key(event) {
    if (event.target !== this.grid) return;
    const page = Math.max(Math.floor((this.height - this.headHeight) / kRowHeight) - 1, 1);
    const moves = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.rows.length, End: this.rows.length};
    if (event.key in moves) {
      this.active = Math.max(Math.min(this.active + moves[event.key], this.rows.length - 1), 0);
      this.reveal();
    } else if ((event.key === 'Enter' || event.key === ' ') && this.rows.length) {
      this.open(this.active);
    } else {
      return;
    }
    event.preventDefault();
  }

  reveal() {
    const seen = this.height - this.headHeight, scale = this.scale(), y = this.active * kRowHeight, offset = this.top * scale;
    if (y < offset) this.grid.scrollTop = y / scale;
    else if (y + kRowHeight > offset + seen) this.grid.scrollTop = (y + kRowHeight - seen) / scale;
    this.scrolled();
  }

  // Paper does not scroll: it gets the first rows as a plain table.
  print() {
    const {rows, messageOf, columns, one} = this.view, first = Array.from(this.rows.subarray(0, kPrintedRows));
    this.printed.replaceChildren(
      element('p', {class: 'note'}, first.length < this.rows.length && 'The first ' + first.length + ' of ' + counted(this.rows.length, one) + '.'),
      element('table', {class: 'drawn'}, element('thead', {}, element('tr', {}, columns.map(column => element('th', {scope: 'col'}, column.name)))),
        element('tbody', {}, first.map(i => element('tr', {}, columns.map(column =>
          element('td', {class: 'c-' + column.key}, column.draw(rows[i], messages[messageOf[i]]))))))));
  }

  // Exports the filtered rows in their order, as the commands write them.
  export() {
    const {table, rows, messageOf, beside} = this.view;
    const columns = [...exported[table], ...beside()];
    download('mimebase-' + this.name + '.csv', [columns, ...Array.from(this.rows, i =>
      columns.map(column => exportedCell(this.view, rows[i], messages[messageOf[i]], column)))]);
  }
}
