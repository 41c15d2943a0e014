// The view of one message: its MIME tree, the base layers of a part as RFC 1808's nested boxes, and the resolution of
// a reference.

const kLayers = [
  {section: '3.4', title: 'no base is defined'},
  {section: '3.3', title: 'the URL that the message was retrieved from'},
  {section: '3.2', title: 'an enclosing entity'},
  {section: '3.1', title: 'the content, or its own header'},
];
const kWhy = {
  'effective': 'is the base',
  'overridden': 'not used: an inner base takes precedence',
  'malformed': 'not used: malformed',
  'relative': 'not used: relative, and nothing makes it absolute',
  'unsuitable': 'not used: no reference can be relative to it',
  'matching-only': 'used only to match parts',
  'not-followed': 'not used: it declares no base here',
};
const kMostListed = 300;

// Groups the candidates of one section by the entity that defines them, the outermost first.
function boxesOf(chain, section) {
  const boxes = [];
  for (const candidate of chain) {
    if (candidate[kCandidate.section] !== section) continue;
    const definer = section === '3.2' ? candidate[kCandidate.part] : null;
    if (!boxes.length || boxes[0].definer !== definer) boxes.unshift({definer, candidates: []});
    boxes[0].candidates.push(candidate);
  }
  return boxes.length ? boxes : [{definer: null, candidates: []}];
}

function drawCandidate(candidate) {
  const state = candidate[kCandidate.state], raw = candidate[kCandidate.raw], absolute = candidate[kCandidate.url];
  const part = candidate[kCandidate.part];
  return element('li', {class: state === 'effective' ? 'winner' : 'loser', 'data-state': state, 'data-by': candidate[kCandidate.by]},
    element('span', {class: 'mark', 'aria-hidden': 'true'}, state === 'effective' ? '✓' : '✗'),
    element('b', {}, candidate[kCandidate.by]), part && ' of ' + part, ' ', url(raw),
    absolute && absolute !== raw && [' → ', url(absolute)],
    element('span', {class: 'why'}, kWhy[state] ?? state));
}

// Draws the diagram of RFC 1808 section 3. Inner layers take precedence.
function drawLayers(entity) {
  const chain = entity[kEntity.chain];
  const hasBase = chain.some(candidate => candidate[kCandidate.state] === 'effective');
  const outermost = element('div', {class: 'boxes'});
  let parent = outermost;
  for (const {section, title} of kLayers) {
    for (const {definer, candidates} of boxesOf(chain, section)) {
      const wins = candidates.some(candidate => candidate[kCandidate.state] === 'effective') || (section === '3.4' && !hasBase);
      const box = element('div', {class: wins ? 'box wins' : 'box', 'data-section': section, role: 'group',
        'aria-label': section + ' ' + title},
        element('p', {class: 'section'}, element('b', {}, section), ' ' + title + (definer ? ': ' + definer : ''),
          wins && section === '3.4' && element('span', {class: 'why'}, 'applies')),
        candidates.length ? element('ul', {}, candidates.map(drawCandidate))
          : section !== '3.4' && element('p', {class: 'none'}, 'nothing declared'));
      parent.append(box);
      parent = box;
    }
  }
  parent.append(element('p', {class: 'document'}, 'part ', element('b', {}, entity[kEntity.part]), ' ' + entity[kEntity.content_type]));
  return outermost;
}

const sized = bytes => bytes < 1000 ? bytes + ' B' : bytes < 1e6 ? (bytes / 1e3).toFixed(1) + ' kB' : (bytes / 1e6).toFixed(1) + ' MB';

// Finds the entity of a part or heading: "2.HEADER" is the heading of "2", whose body is "2.TEXT" or "2.1".
function entityOf(message, part) {
  const own = part.replace(/\.?(HEADER|MIME)$/, '');
  return message.entities.find(entity => entity[kEntity.part] === part) ??
         message.entities.find(entity => entity[kEntity.part] === own) ??
         message.entities.find(entity => entity[kEntity.part].startsWith(own)) ?? message.entities[0];
}

