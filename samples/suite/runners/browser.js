// Shared by chromium and firefox: opens files, and reads what their links and what they load lead to.
const {pathToFileURL} = require('node:url');
const {ATTRIBUTES, serve} = require('./protocol.js');

const kQuietMs = 250;
const kLimitMs = 5000;

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// Runs in each document: the URLs that the properties of its elements have.
function read(attributes) {
  // A frame that could not be loaded has a page of the browser itself.
  if (/^chrome|^about:\w*error/.test(document.documentURI)) return null;
  const names = {formaction: 'formAction', longdesc: 'longDesc', 'xlink:href': 'href'};
  const rows = [];
  for (const element of document.querySelectorAll('*')) {
    for (const name of attributes.filter(one => element.hasAttribute(one))) {
      const property = element[names[name] ?? name];
      const url = typeof property?.baseVal === 'string' ? URL.parse(property.baseVal, element.baseURI)?.href : property;
      if (typeof url === 'string') rows.push({reference: element.getAttribute(name), resolved: URL.canParse(url) ? url : null, loads: !/action|^cite$|longdesc/.test(name) && !element.matches('a, area')});
    }
  }
  return rows;
}

async function answer(browser, path) {
  const file = pathToFileURL(path).href;
  const requested = [];
  const loaded = new Set();
  let last = Date.now();
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', request => {
    last = Date.now();
    requested.push({resolved: request.url(), loads: true});
    // A page that goes elsewhere by itself is not left.
    const is_leaving = request.isNavigationRequest() && request.frame() === page.mainFrame() && request.url() !== file;
    (is_leaving ? request.abort('aborted') : request.continue()).catch(() => {});
  });
  page.on('requestfinished', request => loaded.add(request.url()));
  await page.goto(file, {waitUntil: 'domcontentloaded', timeout: kLimitMs}).catch(() => {});
  for (const end = Date.now() + kLimitMs; Date.now() < Math.min(end, last + kQuietMs);) await sleep(50);
  const read_frame = async frame => {
    const rows = await Promise.race([frame.evaluate(read, ATTRIBUTES), sleep(kLimitMs)]).catch(() => null);
    if (rows) loaded.add(frame.url());
    return rows ?? [];
  };
  const rows = (await Promise.all(page.frames().map(read_frame))).flat();
  await page.close();
  // Without a network, only parts of an archive are loaded. A file has a URL here, but no case has: a reference that leads to one was not resolved.
  const is_part = row => row.loads && loaded.has(row.resolved) && !/^(data|about):/.test(row.resolved);
  return [...rows, ...requested].map(row => {
    const {reference, resolved} = row;
    return is_part(row) ? {reference, part: resolved} : {reference, resolved: resolved?.startsWith('file:') ? null : resolved};
  });
}

exports.serve = async (name, endings, launch, prepare = path => path) => {
  const browser = await launch();
  await serve(name, async () => (await browser.version()).split('/')[1], endings, path => answer(browser, prepare(path)));
  await browser.close();
};
