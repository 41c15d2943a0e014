#include <algorithm>
#include <array>

#include "readers/profile.h"

namespace mimebase::readers {

namespace chromium {
extern const Profile kProfile;
}
namespace thunderbird {
extern const Profile kProfile;
}
namespace roundcube {
extern const Profile kProfile;
}
namespace evolution {
extern const Profile kProfile;
}
namespace kmail {
extern const Profile kProfile;
}
namespace mhonarc {
extern const Profile kProfile;
}
namespace hypermail {
extern const Profile kProfile;
}
namespace spamassassin {
extern const Profile kProfile;
}
namespace rspamd {
extern const Profile kProfile;
}

const Profile* profile_of(MailReader reader) {
  static constexpr std::array<const Profile*, 9> kProfiles = {
      &chromium::kProfile,  &thunderbird::kProfile,  &roundcube::kProfile,
      &evolution::kProfile, &kmail::kProfile,        &mhonarc::kProfile,
      &hypermail::kProfile, &spamassassin::kProfile, &rspamd::kProfile};
  const auto found = std::find_if(kProfiles.begin(), kProfiles.end(),
                                  [reader](const Profile* profile) { return profile->reader == reader; });
  return found == kProfiles.end() ? nullptr : *found;
}

}  // namespace mimebase::readers
