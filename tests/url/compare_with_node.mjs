// Compares 100,000 mutated references with Node's URL class, another implementation of the URL Standard.
//     node compare_with_node.mjs PROGRAM [CORPORA]
// PROGRAM is resolve_lines.cpp. The references are drawn from the vectors and from the mail of CORPORA, or
// if that is absent from the list below. The same seed gives the same references. Every difference must be
// explained below. Others are printed, and the exit status is 1.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const COUNT = 100_000;

const SEEDS = [
  'http://example.com/a/b;c?d=e#f', '//example.com:8080/x', '/a/../b/./c', '../../x', '?q', '#f', '', 'g:h',
  'https://user:pass@example.com/', 'http://192.168.0.1/', 'http://0x7f.1/', 'http://[::1]:80/', 'file:///C|/x',
  'mailto:a@example.com', 'data:text/plain,a b ', 'http://bücher.example/ü?ü#ü', 'http:\\\\a\\b', 'a b',
  'http://a%41.example/%7e%2e%2e/x', 'javascript:void(0)', 'x:/..//y', 'http://xn--bcher-kva.example/',
];

const BASES = [
  'http://example.com/a/b/c;d?e#f', 'https://user:pass@example.org:8080/x/', 'http://[::1]/', 'file:///C:/a/b',
  'file://host/a/b', 'mailto:a@example.com', 'x:/a/b', 'x://host/a/b', 'data:text/plain,x', '',
];

