// What the table can show: references and diagnostics, with their columns, filters and exported cells.

// The same rules as in page/tally.cpp.
const schemeOf = link => (/^[a-z0-9+.-]{0,40}(?=:)/i.exec(resolvedOf(link) ??
  (/part$/.test(link[kLink.status]) ? link[kLink.reference] : '')) ?? [''])[0].toLowerCase();
// The same rules as in page/charts.cpp: [month, year], or [''] if the date is implausible.
function whenOf(message) {
  const month = (message.message[kMessage.date] ?? '').slice(0, 7);
  const plausible = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month >= '1970' && month < '2101';
  return plausible ? [month, month.slice(0, 4)] : [''];
}
// Milliseconds since 1970; NaN, which is in no period, without a date.
const timeOf = message => message.time ??= Date.parse(message.message[kMessage.date] ?? '');
const layerOf = (link, message) => baseOf(message, link, kLink.base)[kBase.base_by];
const marksOf = link => link[kLink.hidden] ? ['hidden: ' + link[kLink.hidden], ...(link.codes ?? [])] : link.codes ?? [];
const soft = text => text && element('span', {class: 'text'}, text);
const normalized = text => text.trim().toLowerCase();
const linesOf = (...texts) => texts.map(text => text ?? '').join('\n').toLowerCase();

// The same rules as kept_subject() in page/tally.cpp.
function nameOf(message) {
  const row = message.message;
  const isMail = row[kMessage.message_id] ?? row[kMessage.date] ?? row[kMessage.from] ?? (row[kMessage.offset] || null);
  return row[kMessage.subject] ?? message.title ?? (isMail === null && row[kMessage.source].split(/[/!]/).pop() || '(no subject)');
}

const kMessageColumn = {key: 'message', name: 'Message',
  of: (row, message) => (message.message[kMessage.date] ?? '') + ' ' + nameOf(message),
  draw: (row, message) => [element('span', {}, nameOf(message)),
                           soft((message.message[kMessage.date] ?? '').slice(0, 10))]};

// Filters of messages, which all views have, each its own since they keep its texts.
const messageFilters = () => ({
  from: {name: 'From contains', size: 14, perMessage: true, contains: (row, message) => linesOf(message.message[kMessage.from])},
  file: {name: 'File contains', size: 14, perMessage: true, contains: (row, message) => linesOf(message.message[kMessage.source])},
  // As the options --since and --until: days in UTC.
  since: {name: 'Since', passes: (message, day) => timeOf(message) >= Date.parse(day)},
  until: {name: 'Until', passes: (message, day) => timeOf(message) < Date.parse(day) + 864e5},
});

// The value of a column in the CSV files of `links` and `check`.
function exportedCell(view, row, message, column) {
  if (column in kMessage) return message.message[kMessage[column]];
  if (column in kBase) return baseOf(message, row, kLink.base)[kBase[column]];
  return view.cell(row, column);
}

