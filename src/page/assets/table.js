// The table of references. Only visible rows are elements, so that 100,000 rows scroll as smoothly as ten.

const kRowHeight = 44;
const kMostHeight = 8e6;  // browsers cannot position elements below some ten million pixels
const kColumns = [
  {key: 'status', name: 'Status', of: link => link[kLink.status]},
  {key: 'reference', name: 'Reference', of: link => link[kLink.reference]},
  {key: 'resolved', name: 'Leads to', of: link => resolvedOf(link) ?? ''},
  {key: 'layer', name: 'Layer', of: (link, message) => baseOf(message, link, kLink.base)[kBase.by]},
  {key: 'type', name: 'In', of: link => (link[kLink.type] ?? 'heading') + ' ' + link[kLink.context]},
  {key: 'message', name: 'Message', of: (link, message) =>
    (message.message[kMessage.date] ?? '') + ' ' + (message.message[kMessage.subject] ?? '')},
];

const kFilters = {
  text: {name: 'Search', passes: (link, message, value, i) => searchTexts()[i].includes(value), lower: true},
  host: {name: 'Host', passes: (link, message, value) =>
    (link[kLink.host] ?? '').includes(value) || (domainOf(link) ?? '').includes(value), lower: true},
  status: {name: 'Status', passes: (link, message, value) => link[kLink.status] === value,
           values: link => [link[kLink.status]]},
  layer: {name: 'Layer', passes: (link, message, value) => baseOf(message, link, kLink.base)[kBase.by] === value,
          values: (link, message) => [baseOf(message, link, kLink.base)[kBase.by]]},
  type: {name: 'Part type', passes: (link, message, value) => (link[kLink.type] ?? 'heading') === value,
         values: link => [link[kLink.type] ?? 'heading']},
  scheme: {name: 'Scheme', passes: (link, message, value) => schemeOf(link) === value, values: link => [schemeOf(link)]},
  mark: {name: 'Marked', passes: (link, message, value) => marksOf(link).includes(value), values: link => marksOf(link)},
};

const schemeOf = link => (/^[^:]*(?=:)/.exec(resolvedOf(link) ?? '') ?? ['none'])[0].toLowerCase();
const marksOf = link => link[kLink.hidden] ? ['hidden: ' + link[kLink.hidden], ...(link.codes ?? [])] : link.codes ?? [];

let searched = null;
// Returns the searchable text of each link, in lower case.
function searchTexts() {
  searched ??= links.map((link, i) => {
    const message = messages[messageOf[i]].message;
    return (link[kLink.reference] + '\n' + (link[kLink.resolved] || '') + '\n' + (link[kLink.text] ?? '') + '\n' +
            link[kLink.context] + '\n' + (message[kMessage.subject] ?? '') + '\n' + (message[kMessage.from] ?? ''))
      .toLowerCase();
  });
  return searched;
}

class Table {
  constructor(place, onOpen) {
    this.onOpen = onOpen;
    this.filters = {};
    this.sorted = null;  // {column, ascending}
    this.orders = new Map();
    this.rows = Int32Array.from(links, (_, i) => i);
    this.active = 0;
    this.grid = element('div', {class: 'grid', role: 'grid', tabindex: 0, 'aria-label': 'References',
      'aria-colcount': kColumns.length, onscroll: () => this.draw(), onkeydown: event => this.key(event)});
    this.header = element('div', {class: 'row header', role: 'row', 'aria-rowindex': 1}, kColumns.map(column =>
      element('div', {role: 'columnheader', 'data-column': column.key, 'aria-sort': 'none', class: 'c-' + column.key},
        element('button', {type: 'button', onclick: () => this.sort(column)}, column.name))));
    this.body = element('div', {class: 'body', role: 'rowgroup'});
    this.grid.append(element('div', {role: 'rowgroup', class: 'head'}, this.header), this.body);
    this.count = element('p', {class: 'found', role: 'status'});
    this.controls = {};
    place.replaceChildren(this.makeFilters(), this.count, this.grid);
    new ResizeObserver(() => this.draw()).observe(this.grid);
    this.apply();
  }

  makeFilters() {
    const form = element('form', {class: 'filters', role: 'search', 'aria-label': 'Filter the references',
      onsubmit: event => event.preventDefault(), oninput: () => this.readFilters(),
      onreset: () => setTimeout(() => this.readFilters())});
    for (const [key, filter] of Object.entries(kFilters)) {
      const control = filter.values ? this.makeChoice(filter) : element('input', {type: 'search', size: key === 'text' ? 24 : 14,
        autocomplete: 'off', spellcheck: 'false'});
      if (!control) continue;
      control.name = key;
      this.controls[key] = control;
      form.append(element('label', {}, filter.name + ' ', control));
    }
    form.append(element('button', {type: 'reset'}, 'All'));
    return form;
  }

