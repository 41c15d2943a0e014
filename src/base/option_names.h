// The options of an analysis, by the names that the command line, databases and the C interface have for
// them.
#pragma once

#include <tuple>

#include "mimebase/options.h"
#include "text/members.h"

namespace mimebase::base {

inline constexpr auto kAnalyzeOptions = all_members<AnalyzeOptions>(
    std::tuple{
        NamedMember{&AnalyzeOptions::rules, "rules"},
        NamedMember{&AnalyzeOptions::retrieval_url, "retrieval-url"},
        NamedMember{&AnalyzeOptions::base_headers, "base-headers"},
        NamedMember{&AnalyzeOptions::base_headers_in_http, "base-headers in HTTP"},
        NamedMember{&AnalyzeOptions::defanged, "defanged"},
        NamedMember{&AnalyzeOptions::parts, "part"},
        NamedMember{&AnalyzeOptions::attachments, "attachments"},
        NamedMember{&AnalyzeOptions::limits, "limits"},
        NamedMember{&AnalyzeOptions::fields, "fields"},
        NamedMember{&AnalyzeOptions::full_data_urls, "full", "links"},
        NamedMember{&AnalyzeOptions::reader, "as", "links tree check report"},
        NamedMember{&AnalyzeOptions::compared, "as", "compare report"},
        NamedMember{&AnalyzeOptions::domains, "domains", "check"},
        NamedMember{&AnalyzeOptions::own_template, "template", "links check report"},
    },
    // Each run sets it as its command needs it.
    unnamed(&AnalyzeOptions::source_folder, &AnalyzeOptions::message_ids_in_urls));

}  // namespace mimebase::base