// Draws the steps from the written reference to its target.
function drawPath(message, link) {
  const base = baseOf(message, link, kLink.base), resolved = resolvedOf(link);
  const step = (name, ...what) => element('li', {class: 'step', 'data-step': name}, element('b', {}, name), ' ', ...what);
  const said = message.diagnostics.filter(diagnostic => diagnostic[kDiagnostic.part] === link[kLink.part] &&
    diagnostic[kDiagnostic.start] === link[kLink.start]);
  return element('div', {class: 'path'},
    element('h4', {}, 'How it resolves'),
    element('ol', {},
      step('written', url(link[kLink.reference]), ' ', ...copyButtons(link[kLink.reference], 'the reference'), element('span', {class: 'why'}, 'in ' + link[kLink.part] + ', ' +
        link[kLink.context] + ' (' + link[kLink.kind] + '), bytes ' + link[kLink.start] + ' to ' + link[kLink.end] +
        (link[kLink.hidden] ? ', hidden by ' + link[kLink.hidden] : ''))),
      link[kLink.text] && step('text', '“', link[kLink.text], '”'),
      step('base', base[kBase.base] ? url(base[kBase.base]) : 'none', element('span', {class: 'why'},
        base[kBase.base_section] + ' ' + base[kBase.base_by] + (base[kBase.base_part] ? ' of ' + base[kBase.base_part] : ''))),
      step('resolved', ...(resolved === null ? ['no URL'] : [url(resolved), ' ', ...copyButtons(resolved, 'the resolved URL'), ' ']), openButton(resolved),
        element('span', {class: 'why'}, link[kLink.status] + (link[kLink.target_part] ? ': part ' + link[kLink.target_part] : '') +
          (domainOf(link) ? ', domain ' + domainOf(link) : ''))),
      link[kLink.wrappers].length > 0 && step('unwrapped',
        ...(link[kLink.unwrapped] === null ? ['only the server of the service knows the target'] :
          [url(link[kLink.unwrapped]), ' ', ...copyButtons(link[kLink.unwrapped], 'the unwrapped URL'), ' ', openButton(link[kLink.unwrapped])]),
        element('span', {class: 'why'}, 'wrapped by ' + link[kLink.wrappers].join(', '))),
      link[kLink.reader] && step('opened', openedText(link[kLink.opens]), element('span', {class: 'why'}, 'in ' + link[kLink.reader] +
        ', by ' + link[kLink.opens_by])),
      link.comparison && step('readers', element('span', {class: 'why'}, 'open different things'), drawOutcomes(link.comparison)),
      said.map(diagnostic => step(diagnostic[kDiagnostic.code], diagnostic[kDiagnostic.detail]))));
}

// Lists what each reader opens; readers that open the same share a line.
function drawOutcomes(comparison) {
  const readers = new Map();
  for (const [reader, opens] of comparison[kComparison.opens]) {
    const target = openedText(opens);
    readers.set(target, [...readers.get(target) ?? [], reader]);
  }
  return element('dl', {class: 'outcomes'}, [...readers].flatMap(([target, names]) =>
    [element('dt', {}, names.join(', ')), element('dd', {}, target === 'nothing' ? target : url(target))]));
}

class MessageView {
  // `go` is called with the message and reference that the user wants to see, `close` if they want none.
  constructor(section, go, close) {
    this.section = section;
    this.body = section.querySelector('#message-body');
    this.go = go;
    this.close = close;
  }

  // Shows a message and one of its references, by their indices. If `message` is null, nothing is shown.
  show(message, reference, moves) {
    this.section.hidden = message === null;
    if (message === null) return;
    this.index = message;
    this.message = messages[message];
    this.link = reference === null ? null : this.message.links[reference];
    this.entity = this.link ? entityOf(this.message, this.link[kLink.part]) : this.message.entities[0];
    this.draw();
    if (!moves) return;
    this.section.scrollIntoView();
    this.section.focus({preventScroll: true});
  }

