// Shows messages in Evolution's EMailDisplay, which its windows contain, and prints one JSON line for each:
// its links, and what it loaded. Called by evolution.py, with file names as arguments.
#include <stdio.h>
#include <string.h>

#include <camel/camel.h>
#include <em-format/e-mail-parser.h>
#include <em-format/e-mail-part-utils.h>
#include <json-glib/json-glib.h>
#include <libemail-engine/libemail-engine.h>
#include <mail/e-mail-display.h>
#include <mail/e-mail-ui-session.h>
#include <webkit2/webkit2.h>

// Runs in the page: every link as it is written, with its text, and the URL that a click goes to.
static const char kScript[] =
    "(function() {\n"
    "  const found = [], bases = [];\n"
    "  const resolved = {href: one => typeof one.href === 'string' ? one.href : new URL(one.href.baseVal, "
    "one.baseURI).href,\n"
    "                    action: one => one.action, formaction: one => one.formAction};\n"
    "  function read(element, name) {\n"
    "    const property = {'href': 'href', 'xlink:href': 'href', 'action': 'action', 'formaction': "
    "'formaction'}[name];\n"
    "    if (!property) return;\n"
    "    let url = null;\n"
    "    try { url = new URL(resolved[property](element)).href; } catch (error) {}\n"
    "    found.push({written: element.getAttribute(name), text: element.textContent.slice(0, 200), url: url});\n"
    "  }\n"
    "  function* elements(root, selector) {\n"
    "    yield* root.querySelectorAll(selector);\n"
    "    for (const one of root.querySelectorAll('*')) if (one.shadowRoot) yield* elements(one.shadowRoot, selector);\n"
    "  }\n"
    "  function visit(document) {\n"
    "    bases.push(document.baseURI);\n"
    "    for (const element of elements(document, 'a, area, form, button, input'))\n"
    "      for (const name of element.getAttributeNames()) read(element, name);\n"
    "    for (const frame of document.querySelectorAll('iframe, frame')) {\n"
    "      try { visit(frame.contentDocument); } catch (error) {}\n"
    "    }\n"
    "  }\n"
    "  visit(document);\n"
    "  return JSON.stringify({links: found, bases: bases});\n"
    "})()";

enum { kSettleMs = 400, kLimitMs = 30000 };

static char** files;
static CamelSession* session;
static EMailDisplay* display;
static GPtrArray* resources;
static guint settling, limit;
static int count;

static void show_next(void);

static void add_string(JsonBuilder* builder, const char* name, const char* value) {
  json_builder_set_member_name(builder, name);
  json_builder_add_string_value(builder, value);
}

static JsonBuilder* line;
static guint asked;

static void finish_line(void) {
  json_builder_end_array(line);
  json_builder_end_object(line);
  JsonGenerator* generator = json_generator_new();
  JsonNode* root = json_builder_get_root(line);
  json_generator_set_root(generator, root);
  char* text = json_generator_to_data(generator, NULL);
  printf("%s\n", text);
  fflush(stdout);
  g_free(text);
  json_node_unref(root);
  g_object_unref(generator);
  g_object_unref(line);
  files++;
  show_next();
}

static void add_resource(WebKitWebResource* resource, const guchar* data, gsize size) {
  const char* marker = data ? g_strstr_len((const char*)data, size, "part-marker-") : NULL;
  gsize at = 0;
  // The marker may be behind NULs.
  for (; data && !marker && at + 12 < size; at++) {
    if (memcmp(data + at, "part-marker-", 12) == 0) marker = (const char*)data + at;
  }
  char* text = marker ? g_strndup(marker, MIN(40, size - (gsize)(marker - (const char*)data))) : NULL;
  json_builder_begin_object(line);
  add_string(line, "url", webkit_web_resource_get_uri(resource));
  if (text) {
    for (char* c = text; *c; c++) *c = g_ascii_isalnum(*c) || *c == '-' ? *c : ' ';
    add_string(line, "content", text);
  }
  json_builder_end_object(line);
  g_free(text);
}

static void on_data(GObject* object, GAsyncResult* result, gpointer unused) {
  gsize size = 0;
  guchar* data = webkit_web_resource_get_data_finish(WEBKIT_WEB_RESOURCE(object), result, &size, NULL);
  add_resource(WEBKIT_WEB_RESOURCE(object), data, size);
  g_free(data);
  if (++asked < resources->len) {
    webkit_web_resource_get_data(resources->pdata[asked], NULL, on_data, NULL);
  } else {
    finish_line();
  }
}

