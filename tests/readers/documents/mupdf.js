// Prints one JSON line per file: [page, [left, top, right, bottom], URI] of each link. Run by mutool:  mutool run mupdf.js FILES...
for (var number = 0; number < scriptArgs.length; ++number) {
  var links = [];
  var file = Document.openDocument ? Document.openDocument(scriptArgs[number]) : new Document(scriptArgs[number]);
  for (var i = 0; i < file.countPages(); ++i) {
    var found = file.loadPage(i).getLinks();
    for (var j = 0; j < found.length; ++j) {
      var link = found[j];
      links.push([i, link.getBounds ? link.getBounds() : link.bounds, link.getURI ? link.getURI() : link.uri]);
    }
  }
  print(JSON.stringify(links));
}
