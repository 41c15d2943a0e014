// SPDX-License-Identifier: MIT
// Run by thunderbird in Thunderbird's chrome: arguments are the message, and the function that takes the rows.
const [content, done] = arguments;
const state = (globalThis.suite ??= {requests: []});
const wait = ms => new Promise(resolve => Services.wm.getMostRecentWindow(null).setTimeout(resolve, ms));

async function until(condition) {
  for (let i = 0; i < 400 && !await condition(); ++i) await wait(50);
}

function prepare() {
  const {MailServices} = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
  try {
    MailServices.accounts.localFoldersServer;
  } catch {
    MailServices.accounts.createLocalMailAccount();
  }
  const root = MailServices.accounts.localFoldersServer.rootFolder.QueryInterface(Ci.nsIMsgLocalMailFolder);
  state.folder = root.createLocalSubfolder('Cases').QueryInterface(Ci.nsIMsgLocalMailFolder);
  Services.obs.addObserver({observe: channel => state.requests.push(channel.QueryInterface(Ci.nsIChannel).URI.spec)}, 'http-on-opening-request');
}

function read(document) {
  const rows = [];
  const names = {formaction: 'formAction', longdesc: 'longDesc', 'xlink:href': 'href'};
  // Thunderbird itself shows images below the text.
  for (const element of document.querySelectorAll('*:not(.moz-attached-image)')) {
    for (const {name, value} of element.attributes) {
      const property = element[names[name] ?? name];
      const url = typeof property?.baseVal === 'string' ? URL.parse(property.baseVal, document.baseURI)?.href : property;
      for (const [, part] of value.matchAll(/\bmailbox:[^ "')]*?[?&]part=([\d.]+)/g)) rows.push({part});
      if (!/^mailbox:/.test(value) && /^(action|background|cite|data|formaction|href|longdesc|poster|src|xlink:href)$/.test(name) && typeof url === 'string') {
        rows.push({reference: value, resolved: URL.canParse(url) && !/^(mailbox|file|about|chrome|resource):/.test(url) ? url : null});
      }
    }
  }
  for (const frame of document.querySelectorAll('iframe, frame')) rows.push(...frame.contentDocument ? read(frame.contentDocument) : []);
  return rows;
}

async function show() {
  if (!state.folder) prepare();
  const header = state.folder.addMessage('From - Tue Nov 03 10:00:00 2026\r\nX-Mozilla-Status: 0001\r\n' + content);
  const uri = state.folder.getUriForMsg(header);
  state.requests.length = 0;
  if (state.inner) {
    state.inner.displayMessage(uri);
  } else {
    ChromeUtils.importESModule('resource:///modules/MailUtils.sys.mjs').MailUtils.openMessageInNewWindow(header);
    const window = () => Services.wm.getMostRecentWindow('mail:messageWindow');
    await until(() => window()?.messageBrowser?.contentWindow?.displayMessage);
    state.inner = window().messageBrowser.contentWindow;
  }
  const document = () => state.inner.getMessagePaneBrowser().contentDocument;
  await until(() => state.inner.gMessageURI === uri && document()?.URL.includes(`number=${header.messageKey}`) && document().readyState !== 'loading');
  // A frame may keep the document from ever being complete.
  for (let i = 0; i < 40 && document().readyState !== 'complete'; ++i) await wait(50);
  await wait(150);
  return [...read(document()), ...state.requests.map(resolved => ({resolved}))];
}

show().then(done, error => done([]));
