// The programs, each implemented in the source of its name.
#pragma once

#include <memory>

#include "readers/reader.h"

namespace mimebase::readers {

std::unique_ptr<Reader> make_chromium(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_thunderbird(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_roundcube(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_evolution(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_kmail(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_mhonarc(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_hypermail(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_spamassassin(message::AnalysedMessage& message);
std::unique_ptr<Reader> make_rspamd(message::AnalysedMessage& message);

}  // namespace mimebase::readers