// What the table can show. A filter with `of` is exact: it keeps the rows that have the wanted value, or have it among
// their values. One with `contains` searches in lower-case text, and `inMessage` also in that of the message. `choice`
// offers the values. One with `passes` compares with a date. A filter with none of these occurs only in links to rows.
const kViews = {
  references: {
    name: 'References', one: 'reference', table: 'link', rows: links, messageOf: messageOfLink,
    linkOf: link => link,
    columns: [
      {key: 'host', name: 'Host', of: link => link[kLink.host] ?? '', draw: link => [link[kLink.host] ?? soft('no host')]},
      {key: 'url', name: 'URL', of: link => resolvedOf(link) ?? link[kLink.reference], draw: link => {
        const reference = link[kLink.reference], resolved = resolvedOf(link), text = link[kLink.text];
        const written = resolved !== null && resolved !== reference && ['written ', element('span', {class: 'url written'}, reference)];
        return [url(resolved ?? reference), (written || text) &&
          element('span', {class: 'text'}, written || '', written && text ? ', ' : '', text ? '“' + text + '”' : '')];
      }},
      {key: 'status', name: 'Status', of: link => link[kLink.status], draw: link => [
        element('span', {class: 'badge s-' + link[kLink.status]}, link[kLink.status]),
        marksOf(link).length > 0 && element('span', {class: 'marks'}, marksOf(link).join(', '))]},
      {key: 'where', name: 'Where', of: link => (link[kLink.content_type] ?? 'header') + ' ' + link[kLink.context],
       draw: (link, message) => [element('span', {}, link[kLink.context]), soft((link[kLink.content_type] ?? 'header') +
         (layerOf(link, message) === 'none' ? '' : ', ' + layerOf(link, message)))]},
      kMessageColumn,
    ],
    filters: {
      text: {name: 'Search', size: 24, inMessage: true, contains: link => linesOf(link[kLink.reference], link[kLink.resolved] || '',
        link[kLink.text], link[kLink.context], link[kLink.unwrapped])},
      host: {name: 'Host contains', size: 14, contains: link => linesOf(link[kLink.host], domainOf(link))},
      status: {name: 'Status', choice: true, of: link => {
        const status = link[kLink.status];
        return status === 'resolved' || status === 'unresolved' ? [status, 'relative'] : [status];
      }},
      layer: {name: 'Base source', choice: true, of: (link, message) => [layerOf(link, message)]},
      type: {name: 'Part type', choice: true, empty: 'header', of: link => [link[kLink.content_type] ?? '']},
      scheme: {name: 'Scheme', choice: true, of: link => [schemeOf(link)]},
      hidden: {name: 'Hidden', choice: true, of: link => link[kLink.hidden] === null ? [] : [link[kLink.hidden], 'any']},
      code: {name: 'Diagnostic', choice: true, of: link => link.codes ?? []},
      kind: {name: 'Kind', choice: true, of: link => [link[kLink.kind]]},
      ...messageFilters(),
      wrapper: {name: 'Wrapped by', choice: true, any: 'any service', of: link => link[kLink.wrappers].length ? [...new Set(link[kLink.wrappers]), 'any'] : []},
      differs: {name: 'Readers differ', choice: true, any: 'in any way', labels: {domain: 'in the domain', host: 'in the host',
        url: 'in the URL', nothing: 'some open nothing'}, of: link => link.comparison ? [link.comparison[kComparison.difference], 'any'] : []},
      opens_by: {name: 'Opened by', choice: true, of: link => link[kLink.opens_by] === null ? [] : [link[kLink.opens_by]]},
      outcome: {name: 'Readers open', of: link => link.comparison ? [link.comparison[kComparison.group]] : []},
      domain: {name: 'Domain', of: link => [domainOf(link) ?? '']},
      when: {name: 'When', of: (link, message) => whenOf(message)},
    },
    beside: () => [...(links.some(link => link[kLink.reader]) ? ['reader', 'opens', 'opens_by'] : []), 'domain'],
    cell: (link, column) => column === 'resolved' ? resolvedOf(link) : column === 'domain' ? domainOf(link)
      : column === 'in_message_id' ? link.in_message_id : column === 'wrappers' ? JSON.stringify(link[kLink.wrappers])
      : column === 'opens' ? openedCell(link[kLink.opens]) : link[kLink[column]],
  },
  diagnostics: {
    name: 'Diagnostics', one: 'diagnostic', table: 'diagnostic', rows: diagnostics, messageOf: messageOfDiagnostic,
    linkOf: diagnostic => diagnostic.link ?? null,
    columns: [
      {key: 'code', name: 'Diagnostic', of: row => row[kDiagnostic.code], draw: row =>
        [element('span', {}, row[kDiagnostic.code]), element('span', {class: 'text ' + row[kDiagnostic.severity]}, row[kDiagnostic.severity])]},
      {key: 'detail', name: 'Detail', of: row => row[kDiagnostic.detail], draw: row => [element('span', {}, row[kDiagnostic.detail]),
        row.link && element('span', {class: 'text'}, url(resolvedOf(row.link) ?? row.link[kLink.reference]))]},
      {key: 'part', name: 'Part', of: row => row[kDiagnostic.part], draw: row => [row[kDiagnostic.part] || soft('whole message')]},
      kMessageColumn,
    ],
    filters: {
      text: {name: 'Search', size: 24, inMessage: true, contains: row => linesOf(row[kDiagnostic.code], row[kDiagnostic.detail],
        row.link && resolvedOf(row.link))},
      code: {name: 'Diagnostic', choice: true, of: row => [row[kDiagnostic.code]]},
      severity: {name: 'Severity', choice: true, of: row => [row[kDiagnostic.severity]]},
      ...messageFilters(),
      domain: {name: 'Domain', of: row => [row[kDiagnostic.domain]]},
      other_domain: {name: 'Leads to domain', of: row => [row[kDiagnostic.other_domain]]},
    },
    beside: () => ['date', 'from', 'subject', 'domain', 'other_domain'],
    cell: (row, column) => row[kDiagnostic[column]],
  },
};
const messageTexts = [];
const textOfMessage = index => messageTexts[index] ??= linesOf(messages[index].title, ...['subject', 'from', 'source', 'message_id'].map(column =>
  messages[index].message[kMessage[column]]));
for (const view of Object.values(kViews)) {
  for (const filter of Object.values(view.filters)) {
    if (!filter.contains) continue;
    const kept = [];  // the text of each row or message, made when it is first searched
    filter.textOf = i => {
      const message = view.messageOf[i];
      return kept[filter.perMessage ? message : i] ??= filter.contains(view.rows[i], messages[message]);
    };
  }
}
