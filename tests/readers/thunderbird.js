// Runs in Thunderbird's chrome: imports a message into a local folder, shows it, and reads the document that is shown.

const state = (globalThis.mimebaseState ??= {});
const wait = ms => new Promise(resolve => Services.wm.getMostRecentWindow(null).setTimeout(resolve, ms));

async function until(what, condition) {
  for (let i = 0; i < 2000; ++i) {
    const value = await condition();
    if (value) return value;
    await wait(50);
  }
  throw new Error(`waited in vain: ${what}`);
}

async function prepare() {
  const {MailServices} = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
  try {
    MailServices.accounts.localFoldersServer;
  } catch {
    MailServices.accounts.createLocalMailAccount();
  }
  const root = MailServices.accounts.localFoldersServer.rootFolder.QueryInterface(Ci.nsIMsgLocalMailFolder);
  state.folder = root.createLocalSubfolder('Experiments').QueryInterface(Ci.nsIMsgLocalMailFolder);
  state.requests = [];
  state.observer = {observe: channel => state.requests.push(channel.QueryInterface(Ci.nsIChannel).URI.spec)};
  Services.obs.addObserver(state.observer, 'http-on-opening-request');
  return {folder: state.folder.URI};
}

async function window_for(header) {
  const {MailUtils} = ChromeUtils.importESModule('resource:///modules/MailUtils.sys.mjs');
  if (!state.window) {
    MailUtils.openMessageInNewWindow(header);
    state.window = await until('message window', () => Services.wm.getMostRecentWindow('mail:messageWindow'));
    await until('about:message', () => state.window.messageBrowser?.contentWindow?.displayMessage);
    state.inner = state.window.messageBrowser.contentWindow;
  }
  return state.inner;
}

// All elements, also of shadow roots.
function* elements_of(root) {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.openOrClosedShadowRoot) yield* elements_of(element.openOrClosedShadowRoot);
  }
}

// All elements that have attributes, with these, and with what the properties make of them.
function read(document) {
  const found = [];
  const properties = ['href', 'src', 'action', 'formAction', 'data', 'poster', 'background'];
  for (const element of elements_of(document)) {
    const attributes = Object.fromEntries([...element.attributes].map(one => [one.name, one.value]));
    if (element.attributes.length === 0 && !element.currentSrc) continue;
    const resolved = {};
    for (const name of properties) {
      const value = element[name];
      const url = typeof value === 'string' ? value : value?.baseVal === undefined ? undefined : value.baseVal && URL.parse(value.baseVal, document.baseURI)?.href;
      if (url !== undefined) resolved[name] = URL.canParse(url) ? url : null;
    }
    // MathML has links without a property.
    const hidden = resolved.href === undefined && element.matches(':any-link');
    found.push({element: element.localName, attributes, resolved, hidden, current: element.currentSrc ?? '', sheet: Boolean(element.sheet), text: element.localName === 'a' ? element.textContent : ''});
  }
  return found;
}

async function show(content) {
  const header = state.folder.addMessage('From - Tue Nov 03 10:00:00 2026\r\nX-Mozilla-Status: 0001\r\n' + atob(content));
  const uri = state.folder.getUriForMsg(header);
  const first = !state.window;
  const inner = await window_for(header);
  const browser = () => inner.getMessagePaneBrowser();
  state.requests.length = 0;
  if (!first) inner.displayMessage(uri);
  const is_shown = () => inner.gMessageURI === uri && browser().contentDocument?.URL.includes(`number=${header.messageKey}`);
  await until('message', () => is_shown() && browser().contentDocument.readyState !== 'loading');
  // A frame may keep the document from ever being complete.
  for (let i = 0; i < 40 && browser().contentDocument.readyState !== 'complete'; ++i) await wait(50);
  await wait(150);
  const document = browser().contentDocument;
  return {elements: read(document), requests: [...state.requests]};
}