// Differences between Node (as of 20) and the current Standard. `ours` and `theirs` are null for a failure.
const without_caret = (url) => url.replaceAll('%5E', '^');
const without_last_spaces = (url) => url.replace(/^([a-z][a-z0-9+.-]*:(?!\/)[^?#]*?)(?: |%20)+([?#])/, '$1$2');
const host_of = (url) => /^[^:]*:\/\/(?:[^@/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? '';
const path_of = (url) => /^[^:]*:(?:\/\/[^/?#]*)?([^?#]*)/.exec(url)?.[1] ?? '';
const has_dot_segment = (url) => /\/\.\.?(?:\/|$)/.test(path_of(url));
const EXPLAINED = [
  {
    why: 'the path percent-encode set has U+005E (^) now',
    applies: ({ ours, theirs }) => ours && theirs && without_caret(ours) === without_caret(theirs),
  },
  {
    why: 'the last space of an opaque path is percent-encoded now where a query or fragment follows',
    applies: ({ ours, theirs }) => ours && theirs && without_last_spaces(ours) === without_last_spaces(theirs),
  },
  {
    why: 'a domain in ASCII is taken as it is now, whatever its xn-- labels decode to',
    applies: ({ ours, theirs }) => ours && !theirs && /(^|\.)xn--/.test(host_of(ours)),
  },
  {
    why: 'ada resolves relative references against an opaque base where a fragment is anywhere in them; only "#..." is one',
    applies: ({ base, reference, ours, theirs }) =>
      !ours && theirs && /^(mailto|data):/.test(base) && /[^#]#/.test(reference),
  },
  {
    why: 'ada accepts a right-to-left letter where the labels beside it break the rule of RFC 5893, which CheckBidi asks for',
    applies: ({ reference, ours, theirs }) => !ours && theirs && /א/.test(reference) && /xn--/.test(host_of(theirs)),
  },
  {
    why: 'ada leaves dot segments in a path that also has a segment like ".x"',
    applies: ({ ours, theirs }) => has_dot_segment(theirs) && ours && !has_dot_segment(ours) && /\/\.[^./?#]/.test(theirs),
  },
  {
    why: 'ada drops the path of a URL that is not special where ".." at its end removes all; an empty segment is left',
    applies: ({ ours, theirs }) => ours && theirs && ours === theirs.replace(/^([^?#]*)/, '$1/'),
  },
  {
    why: 'ada keeps a first segment of a file URL that only begins like a drive letter',
    applies: ({ reference, ours, theirs }) =>
      ours && /^file:\/\/[^/]*\/[a-z]:[^/]/i.test(theirs) && /[/\\](\.|%2e){2}/i.test(reference),
  },
];


// mulberry32: the numbers are the same on every machine.
let state = 1808;
function random(limit) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}
const pick = (list) => list[random(list.length)];

function unescape(text) {
  return text.replace(/\\(x[0-9A-Fa-f]{2}|.)/g, (_, code) => {
    if (code[0] === 'x' && code.length === 3) return String.fromCharCode(parseInt(code.slice(1), 16));
    return { t: '\t', n: '\n', r: '\r' }[code] ?? code;
  });
}

function escape(text) {
  const names = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
  return text.replace(/[\\\t\n\r]/g, (c) => names[c]);
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.path, entry.name))
    .sort();
}

function collect(corpora) {
  const found = new Set(SEEDS);
  if (!corpora || !existsSync(join(corpora, 'vectors'))) return [...found];
  for (const file of files(join(corpora, 'vectors')).filter((name) => name.endsWith('.tsv'))) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      for (const field of line.split('\t').slice(0, 3)) found.add(unescape(field).toWellFormed());
    }
  }
  for (const file of files(join(corpora, 'mail'))) {
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(/(?:href|src)="([^"]{1,300})"|\b(?:https?|ftp|mailto|file):[^\s"<>]{1,300}/gi)) {
      found.add((match[1] ?? match[0]).toWellFormed());
    }
  }
  return [...found];
}

const PIECES = [
  '/', '//', '\\', '.', '..', '%2e', '%2E', '%', '%25', '%zz', ':', '::', '@', '?', '#', ';', '[', ']', '[::1]', '|', '^',
  '`', '{', '}', "'", '"', '<', '>', ' ', '\t', '\n', '\0', '\x7f', '0x', '0', '255', '256', '65536', 'xn--', 'C|', 'C:',
  'http:', 'https:', 'file:', 'ws:', 'x:', 'localhost', 'é', 'ß', '中', '。', '\u00ad', '\u200d', '💩', 'א', 'Ａ', '％',
];

function mutate(text, pool) {
  let points = [...text];
  for (let left = random(4); left > 0; --left) {
    const at = random(points.length + 1);
    switch (random(5)) {
      case 0: points.splice(at, 1 + random(3)); break;
      case 1: points.splice(at, 0, pick(PIECES)); break;
      case 2: points.splice(at, 1, pick(PIECES)); break;
      case 3: points.splice(at, 0, ...points.slice(at, at + 1 + random(8))); break;
      default: points = [...points.slice(0, at), ...[...pick(pool)].slice(random(8))];
    }
  }
  return points.join('').slice(0, 2000).toWellFormed();
}

function theirs(base, reference) {
  try {
    return base === '' ? new URL(reference).href : new URL(reference, base).href;
  } catch {
    return null;
  }
}

function main([program, corpora]) {
  const pool = collect(corpora);
  const cases = [];
  for (let i = 0; i < COUNT; ++i) cases.push([pick(BASES), mutate(pick(pool), pool)]);
  const input = cases.map((fields) => fields.map(escape).join('\t') + '\n').join('');
  const run = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (run.status !== 0) throw new Error(`${program} failed: ${run.error ?? run.signal ?? run.status}`);
  const answers = run.stdout.split('\n').slice(0, -1);
  if (answers.length !== COUNT) throw new Error(`${answers.length} answers to ${COUNT} lines`);

  const counts = new Map();
  let equal = 0, urls = 0, unexplained = 0;
  cases.forEach(([base, reference], i) => {
    const ours = answers[i].startsWith('FAILURE ') ? null : answers[i];
    const other = theirs(base, reference);
    if (other !== null) ++urls;
    if (ours === other) return ++equal;
    const rule = EXPLAINED.find(({ applies }) => applies({ base, reference, ours, theirs: other }));
    if (rule) return counts.set(rule.why, (counts.get(rule.why) ?? 0) + 1);
    if (++unexplained <= 50) console.log(JSON.stringify({ base, reference, ours: answers[i], node: other }));
  });
  console.log(`node ${process.version}, ada ${process.versions.ada}, ICU ${process.versions.icu}`);
  console.log(`${COUNT} references from ${pool.length}, ${urls} of them URLs: ${equal} equal, ${unexplained} unexplained`);
  for (const [why, count] of counts) console.log(`${count}: ${why}`);
  process.exit(unexplained === 0 ? 0 : 1);
}

if (process.versions.ada === undefined) {
  console.log(`SKIPPED: node ${process.version} has an older URL parser; ${COUNT} comparisons missed`);
  process.exit(77);
}
main(process.argv.slice(2));
