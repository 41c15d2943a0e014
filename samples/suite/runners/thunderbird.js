// SPDX-License-Identifier: MIT
// Run by thunderbird in Thunderbird's chrome, behind elements.js: arguments are the message, the attributes, and the function that takes the rows.
const [content, attributes, done] = arguments;
const state = (globalThis.suite ??= {requests: []});
const wait = ms => new Promise(resolve => Services.wm.getMostRecentWindow(null).setTimeout(resolve, ms));

async function until(condition, tries = 400) {
  for (let i = 0; i < tries && !await condition(); ++i) await wait(50);
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

// Thunderbird itself shows images below the text. It puts URLs of its own in the place of references to parts.
function shown_in(document) {
  for (const one of document.querySelectorAll('.moz-attached-image')) one.remove();
  const values = [...document.querySelectorAll('*')].flatMap(element => [...element.attributes]).map(({value}) => value);
  const parts = values.flatMap(value => [...value.matchAll(/\bmailbox:[^ "')]*?[?&]part=([\d.]+)/g)]).map(([, part]) => ({part}));
  const rows = (read(document, attributes) ?? []).filter(({reference}) => !reference.startsWith('mailbox:'));
  const frames = [...document.querySelectorAll('iframe, frame')].filter(one => one.contentDocument);
  return [...parts, ...rows.map(({reference, resolved}) => ({reference, resolved: /^(mailbox|file|about|chrome|resource):/.test(resolved) ? null : resolved})),
    ...frames.flatMap(one => shown_in(one.contentDocument))];
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
  await until(() => document().readyState === 'complete', 40);
  await wait(150);
  return [...shown_in(document()), ...state.requests.map(resolved => ({resolved}))];
}

show().then(done, error => done([]));
