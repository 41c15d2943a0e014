// Adds the interactive parts of the page: a table that replaces the static rows, the view of a message, and
// filters for the counts of the overview.

function makeButton(place, title, act) {
  const button = element('button', {type: 'button', class: 'plain', title, onclick: act});
  const named = place.querySelector('span');
  button.append(...(named ? [named] : place.childNodes));
  place.prepend(button);
}

// Turns each count into a button that filters the table.
function connectCounts(table) {
  for (const kind of ['status', 'layer', 'host', 'scheme']) {
    for (const place of document.querySelectorAll('th[data-' + kind + ']')) {
      const filter = {[kind]: place.dataset[kind]};
      if (kind !== 'host' && ![...table.controls[kind]?.options ?? []].some(option => option.value === filter[kind])) continue;
      makeButton(place, 'show these references', () => table.setFilters(filter));
    }
  }
  const marks = [...table.controls.mark?.options ?? []].map(option => option.value);
  for (const place of document.querySelectorAll('[data-code]')) {
    const filter = {mark: place.dataset.code, host: place.dataset.host ?? ''};
    if (!marks.includes(filter.mark)) continue;
    const show = () => table.setFilters(filter);
    if (place.localName === 'details') place.append(element('p', {}, element('button', {type: 'button', onclick: show}, 'show these references')));
    else makeButton(place, 'show these references', show);
  }
}

function connectExamples(view) {
  for (const place of document.querySelectorAll('[data-source]')) {
    const index = places.get(placeKey(place.dataset.source, place.dataset.message));
    if (index !== undefined) makeButton(place, 'show this message', () => view.open(index));
  }
}

takeAll(() => {
  if (!messages.length) return;
  const view = new MessageView(document.getElementById('message'));
  const table = new Table(document.getElementById('table'), (index, link) => view.open(index, link));
  connectCounts(table);
  connectExamples(view);
  document.documentElement.dataset.ready = 'true';
  // Prepared before the user searches.
  (window.requestIdleCallback ?? setTimeout)(() => searchTexts());
});
