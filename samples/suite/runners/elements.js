// SPDX-License-Identifier: MIT
// Runs in browsers: the URLs that the properties of the elements of a document have. An attribute without such a property is known by what is loaded.
function read(document, attributes) {
  // A frame that could not be loaded has a page of the browser itself. Chromium leaves a message empty that is no archive, such as one of one part.
  if (/^chrome|^about:\w*error/.test(document.documentURI) || document.contentType === 'multipart/related') return null;
  const names = {formaction: 'formAction', longdesc: 'longDesc', 'xlink:href': 'href'};
  const absolute = (url, base) => {
    try {
      return new URL(url, base).href;
    } catch {
      return null;
    }
  };
  // Shadow trees are shown as well as the tree around them.
  const all_in = root => [...root.querySelectorAll('*')].flatMap(one => one.shadowRoot ? [one, ...all_in(one.shadowRoot)] : [one]);
  const rows = [];
  for (const element of all_in(document)) {
    for (const name of attributes.filter(one => one !== 'background' && element.hasAttribute(one))) {
      const property = element[names[name] ?? name];
      const url = typeof property?.baseVal === 'string' ? absolute(property.baseVal, element.baseURI) : property;
      const loads = !/action|^cite$|longdesc/.test(name) && !element.matches('a, area, base');
      if (typeof url === 'string') rows.push({reference: element.getAttribute(name), resolved: absolute(url) && url, loads});
    }
  }
  return rows;
}

if (typeof module === 'object') module.exports = {read};
