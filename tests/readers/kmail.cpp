// Shows messages in KMail's viewer (MessageViewer::Viewer, which KMail's windows contain), and prints one
// JSON line for each: its links, and what it requested. Called by kmail.py, with file names as arguments.
#include <MessageViewer/Viewer>
#include <QApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTimer>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlScheme>
#include <QWebEngineView>
#include <cstdio>

namespace {

// A page that is loaded may request more. A busy computer takes long for a page.
constexpr int kSettleMs = 250, kLimitMs = 30000;

// Runs in the page: every link as it is written, with its text, and the URL that a click goes to.
const char kScript[] = R"((function() {
  const found = [];
  const resolved = {href: one => typeof one.href === 'string' ? one.href : new URL(one.href.baseVal, document.baseURI).href,
                    action: one => one.action, formaction: one => one.formAction};
  function read(element, name) {
    const property = {'href': 'href', 'xlink:href': 'href', 'action': 'action', 'formaction': 'formaction'}[name];
    if (!property) return;
    let url = null;
    try { url = new URL(resolved[property](element)).href; } catch (error) {}
    found.push({written: element.getAttribute(name), text: element.textContent.slice(0, 200), url: url});
  }
  function visit(document) {
    for (const element of document.querySelectorAll('a, area, form, button, input'))
      for (const name of element.getAttributeNames()) read(element, name);
    for (const frame of document.querySelectorAll('iframe, frame')) {
      try { visit(frame.contentDocument); } catch (error) {}
    }
  }
  visit(document);
  const own = [...document.images].map(image => image.getAttribute('src')).filter(src => src && src.startsWith('file:///tmp/messageviewer_'));
  return JSON.stringify({links: found, own: own, page: PAGE ? document.documentElement.outerHTML : null});
})())";

// Records what is requested, and leaves the decision to KMail. KMail redirects each "cid:" that names a part
// to the file of the part. The redirected requests come in the same order, among those for images that KMail
// shows itself.
class Recorder : public QWebEngineUrlRequestInterceptor {
 public:
  QWebEngineUrlRequestInterceptor* own = nullptr;
  QJsonArray requested, redirected, files;
  void interceptRequest(QWebEngineUrlRequestInfo& info) override {
    const QUrl url = info.requestUrl();
    own->interceptRequest(info);
    if (url.scheme() == "data") return;
    if (url.scheme() == "cid" && info.changed()) {
      redirected.append(QString::fromLatin1(url.toEncoded()));
    } else if (url.isLocalFile() && url.path().startsWith("/tmp/messageviewer_")) {
      QFile file(url.toLocalFile());
      file.open(QIODevice::ReadOnly);
      const QByteArray content = file.readAll();
      files.append(QJsonArray{
          url.toString(), QString::fromLatin1(content.mid(qMax(0, content.indexOf("part-marker-")), 40))});
    } else {
      requested.append(QJsonArray{QString::fromLatin1(url.toEncoded()), QJsonValue()});
      // KMail never answers a "cid:" that names no part, and the page would wait for it.
      info.block(true);
    }
  }
  void clear() { requested = redirected = files = {}; }
};

class Session : public QObject {
 public:
  Session(const QStringList& files) : files_(files) {
    viewer_.resize(800, 1200);
    viewer_.setHtmlLoadExtDefault(true);
    viewer_.setHtmlLoadExtOverride(true);
    viewer_.setDisplayFormatMessageOverwrite(MessageViewer::Viewer::Html);
    viewer_.show();
    view_ = viewer_.findChild<QWebEngineView*>();
    recorder_.own = viewer_.findChild<QWebEngineUrlRequestInterceptor*>();
    view_->page()->profile()->setUrlRequestInterceptor(&recorder_);
    settling_.setSingleShot(true);
    settling_.setInterval(kSettleMs);
    limit_.setSingleShot(true);
    limit_.setInterval(kLimitMs);
    QObject::connect(view_, &QWebEngineView::loadStarted, &settling_, &QTimer::stop);
    QObject::connect(view_, &QWebEngineView::loadFinished, &settling_, qOverload<>(&QTimer::start));
    QObject::connect(&settling_, &QTimer::timeout, this, [this] { settle(); });
    QObject::connect(&limit_, &QTimer::timeout, this, [this] { print(); });
  }

  void next() {
    if (files_.isEmpty()) return QCoreApplication::quit();
    QFile file(files_.takeFirst());
    name_ = file.fileName();
    file.open(QIODevice::ReadOnly);
    const KMime::Message::Ptr message(new KMime::Message);
    message->setContent(file.readAll().replace("\r\n", "\n"));
    message->parse();
    recorder_.clear();
    is_open_ = true;
    waits_ = 0;
    limit_.start();
    viewer_.setMessage(message, MimeTreeParser::Force);
  }

 private:
  // What was redirected is requested again, now and then after the page seems to be finished.
  void settle() {
    constexpr int kMaxWaits = 4;
    const bool is_waiting = recorder_.files.size() < recorder_.redirected.size();
    if (is_waiting && waits_++ < kMaxWaits) return settling_.start();
    print();
  }
  void print() {
    if (!is_open_) return;
    is_open_ = false;
    settling_.stop();
    limit_.stop();
    QString script = QString::fromLatin1(kScript).replace(
        "PAGE", qEnvironmentVariableIsSet("SHOW_PAGE") ? "true" : "false");
    view_->page()->runJavaScript(script, QWebEngineScript::UserWorld, [this](const QVariant& found) {
      QJsonObject line = QJsonDocument::fromJson(found.toString().toUtf8()).object();
      line["file"] = name_;
      line["requested"] = recorder_.requested;
      line["redirected"] = recorder_.redirected;
      line["files"] = recorder_.files;
      std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
      std::fflush(stdout);
      next();
    });
  }

  QStringList files_;
  QString name_;
  MessageViewer::Viewer viewer_{nullptr};
  QWebEngineView* view_ = nullptr;
  Recorder recorder_;
  bool is_open_ = false;
  int waits_ = 0;
  QTimer settling_, limit_;
};

// As KMail does before it starts.
void register_cid() {
  QWebEngineUrlScheme scheme("cid");
  scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::ContentSecurityPolicyIgnored |
                  QWebEngineUrlScheme::LocalScheme | QWebEngineUrlScheme::LocalAccessAllowed);
  scheme.setSyntax(QWebEngineUrlScheme::Syntax::Path);
  QWebEngineUrlScheme::registerScheme(scheme);
}

}  // namespace

int main(int argc, char* argv[]) {
  register_cid();
  QApplication application(argc, argv);
  Session session(QCoreApplication::arguments().mid(1));
  QTimer::singleShot(0, &session, [&session] { session.next(); });
  return application.exec();
}
