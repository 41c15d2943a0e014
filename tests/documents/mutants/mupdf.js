// Prints one JSON line per file: {links, text}, or {error}. Run by mutool:  mutool run mupdf.js FILES...
function shown(name) {
  var file = Document.openDocument ? Document.openDocument(name) : new Document(name);
  var links = [], text = "";
  var pages = Math.min(file.countPages(), 50);
  for (var i = 0; i < pages; ++i) {
    try {
      var page = file.loadPage(i);
      page.getLinks().forEach(function (link) { links.push(link.getURI ? link.getURI() : link.uri); });
      page.toStructuredText().walk({
        onChar: function (c) { text += c; },
        endLine: function () { text += "\n"; },
        endTextBlock: function () { text += "\n"; }
      });
    } catch (error) {
      text += "\n";
    }
  }
  return {links: links, text: text};
}

for (var number = 0; number < scriptArgs.length; ++number) {
  var answer;
  try {
    answer = shown(scriptArgs[number]);
  } catch (error) {
    answer = {error: String(error)};
  }
  print(JSON.stringify(answer));
}
