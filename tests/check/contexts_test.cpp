// The one row per context: what rows, checks and viewers take a reference for.
#include "model/contexts.h"

#include "catch.h"

using namespace mimebase;

TEST_CASE("a context has the row of itself, of its attribute, of its beginning, or none") {
  struct Case {
    std::string_view context;
    LinkKind kind;
    ContextUse use;
  };
  using Use = ContextUse;
  constexpr Case kCases[] = {
      {"a@href", LinkKind::kLink, Use::kLink},
      {"iframe@srcdoc/a@href", LinkKind::kLink, Use::kLink},
      {"a@xlink:href", LinkKind::kLink, Use::kLink},
      {"a@x:href", LinkKind::kOther, Use::kLink},
      {"mi@href", LinkKind::kLink, Use::kOther},
      {"button@formaction", LinkKind::kForm, Use::kForm},
      {"div@action-xhr", LinkKind::kForm, Use::kOther},
      {"form@action-xhr", LinkKind::kForm, Use::kForm},
      {"td@style/css:url", LinkKind::kImage, Use::kOther},
      {"html:text:delimited", LinkKind::kText, Use::kText},
      {"img@alt:text", LinkKind::kOther, Use::kOther},
      {"header:list-unsubscribe", LinkKind::kHeader, Use::kList},
      {"header:content-location", LinkKind::kHeader, Use::kOther},
      {"header:refresh", LinkKind::kHeader, Use::kRefresh},
      {"header:x/list-unsubscribe", LinkKind::kHeader, Use::kOther},
      {"vcard:url", LinkKind::kLink, Use::kLink},
      {"pdf:text", LinkKind::kText, Use::kOther},
      {"pdf:submit-form", LinkKind::kForm, Use::kOther},
      {"odf/a@xlink:href", LinkKind::kLink, Use::kLink},
      {"odf/image@xlink:href", LinkKind::kImage, Use::kOther},
      {"odf/sound@xlink:href", LinkKind::kLink, Use::kOther},
      {"odf/p@xml:base", LinkKind::kBase, Use::kOther},
      {"x.zip/odf/p@xml:base", LinkKind::kBase, Use::kOther},
      {"odf/table-cell@table:formula", LinkKind::kOther, Use::kOther},
      {"odf/dde-source@office:dde-topic", LinkKind::kOther, Use::kOther},
      {"", LinkKind::kOther, Use::kOther},
      {"@", LinkKind::kOther, Use::kOther},
      {"unheard-of", LinkKind::kOther, Use::kOther},
  };
  for (const Case& each : kCases) {
    INFO(each.context);
    CHECK(traits_of(each.context).kind == each.kind);
    CHECK(kind_of_context(each.context) == each.kind);
    CHECK(traits_of(each.context).use == each.use);
  }
}

TEST_CASE("documents do something when they are opened, and their links have viewers") {
  CHECK(traits_of("ooxml:template").action == "loads its template, with macros, when it is opened");
  CHECK_FALSE(traits_of("ooxml:field").is_certain);
  CHECK(traits_of("odf/floating-frame@xlink:href").action == "loads something when it is opened");
  CHECK(traits_of("odf/image@xlink:href").action == "loads something when it is opened");
  CHECK(traits_of("odf/table-cell@table:formula").action == "loads something when it is opened");
  CHECK(traits_of("image@xlink:href").action.empty());
  CHECK(traits_of("pdf:uri").is_followed_by(MailReader::kMupdf));
  CHECK_FALSE(traits_of("pdf:goto-remote").is_followed_by(MailReader::kMupdf));
  CHECK(traits_of("x.zip/odf/a@xlink:href").is_followed_by(MailReader::kLibreoffice));
  CHECK_FALSE(traits_of("a@href").is_followed_by(MailReader::kLibreoffice));
}