  draw() {
    const row = this.message.message;
    const detail = (name, value) => value && [element('dt', {}, name), element('dd', {}, value)];
    const walk = index => { if (index in messages) this.go({message: index, reference: null}, false); };
    const button = (name, act, disabled) => element('button', {type: 'button', onclick: act, disabled}, name);
    const number = element('input', {type: 'number', min: 1, max: messages.length, value: this.index + 1,
      'aria-label': 'Message in this report', onchange: event => walk(Math.trunc(event.target.value) - 1)});
    this.body.replaceChildren(
      messages.length > 1 ? element('p', {class: 'walk'},
        button('Previous', () => walk(this.index - 1), this.index === 0), ' ', number, ' of ' + counted(messages.length, 'message') + ' ',
        button('Next', () => walk(this.index + 1), this.index === messages.length - 1), ' ',
        button('Close', () => this.close())) : '',
      element('h3', {class: 'subject'}, nameOf(this.message)),
      element('dl', {class: 'envelope'}, detail('From', row[kMessage.from]), detail('Date', row[kMessage.date]),
        detail('Message-ID', row[kMessage.message_id]),
        detail('In', row[kMessage.source] + ', message ' + row[kMessage.message] + ', at byte ' + row[kMessage.offset])),
      this.link ? drawPath(this.message, this.link) : '',
      this.message.entities.length ? element('div', {class: 'parts'}, this.drawTree(), this.drawBoxes())
        : element('p', {class: 'none'}, 'The database has no parts and bases of this message. Add them with mimebase tree --append.'),
      this.drawLinks(), this.drawDiagnostics());
  }

  drawTree() {
    const root = element('ul', {class: 'tree'});
    const lists = [root];
    for (const entity of this.message.entities) {
      const depth = Math.min(entity[kEntity.depth], lists.length - 1);
      lists.length = depth + 1;
      const about = [entity[kEntity.content_type], entity[kEntity.filename], sized(entity[kEntity.size])].filter(Boolean).join('  ');
      const inner = element('ul');
      lists[depth].append(element('li', {},
        element('button', {type: 'button', class: 'part', 'aria-pressed': String(entity === this.entity), onclick: () => {
          this.entity = entity;
          this.draw();
          this.body.querySelector('[aria-pressed=true]').focus();
        }}, element('b', {}, entity[kEntity.part]), ' ' + about), inner));
      if (depth < 12) lists.push(inner);
    }
    for (const list of root.querySelectorAll('ul:empty')) list.remove();
    return element('div', {}, element('h4', {}, 'Parts'), root);
  }

  drawBoxes() {
    return element('div', {class: 'layers'}, element('h4', {}, 'Base of ' + this.entity[kEntity.part]), drawLayers(this.entity));
  }

  drawLinks() {
    const all = this.message.links;
    return element('div', {}, element('h4', {}, counted(all.length, 'reference')), element('ul', {class: 'links'},
      all.slice(0, kMostListed).map(link => element('li', {},
        element('button', {type: 'button', 'aria-pressed': String(link === this.link), onclick: () => this.go({message: this.index, reference: all.indexOf(link)})},
          element('span', {class: 'badge s-' + link[kLink.status]}, link[kLink.status]), ' ', url(link[kLink.reference]),
          element('span', {class: 'why'}, link[kLink.part] + ' ' + link[kLink.context])))),
      all.length > kMostListed && element('li', {}, 'and ' + numbers.format(all.length - kMostListed) + ' more in the table')));
  }

  drawDiagnostics() {
    const all = this.message.diagnostics;
    if (!all.length) return '';
    return element('div', {}, element('h4', {}, counted(all.length, 'diagnostic')), element('ul', {class: 'said'},
      all.slice(0, kMostListed).map(diagnostic => element('li', {class: diagnostic[kDiagnostic.severity]},
        element('b', {}, diagnostic[kDiagnostic.code]), ' ', diagnostic[kDiagnostic.part], ' ',
        element('span', {class: 'why'}, diagnostic[kDiagnostic.detail]))),
      all.length > kMostListed && element('li', {}, 'and ' + numbers.format(all.length - kMostListed) + ' more')));
  }
}
