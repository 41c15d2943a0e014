// SPDX-License-Identifier: MIT
// The cases of the suite for programs in JavaScript, and what an answer is worth. The same as suite.py; README.md describes both.
//
//     const suite = require('base-url-suite');
//     for (const one of suite.cases('html')) {
//       const rows = myProgram(one.path);  // [{reference: 'ref1.html', resolved: 'http://...'}], as README.md describes them
//       console.log(one.id, suite.check(one, rows).map(answer => answer.verdict));
//     }
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, 'cases');
const absolute = /^[A-Za-z0-9][A-Za-z0-9+.-]*:/;  // RFC 1808 lets a scheme begin with a digit
const specifications = ['rfc1808', 'rfc3986', 'whatwg'];

// All cases, or those of an area, in the order of their identifiers. `path` is that of the file.
function cases(area = '') {
  const areas = area ? [area] : fs.readdirSync(folder);
  const made = areas.flatMap(name => fs.readdirSync(path.join(folder, name)).filter(file => file.endsWith('.json')).map(file => {
    const one = JSON.parse(fs.readFileSync(path.join(folder, name, file), 'utf8'));
    return {...one, path: path.join(folder, name, one.file)};
  }));
  return made.sort((a, b) => (a.id < b.id ? -1 : 1));
}

// The `refN` in a reference or URL, or undefined.
const token = text => /ref\d+(?!\d)/.exec(text ?? '')?.[0];

// An escape of an unreserved character as that, another one in upper case.
function decoded(escape) {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
}

function normal(url) {
  const colon = url.indexOf(':'), scheme = colon < 0 ? url : url.slice(0, colon);
  let rest = colon < 0 ? '' : url.slice(colon + 1);
  const match = /^\/\/([^/?#]*)([^]*)$/.exec(rest);
  if (match) rest = `//${match[1].toLowerCase()}${match[2].startsWith('/') ? '' : '/'}${match[2]}`;
  rest = rest.replace(/%[0-9A-Fa-f]{2}/g, decoded).replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^!-~]/gu, encodeURIComponent);
  return scheme.toLowerCase() + (colon < 0 ? '' : ':') + rest;
}

// Whether two URLs are equal after the normalisation that every client may do (RFC 3986, section 6.2).
const sameUrl = (one, other) => one !== null && other !== null && (one === other || normal(one) === normal(other));

function isTarget(target, {kind, value}) {
  if (target.part) {
    const names = [target.part.number, target.part.content_id, target.part.content_location], given = value.replace(/^[<>]+|[<>]+$/g, '');
    return kind === 'part' && (names.includes(given) || names.includes(given.replace(/^cid:/, '')));
  }
  if (kind === 'nothing' || kind === 'relative') return target.resolved === null || /^(?:cid|mid|thismessage):/i.test(target.resolved);
  return kind === 'url' && sameUrl(target.resolved, value);
}

// {verdict, follows} of an answer {kind, value}: "right", "wrong", "undefined" or "unsupported", and the specifications that say so.
function judge(reference, answer) {
  if (answer.kind === 'unsupported') return {verdict: 'unsupported', follows: []};
  if (reference.undefined) return {verdict: 'undefined', follows: []};
  const {expected} = reference, targets = name => [expected[name], ...expected[name].also ?? []];
  let follows = specifications.filter(name => expected[name] && targets(name).some(target => isTarget(target, answer)));
  // Of a reference that has no base by one specification, and one by another, silence says nothing.
  if (answer.kind === 'nothing' && !absolute.test(reference.written) && follows.length < Object.keys(expected).length)
    follows = follows.filter(name => targets(name).some(target => target.resolved === null && target.base));
  return {verdict: follows.length ? 'right' : 'wrong', follows};
}

function bestOf(written, rows) {
  const part = rows.find(row => (row.part ?? null) !== null), url = rows.find(row => row.resolved && absolute.test(row.resolved));
  if (part) return {kind: 'part', value: String(part.part)};
  if (url) return {kind: 'url', value: url.resolved};
  // A URL that is still relative was not resolved.
  const left = rows.flatMap(row => [row.resolved, row.reference]).filter(text => (text ?? null) !== null && !absolute.test(text));
  return left.length && !absolute.test(written) ? {kind: 'relative', value: left[0]} : {kind: 'nothing', value: ''};
}

// The answer {kind, value} about each reference of a case, from the rows that a program gives for its file.
function answersOf(one, rows) {
  const isText = value => value === undefined || value === null || typeof value === 'string';
  const usable = rows.filter(row => row && typeof row === 'object' && isText(row.reference) && isText(row.resolved));
  if (usable.some(row => row.unsupported)) return one.references.map(() => ({kind: 'unsupported', value: ''}));
  return one.references.map(({written}) => {
    let mine = usable.filter(row => row.reference === written);
    const wanted = token(written);
    if (!mine.length && wanted) mine = usable.filter(row => [token(row.reference), token(row.resolved)].includes(wanted));
    if (!mine.length && one.references.length === 1 && !wanted) mine = usable.filter(row => (row.reference ?? null) === null);
    return bestOf(written, mine);
  });
}

// What the rows of a program are worth: {kind, value, verdict, follows} for each reference of the case.
const check = (one, rows) => answersOf(one, rows).map((answer, i) => ({...answer, ...judge(one.references[i], answer)}));

module.exports = {version: require('./package.json').version, specifications, cases, check, answersOf, judge, sameUrl};
