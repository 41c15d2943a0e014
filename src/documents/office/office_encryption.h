// Office files that are encrypted with the password that Excel tries before it asks for one (MS-OFFCRYPTO).
// Everybody can open them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::documents {

// Charges an iteration of a hash, which a key takes thousands of. Returns false if the limit is hit.
using ChargeHashes = std::function<bool(std::uint64_t hashes)>;

// The package in the stream "EncryptedPackage", with what the stream "EncryptionInfo" says of it (sections
// 2.3.4.4 to 2.3.4.15). Nothing if it has another password, or a method that no version of Office writes.
[[nodiscard]] std::optional<std::string> decrypted_package(std::string_view info, std::string_view package,
                                                           const ChargeHashes& charge);

// The stream "Workbook", encrypted with RC4 (sections 2.3.5 and 2.3.6; MS-XLS section 2.2.10), with its
// records at their offsets.
[[nodiscard]] std::optional<std::string> decrypted_workbook(std::string_view stream);

}  // namespace mimebase::documents
