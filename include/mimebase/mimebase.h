// Includes all headers of the C++ interface: those of libmimebase, for single messages, and, where it is
// installed, those of libmimebase-archive. The interface for C is capi.h.
//
//   mimebase::Analysis analysis = mimebase::analyze(message);
//   for (const mimebase::Diagnostic& diagnostic : analysis.diagnostics())
//     std::cout << diagnostic.detail << '\n';
#pragma once

#include "mimebase/analyze.h"
#include "mimebase/base.h"
#include "mimebase/diagnostics.h"
#include "mimebase/domain.h"
#include "mimebase/explain.h"
#include "mimebase/extract.h"
#include "mimebase/find.h"
#include "mimebase/keys.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/names.h"
#include "mimebase/options.h"
#include "mimebase/own_template.h"
#include "mimebase/range.h"
#include "mimebase/record.h"
#include "mimebase/result.h"
#include "mimebase/rewrite.h"
#include "mimebase/unwrap.h"
#include "mimebase/url.h"
#include "mimebase/url_map.h"
#include "mimebase/version.h"
#include "mimebase/visitor.h"

#if __has_include("mimebase/run.h")
#include "mimebase/input.h"
#include "mimebase/isolation.h"
#include "mimebase/optional_libraries.h"
#include "mimebase/output.h"
#include "mimebase/read_links.h"
#include "mimebase/report.h"
#include "mimebase/run.h"
#include "mimebase/spawned_run.h"
#endif
