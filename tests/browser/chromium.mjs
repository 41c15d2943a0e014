// Shared by the comparisons with Chromium: starting it, waiting for a page, and escaping text for a terminal.
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const kSettleMs = 10000;

// `modules` is the folder that contains playwright-core; `more` are options of Chromium.
export async function launch(modules, ...more) {
  const {chromium} = createRequire(path.resolve(modules) + '/')('playwright-core');
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
           '--disable-background-networking', '--disable-component-update', '--disable-sync',
           // If a request passes all other barriers, it finds no host.
           '--host-resolver-rules=MAP * ~NOTFOUND', ...more],
  });
}

// Runs in the page: true once no image is loading. Starts images that would load only when scrolled to.
function settled() {
  for (const late of document.querySelectorAll('[loading=lazy i]')) late.loading = 'eager';
  return document.readyState === 'complete' && [...document.images].every(image => image.complete);
}

export async function wait_until_settled(page) {
  const end = Date.now() + kSettleMs;
  while (Date.now() < end) {
    const states = await Promise.all(page.frames().map(frame => frame.evaluate(settled).catch(() => true)));
    if (states.every(Boolean)) return;
    await page.waitForTimeout(100);
  }
}

// Chromium needs the line ends of mail, and one of two extensions.
export function copy_for_chromium(file, number, folder) {
  const ending = /\.mhtml$/i.test(file) ? '.mhtml' : '.mht';
  const copy = path.join(folder, `archive-${number}${ending}`);
  fs.writeFileSync(copy, fs.readFileSync(file, 'latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
  return copy;
}

// Text from an archive is always escaped for the terminal.
export const safe = text => text.replace(/[^\x20-\x7e]/g, c => `\\u{${c.codePointAt(0).toString(16)}}`).slice(0, 160);