  // Offers the values that occur, the most frequent first.
  makeChoice(filter) {
    const counts = new Map();
    links.forEach((link, i) => {
      for (const value of filter.values(link, messages[messageOf[i]])) counts.set(value, (counts.get(value) ?? 0) + 1);
    });
    if (!counts.size) return null;
    const values = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 200);
    return element('select', {}, element('option', {value: ''}, 'any'), values.map(([value, count]) =>
      element('option', {value}, value + ' (' + numbers.format(count) + ')')));
  }

  readFilters() {
    this.filters = {};
    for (const [key, control] of Object.entries(this.controls)) {
      const value = kFilters[key].lower ? control.value.trim().toLowerCase() : control.value;
      if (value) this.filters[key] = value;
    }
    this.apply();
  }

  // Sets exactly these filters, as if the user had entered them.
  setFilters(filters) {
    for (const [key, control] of Object.entries(this.controls)) control.value = filters[key] ?? '';
    this.readFilters();
    this.grid.closest('section').scrollIntoView();
    this.grid.focus({preventScroll: true});
  }

  sort(column) {
    const again = this.sorted?.column === column;
    this.sorted = again && !this.sorted.ascending ? null : {column, ascending: !again};
    for (const cell of this.header.children) {
      cell.setAttribute('aria-sort', this.sorted?.column.key !== cell.dataset.column ? 'none'
        : this.sorted.ascending ? 'ascending' : 'descending');
    }
    this.apply();
  }

  // Returns all rows ordered by the current column. Each column's order is computed once.
  order() {
    if (!this.sorted) return null;
    const {column, ascending} = this.sorted;
    if (!this.orders.has(column)) {
      const keys = links.map((link, i) => column.of(link, messages[messageOf[i]]).toLowerCase());
      const order = Int32Array.from(keys, (_, i) => i);
      order.sort((a, b) => keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b);
      this.orders.set(column, order);
    }
    const order = this.orders.get(column);
    return ascending ? order : order.slice().reverse();
  }

  apply() {
    const order = this.order();
    const filters = Object.entries(this.filters).map(([key, value]) => [kFilters[key].passes, value]);
    const rows = new Int32Array(links.length);
    let count = 0;
    for (let at = 0; at < links.length; ++at) {
      const i = order ? order[at] : at;
      const message = messages[messageOf[i]];
      if (filters.every(([passes, value]) => passes(links[i], message, value, i))) rows[count++] = i;
    }
    this.rows = rows.subarray(0, count);
    this.active = 0;
    this.count.textContent = count === links.length ? counted(count, 'reference')
      : numbers.format(count) + ' of ' + counted(links.length, 'reference');
    this.grid.setAttribute('aria-rowcount', count + 1);
    this.body.style.height = Math.min(count * kRowHeight, kMostHeight) + 'px';
    this.grid.scrollTop = 0;
    this.draw();
  }

  // Returns the pixels of rows per pixel of scrolling; more than 1 if all rows exceed kMostHeight.
  scale() {
    const seen = this.grid.clientHeight - this.header.offsetHeight;
    const height = this.rows.length * kRowHeight, placed = Math.min(height, kMostHeight);
    return placed > seen ? (height - seen) / (placed - seen) : 1;
  }

  draw() {
    const top = this.grid.scrollTop, offset = top * this.scale();
    const first = Math.max(Math.floor(offset / kRowHeight) - 4, 0);
    const last = Math.min(first + Math.ceil(this.grid.clientHeight / kRowHeight) + 9, this.rows.length);
    const drawn = [];
    for (let at = first; at < last; ++at) drawn.push(this.drawRow(at, top + at * kRowHeight - offset));
    this.body.replaceChildren(...drawn);
    const active = this.body.querySelector('.active');
    if (active) this.grid.setAttribute('aria-activedescendant', active.id);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  drawRow(at, y) {
    const i = this.rows[at], link = links[i], message = messages[messageOf[i]];
    const cell = (key, ...children) => element('div', {role: 'gridcell', class: 'c-' + key}, ...children);
    const resolved = resolvedOf(link), marks = marksOf(link);
    const row = element('div', {class: at === this.active ? 'row active' : 'row', role: 'row', id: 'row-' + at,
      'aria-rowindex': at + 2, 'aria-selected': String(at === this.active),
      onclick: () => { this.active = at; this.draw(); this.onOpen(messageOf[i], link); }},
      cell('status', element('span', {class: 'badge s-' + link[kLink.status]}, link[kLink.status]),
        marks.length > 0 && element('span', {class: 'marks'}, marks.join(', '))),
      cell('reference', url(link[kLink.reference]), link[kLink.text] && element('span', {class: 'text'}, link[kLink.text])),
      cell('resolved', resolved === link[kLink.reference] ? element('span', {class: 'same'}, 'the same')
        : resolved === null ? element('span', {class: 'same'}, 'nothing') : url(resolved)),
      cell('layer', baseOf(message, link, kLink.base)[kBase.by]),
      cell('type', element('span', {}, link[kLink.context]), element('span', {class: 'text'}, link[kLink.type] ?? 'heading')),
      cell('message', element('span', {}, message.message[kMessage.subject] ?? '(no subject)'),
        element('span', {class: 'text'}, (message.message[kMessage.date] ?? '').slice(0, 10))));
    row.style.transform = 'translateY(' + y + 'px)';
    return row;
  }

  key(event) {
    if (event.target !== this.grid) return;
    const page = Math.max(Math.floor((this.grid.clientHeight - this.header.offsetHeight) / kRowHeight) - 1, 1);
    const moves = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.rows.length, End: this.rows.length};
    if (event.key in moves) {
      this.active = Math.max(Math.min(this.active + moves[event.key], this.rows.length - 1), 0);
      this.reveal();
    } else if ((event.key === 'Enter' || event.key === ' ') && this.rows.length) {
      const i = this.rows[this.active];
      this.onOpen(messageOf[i], links[i]);
    } else {
      return;
    }
    event.preventDefault();
  }

  reveal() {
    const seen = this.grid.clientHeight - this.header.offsetHeight, scale = this.scale();
    const y = this.active * kRowHeight, offset = this.grid.scrollTop * scale;
    if (y < offset) this.grid.scrollTop = y / scale;
    else if (y + kRowHeight > offset + seen) this.grid.scrollTop = (y + kRowHeight - seen) / scale;
    this.draw();
  }
}