static void on_links(GObject* object, GAsyncResult* result, gpointer unused) {
  GError* error = NULL;
  WebKitJavascriptResult* found =
      webkit_web_view_run_javascript_finish(WEBKIT_WEB_VIEW(object), result, &error);
  char* text = found ? jsc_value_to_string(webkit_javascript_result_get_js_value(found)) : NULL;
  line = json_builder_new();
  json_builder_begin_object(line);
  add_string(line, "file", *files);
  add_string(line, "page", text ? text : "{}");
  json_builder_set_member_name(line, "loaded");
  json_builder_begin_array(line);
  g_free(text);
  asked = 0;
  if (resources->len > 0) {
    webkit_web_resource_get_data(resources->pdata[0], NULL, on_data, NULL);
  } else {
    finish_line();
  }
}

static gboolean on_settled(gpointer unused) {
  if (settling) g_source_remove(settling);
  if (limit) g_source_remove(limit);
  settling = limit = 0;
  webkit_web_view_run_javascript(WEBKIT_WEB_VIEW(display), kScript, NULL, on_links, NULL);
  return G_SOURCE_REMOVE;
}

static gboolean on_settling(gpointer unused) {
  settling = 0;
  if (webkit_web_view_is_loading(WEBKIT_WEB_VIEW(display))) return G_SOURCE_REMOVE;
  return on_settled(NULL);
}

static gboolean on_limit(gpointer unused) {
  limit = 0;
  return on_settled(NULL);
}

static void settle(void) {
  if (!limit) return;
  if (settling) g_source_remove(settling);
  settling = g_timeout_add(kSettleMs, on_settling, NULL);
}

static void on_resource(WebKitWebView* view, WebKitWebResource* resource, WebKitURIRequest* request,
                        gpointer unused) {
  g_ptr_array_add(resources, g_object_ref(resource));
  g_signal_connect(resource, "finished", G_CALLBACK(settle), NULL);
  g_signal_connect(resource, "failed", G_CALLBACK(settle), NULL);
  settle();
}

static void on_load_changed(WebKitWebView* view, WebKitLoadEvent event, gpointer unused) {
  if (event == WEBKIT_LOAD_FINISHED) settle();
}

static void show_next(void) {
  if (*files == NULL) return gtk_main_quit();
  char* content = NULL;
  gsize size = 0;
  if (!g_file_get_contents(*files, &content, &size, NULL)) g_error("%s cannot be read", *files);
  CamelMimeMessage* message = camel_mime_message_new();
  CamelStream* stream = camel_stream_mem_new_with_buffer(content, size);
  camel_data_wrapper_construct_from_stream_sync(CAMEL_DATA_WRAPPER(message), stream, NULL, NULL);
  g_object_unref(stream);
  g_free(content);
  g_ptr_array_set_size(resources, 0);
  // An image that is in the cache is not requested again.
  webkit_web_context_clear_cache(webkit_web_view_get_context(WEBKIT_WEB_VIEW(display)));
  EMailParser* parser = e_mail_parser_new(session);
  char* uid = g_strdup_printf("%d", ++count);
  EMailPartList* parts = e_mail_parser_parse_sync(parser, NULL, uid, message, NULL);
  char* uri = e_mail_part_build_uri(NULL, uid, NULL, NULL);
  camel_object_bag_reserve(e_mail_part_list_get_registry(), uri);
  camel_object_bag_add(e_mail_part_list_get_registry(), uri, parts);
  limit = g_timeout_add(kLimitMs, on_limit, NULL);
  e_mail_display_set_part_list(display, parts);
  e_mail_display_load(display, NULL);
  g_free(uri);
  g_free(uid);
  g_object_unref(parser);
  g_object_unref(message);
}

static gboolean on_start(gpointer unused) {
  show_next();
  return G_SOURCE_REMOVE;
}

int main(int argc, char* argv[]) {
  gtk_init(&argc, &argv);
  char* folder = g_build_filename(g_get_home_dir(), "camel", NULL);
  camel_init(folder, FALSE);
  ESourceRegistry* registry = e_source_registry_new_sync(NULL, NULL);
  if (!registry) g_error("the registry of sources does not start");
  session = CAMEL_SESSION(e_mail_ui_session_new(registry));
  mail_config_init(E_MAIL_SESSION(session));
  files = argv + 1;
  resources = g_ptr_array_new_with_free_func(g_object_unref);
  GtkWidget* window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_default_size(GTK_WINDOW(window), 800, 1200);
  display = E_MAIL_DISPLAY(e_mail_display_new(NULL));
  e_mail_display_set_force_load_images(display, TRUE);
  gtk_container_add(GTK_CONTAINER(window), GTK_WIDGET(display));
  gtk_widget_show_all(window);
  g_signal_connect(display, "resource-load-started", G_CALLBACK(on_resource), NULL);
  g_signal_connect(display, "load-changed", G_CALLBACK(on_load_changed), NULL);
  g_idle_add(on_start, NULL);
  gtk_main();
  return 0;
}
