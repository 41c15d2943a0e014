// Creates elements. Content from mail only ever becomes text.

// Control characters, and those that override or mark direction. shown() escapes them as the command line does:
// "\u{202E}".
const kDriving = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
function shown(text) {
  return String(text ?? '').replace(kDriving, c => '\\u{' + c.codePointAt(0).toString(16).toUpperCase() + '}');
}

// Creates an element. Attributes such as `onclick` are functions; children are elements or untrusted text.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    made.append(child instanceof Node ? child : shown(child));
  }
  return made;
}

const numbers = new Intl.NumberFormat('en');
const counted = (count, one, many = one + 's') => numbers.format(count) + ' ' + (count === 1 ? one : many);

// URLs need a class of their own, because they have no spaces at which lines could break.
const url = (text, kind = '') => element('span', {class: 'url ' + kind}, text);

// Excludes truncated URLs, and schemes that a browser cannot open.
const canOpen = target => /^(https?|ftp|mailto):/i.test(target ?? '') && !target.endsWith('…');

let openDialog = null;
// Shows a link's target and asks before anything is requested from the network.
function offerToOpen(target) {
  openDialog?.remove();
  const close = () => openDialog.close();
  openDialog = element('dialog', {'aria-labelledby': 'open-title', class: 'open'},
    element('h2', {id: 'open-title'}, 'Leave the report?'),
    element('p', {}, 'This URL opens in a new window and uses the network:'),
    element('p', {class: 'target'}, url(target)),
    element('p', {class: 'buttons'},
      element('button', {type: 'button', onclick: close, autofocus: true}, 'Cancel'),
      element('a', {href: target, target: '_blank', rel: 'noreferrer noopener', onclick: close}, 'Open')));
  document.body.append(openDialog);
  openDialog.showModal();
}

const openButton = target => canOpen(target) &&
  element('button', {type: 'button', class: 'small', onclick: () => offerToOpen(target)}, 'open…');

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the permission, the old way.
    const area = element('textarea', {class: 'unseen', 'aria-hidden': 'true'});
    area.value = text;
    button.after(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  const label = button.textContent;
  if (label === 'Copied') return;
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = label; }, 1500);
}
// The form of defang() for URLs that a browser opens, for people who pass them on.
const marked = host => host.replaceAll('.', '[.]');
const defanged = target => /^mailto:/i.test(target)
  ? target.replace(/^[^?]*/, addresses => addresses.replace(/@([^@,]*)(?=,|$)/g, (all, host) => '[@]' + marked(host)))
  : target.replace(/(http|ftp)(s?:\/*)([^/\\?#]*)/gi, (all, scheme, rest, host) =>
    scheme.replaceAll('t', 'x').replaceAll('T', 'X') + rest + marked(host));
const copyButtons = (text, what) => [
  element('button', {type: 'button', class: 'small copy', 'aria-label': 'Copy ' + what, onclick: event => copy(text, event.currentTarget)}, 'Copy'),
  canOpen(text) && [' ', element('button', {type: 'button', class: 'small copy', 'aria-label': 'Copy defanged: ' + what,
    onclick: event => copy(defanged(text), event.currentTarget)}, 'Copy defanged')]].flat();

// Spreadsheets would run a cell that begins like a formula.
const csvCell = value => {
  const text = String(value ?? ''), safe = /^[=+\-@\t\r\n]/.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
};
function download(name, rows) {
  const blob = new Blob(rows.map(row => row.map(csvCell).join(',') + '\r\n'), {type: 'text/csv'});
  const anchor = element('a', {href: URL.createObjectURL(blob), download: name});
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
}
