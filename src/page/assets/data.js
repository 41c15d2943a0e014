// The messages and references of the page, parsed from its data elements.

// The columns of the program's arrays (page/message_data.h).
const kMessage = {source: 0, number: 1, offset: 2, id: 3, date: 4, from: 5, subject: 6};
const kBase = {url: 0, section: 1, by: 2, part: 3};
const kEntity = {part: 0, depth: 1, type: 2, charset: 3, encoding: 4, disposition: 5, filename: 6, size: 7,
                 contentId: 8, location: 9, searched: 10, base: 11, chain: 12};
const kCandidate = {section: 0, by: 1, part: 2, raw: 3, url: 4, state: 5};
const kLink = {part: 0, type: 1, context: 2, hidden: 3, start: 4, end: 5, text: 6, reference: 7, resolved: 8,
               status: 9, target: 10, base: 11, host: 12, domain: 13};
const kDiagnostic = {part: 0, code: 1, severity: 2, detail: 3, start: 4, end: 5};

const messages = [];
const links = [];     // of all messages, in order
const messageOf = []; // by link: the index of its message
const places = new Map();  // "source\nnumber" -> index of the message

const resolvedOf = link => link[kLink.resolved] === 0 ? link[kLink.reference] : link[kLink.resolved];
const domainOf = link => link[kLink.domain] === 0 ? link[kLink.host] : link[kLink.domain];
const baseOf = (message, row, column) => message.bases[row[column]];
const placeKey = (source, number) => source + '\n' + number;

// Stores the codes of diagnostics with the link that has the same part and start.
function markLinks(message) {
  if (!message.diagnostics.length) return;
  const codes = new Map();
  for (const diagnostic of message.diagnostics) {
    if (diagnostic.length <= kDiagnostic.start) continue;
    const key = diagnostic[kDiagnostic.part] + ':' + diagnostic[kDiagnostic.start];
    if (!codes.has(key)) codes.set(key, new Set());
    codes.get(key).add(diagnostic[kDiagnostic.code]);
  }
  for (const link of message.links) {
    const found = codes.get(link[kLink.part] + ':' + link[kLink.start]);
    if (found) link.codes = [...found];
  }
}

function takeMessages(element) {
  for (const message of JSON.parse(element.textContent)) {
    const index = messages.push(message) - 1;
    places.set(placeKey(message.message[kMessage.source], message.message[kMessage.number]), index);
    markLinks(message);
    for (const link of message.links) {
      links.push(link);
      messageOf.push(index);
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
