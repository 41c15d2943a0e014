// Prints the answers of whatwg-url, an implementation of the URL Standard in JavaScript by its editors and
// others (README.md): the hash of each block of answers, or the answers of one block.
//
//     npm install --ignore-scripts --prefix FOLDER whatwg-url
//     node whatwg_url_answers.mjs FOLDER whatwg ALPHABET BASES REFERENCES all SUM [BLOCK]
//     node whatwg_url_answers.mjs FOLDER whatwg ALPHABET BASES REFERENCES COUNT:SEED LENGTH [BLOCK]
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve as pathOf } from 'node:path';

const BLOCK = 4096;
const [folder, rules, alphabet, baseWords, referenceWords, which, size, listedBlock] = process.argv.slice(2);
if (rules !== 'whatwg' || size === undefined) {
  console.error('usage: see the first lines of whatwg_url_answers.mjs');
  process.exit(2);
}
const { parseURL, serializeURL } = createRequire(`${pathOf(folder)}/`)('whatwg-url');
const symbols = [...alphabet];
const length = Number(size);
const listed = listedBlock === undefined ? -1 : Number(listedBlock);

// FNV-1a of 64 bits, whose prime is 2^40 + 0x1b3, in two halves of 32 bits.
let high;
let low;
function hash(byte) {
  low = (low ^ byte) >>> 0;
  const product = low * 0x1b3;
  high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + ((low << 8) >>> 0)) >>> 0;
  low = product >>> 0;
}
function restart() {
  high = 0xcbf29ce4;
  low = 0x84222325;
}

let output = '';
function print(line) {
  output += `${line}\n`;
  if (output.length > 65536) flush();
}
function flush() {
  for (let bytes = Buffer.from(output); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
  output = '';
}
function endBlock() {
  const hex = (half) => half.toString(16).padStart(8, '0');
  if (listed < 0) print(hex(high) + hex(low));
  restart();
}
function escaped(text) {
  const bytes = [...Buffer.from(text)];
  const code = (b) => `\\x${b.toString(16).padStart(2, '0')}`;
  return bytes.map((b) => (b > 0x20 && b < 0x7f && b !== 0x5c ? String.fromCharCode(b) : code(b))).join('');
}

let baseText = null;
let base = null;
function resolve(text, reference) {
  if (text !== baseText) {
    baseText = text;
    base = parseURL(text);
  }
  // A base of white space alone is the library's way of saying that there is none.
  if (base === null && /[^\0-\x20]/.test(text)) return null;
  const url = parseURL(reference, { baseURL: base });
  return url === null ? null : serializeURL(url);
}

let done = 0;
function answer(base, reference) {
  if (listed < 0 || Math.floor(done / BLOCK) === listed) {
    const resolved = resolve(base, reference);
    const shown = resolved === null ? '!' : `=${escaped(resolved)}`;
    if (listed >= 0) print(`${escaped(base)}\t${escaped(reference)}\t${shown}`);
    if (resolved !== null) for (let i = 0; i < resolved.length; ++i) hash(resolved.charCodeAt(i));
    hash(resolved === null ? 0xfe : 0xff);
  }
  if (++done % BLOCK === 0) endBlock();
}

const join = (prefix, digits) => prefix + digits.map((digit) => symbols[digit]).join('');

// All strings of `sum` symbols, cut at each place into base and reference.
function exhaust(basePrefix, referencePrefix, sum) {
  for (let cut = 0; cut <= sum; ++cut) {
    const digits = new Array(sum).fill(0);
    for (let at = 0; at >= 0; ) {
      answer(join(basePrefix, digits.slice(0, cut)), join(referencePrefix, digits.slice(cut)));
      for (at = sum - 1; at >= 0 && digits[at] + 1 === symbols.length; --at) digits[at] = 0;
      if (at >= 0) ++digits[at];
    }
  }
}

// SplitMix64.
let state = 0n;
function draw(bound) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let z = state;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return Number((z ^ (z >> 31n)) % BigInt(bound));
}
function drawString(prefixes) {
  const prefix = prefixes[draw(prefixes.length)];
  const count = draw(length + 1);
  return join(prefix, Array.from({ length: count }, () => draw(symbols.length)));
}

restart();
const bases = baseWords.split(' ');
const references = referenceWords.split(' ');
if (which === 'all') {
  for (const base of bases) {
    for (const reference of references) {
      for (let sum = 0; sum <= length; ++sum) exhaust(base, reference, sum);
    }
  }
} else {
  const [count, seed] = which.split(':');
  state = BigInt(seed);
  while (done !== Number(count)) {
    const base = drawString(bases);
    answer(base, drawString(references));
  }
}
endBlock();
flush();
