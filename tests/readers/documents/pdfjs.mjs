// Prints one JSON line per file: [page, rectangle, URL] of each annotation that pdf.js makes a link of.
//   pdfjs.mjs MODULES LOCATION FILES...     LOCATION: the URL of the folder that the files are in, or "none"
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [modules, location, ...files] = process.argv.slice(2);
const {getDocument, VerbosityLevel, version} = await import(pathToFileURL(path.resolve(modules, 'node_modules/pdfjs-dist/legacy/build/pdf.mjs')));
console.log(JSON.stringify(version));
for (const file of files) {
  // The viewer in Firefox and Thunderbird sets docBaseUrl to the URL of the document, without a fragment.
  const docBaseUrl = location === 'none' ? undefined : location + path.basename(file);
  const task = getDocument({data: new Uint8Array(fs.readFileSync(file)), docBaseUrl, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false});
  const document = await task.promise;
  const links = [];
  for (let i = 1; i <= document.numPages; ++i) {
    for (const one of await (await document.getPage(i)).getAnnotations()) links.push([i - 1, one.rect, one.url ?? null]);
  }
  console.log(JSON.stringify(links));
  await task.destroy();
}
