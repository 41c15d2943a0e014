// The messages, references and diagnostics of the page, parsed from its data elements.

// The names of the columns of each table, as the program writes them.
const names = JSON.parse(document.querySelector('[data-columns]').dataset.columns);
const numbered = table => Object.fromEntries(names[table].map((name, column) => [name, column]));
const kMessage = numbered('message'), kBase = numbered('base'), kCandidate = numbered('candidate'),
      kEntity = numbered('entity'), kLink = numbered('link'), kDiagnostic = numbered('diagnostic'),
      kComparison = numbered('comparison');

// The columns of the CSV files that the commands write.
const exported = JSON.parse(document.querySelector('[data-exported]').dataset.exported);

const messages = [];
// The rows of all messages, in order, and the index of each row's message.
const links = [], messageOfLink = [];
const diagnostics = [], messageOfDiagnostic = [];
const places = new Map();  // "source\nnumber" -> index of the message

const resolvedOf = link => link[kLink.resolved] === 0 ? link[kLink.reference] : link[kLink.resolved];
const domainOf = link => link[kLink.domain] === 0 ? link[kLink.host] : link[kLink.domain];
// What a reader opens, as text.
const openedText = opens => opens === null ? 'nothing' : Array.isArray(opens) ? 'part ' + opens[0] : opens;
// The same as in the CSV of `links`.
const openedCell = opens => opens === null ? '' : JSON.stringify(Array.isArray(opens) ? {part: opens[0]} : {url: opens});
const baseOf = (message, row, column) => message.bases[row[column]];
const placeKey = (source, number) => source + '\n' + number;

// Connects each diagnostic with the links that have the same part and start.
function connectDiagnostics(message) {
  const starts = new Map();
  for (const diagnostic of message.diagnostics) {
    if (diagnostic[kDiagnostic.start] === null) continue;
    const key = diagnostic[kDiagnostic.part] + ':' + diagnostic[kDiagnostic.start];
    if (!starts.has(key)) starts.set(key, []);
    starts.get(key).push(diagnostic);
  }
  if (!starts.size) return;
  for (const link of message.links) {
    const found = starts.get(link[kLink.part] + ':' + link[kLink.start]) ?? [];
    if (found.length) link.codes = [...new Set(found.map(diagnostic => diagnostic[kDiagnostic.code]))];
    for (const diagnostic of found) diagnostic.link ??= link;
  }
}

function takeMessages(element) {
  for (const message of JSON.parse(element.textContent)) {
    const index = messages.push(message) - 1;
    places.set(placeKey(message.message[kMessage.source], message.message[kMessage.message]), index);
    connectDiagnostics(message);
    for (const comparison of message.comparisons) message.links[comparison[kComparison.link]].comparison = comparison;
    let nested = 0, inMessage = null;
    message.links.forEach((link, i) => {
      if (message.nested[nested]?.[0] === i) inMessage = message.nested[nested++][1];
      link.in_message_id = inMessage;
      links.push(link);
      messageOfLink.push(index);
    });
    for (const diagnostic of message.diagnostics) {
      diagnostics.push(diagnostic);
      messageOfDiagnostic.push(index);
    }
  }
  element.remove();
}

// Parses all data elements in slices, so that the page stays responsive, and then calls `done`.
function takeAll(done) {
  const elements = [...document.querySelectorAll('script.data')];
  const next = () => {
    const end = performance.now() + 40;
    while (elements.length && performance.now() < end) takeMessages(elements.shift());
    if (elements.length) setTimeout(next); else done();
  };
  setTimeout(next);
}
