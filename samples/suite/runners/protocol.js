// SPDX-License-Identifier: MIT
// Shared by the runners for Node: the protocol of README.md, and the attributes that contain URLs.
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');

const ATTRIBUTES = ['action', 'background', 'cite', 'data', 'formaction', 'href', 'longdesc', 'poster', 'src', 'xlink:href'];

exports.ATTRIBUTES = ATTRIBUTES;

exports.ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/;

// Every URL of a document of cheerio as written: {element, name, written}.
exports.written_in = $ => $('*').toArray().flatMap(element => ATTRIBUTES.filter(name => element.attribs[name] !== undefined)
  .map(name => ({element, name, written: element.attribs[name]})));

// The first base, as scripts on cheerio take it.
exports.base_of = $ => $('base[href]').attr('href');

// The URL as URL objects have it, or null if there is none.
exports.absolute = (written, base) => (URL.canParse(written, base) ? new URL(written, base).href : null);

exports.installed = name => JSON.parse(fs.readFileSync(path.join(__dirname, 'node_modules', name, 'package.json'))).version;

// Answers the paths on standard input. `answer(path)` returns rows of the protocol; its errors are those of the program: no answers.
// `version` is a text or a function, `endings` what the program reads,
// `joins` whether the runner looks up the base and joins, because the program does not resolve.
exports.serve = async (name, version, endings, answer, joins = false) => {
  if (process.argv[2] === '--version') return console.log(name, (typeof version === 'function' ? await version() : version) + (joins ? '\njoins: runner' : ''));
  for await (const line of readline.createInterface({input: process.stdin})) {
    let rows = [{unsupported: true}];
    if (endings.includes(path.extname(line))) rows = await Promise.resolve(line).then(answer).catch(error => (console.error(`${line}: ${error}`), []));
    for (const row of rows) console.log(JSON.stringify(row));
    console.log();
  }
};
