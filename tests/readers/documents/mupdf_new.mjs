// The same as mupdf.js, for the newer MuPDF that npm has:  mupdf_new.mjs MODULES FILES...
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [modules, ...files] = process.argv.slice(2);
const {Document} = await import(pathToFileURL(path.resolve(modules, 'node_modules/mupdf/dist/mupdf.js')));
for (const file of files) {
  const document = Document.openDocument(fs.readFileSync(file), 'application/pdf');
  const links = [];
  for (let i = 0; i < document.countPages(); ++i) {
    for (const link of document.loadPage(i).getLinks()) links.push([i, link.getBounds(), link.getURI()]);
  }
  console.log(JSON.stringify(links));
}
