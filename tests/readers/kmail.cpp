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

// Runs in the page: every link with a token, and the URL that a click goes to.
const char kScript[] = R"((function() {
  const found = [];
  const resolved = {href: one => typeof one.href === 'string' ? one.href : new URL(one.href.baseVal, document.baseURI).href,
                    action: one => one.action, formaction: one => one.formAction};
  function read(element, name) {
    const property = {'href': 'href', 'xlink:href': 'href', 'action': 'action', 'formaction': 'formaction'}[name];
    const written = element.getAttribute(name);
    const token = property && (/ref\d+/i.exec(written) || /ref\d+/i.exec(element.textContent));
    if (!token) return;
    let url = null;
    try { url = new URL(resolved[property](element)).href; } catch (error) {}
    found.push({token: token[0].toLowerCase(), url: url, written: written});
  }
  function visit(document) {
    for (const element of document.querySelectorAll('a, area, form, button, input'))
      for (const name of element.getAttributeNames()) read(element, name);
    for (const frame of document.querySelectorAll('iframe, frame')) {
      try { visit(frame.contentDocument); } catch (error) {}
    }
  }
  visit(document);
  return JSON.stringify({links: found, page: PAGE ? document.documentElement.outerHTML : null});
})())";

// Records what is requested, and leaves the decision to KMail. KMail redirects each "cid:" that names a part
// to the file of the part. The redirected requests come in the same order.
class Recorder : public QWebEngineUrlRequestInterceptor {
 public:
  QWebEngineUrlRequestInterceptor* own = nullptr;
  QJsonArray requested;
  void interceptRequest(QWebEngineUrlRequestInfo& info) override {
    const QUrl url = info.requestUrl();
    own->interceptRequest(info);
    if (url.scheme() == "data") return;
    if (url.scheme() == "cid" && info.changed()) {
      redirected_.append(QString::fromLatin1(url.toEncoded()));
    } else if (url.isLocalFile() && url.path().startsWith("/tmp/messageviewer_")) {
      QFile file(url.toLocalFile());
      file.open(QIODevice::ReadOnly);
      const QByteArray content = file.readAll();
      const QString from = redirected_.isEmpty() ? QString() : redirected_.takeFirst();
      requested.append(
          QJsonArray{from, QString::fromLatin1(content.mid(qMax(0, content.indexOf("part-marker-")), 40))});
    } else {
      requested.append(QJsonArray{QString::fromLatin1(url.toEncoded()), QJsonValue()});
    }
  }
  void clear() {
    requested = {};
    redirected_.clear();
  }

 private:
  QStringList redirected_;
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
    QObject::connect(view_, &QWebEngineView::loadFinished, this, [this] { later(); });
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
    viewer_.setMessage(message, MimeTreeParser::Force);
    QTimer::singleShot(5000, this, [this, name = name_] {
      if (is_open_ && name == name_) print();
    });
  }

 private:
  void later() {
    if (is_open_)
      QTimer::singleShot(250, this, [this, name = name_] {
        if (is_open_ && name == name_) print();
      });
  }
  void print() {
    is_open_ = false;
    QString script = QString::fromLatin1(kScript).replace(
        "PAGE", qEnvironmentVariableIsSet("SHOW_PAGE") ? "true" : "false");
    view_->page()->runJavaScript(script, QWebEngineScript::UserWorld, [this](const QVariant& found) {
      QJsonObject line = QJsonDocument::fromJson(found.toString().toUtf8()).object();
      line["file"] = name_;
      line["requested"] = recorder_.requested;
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
