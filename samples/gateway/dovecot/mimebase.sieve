# Makes the URLs of every message absolute before the scripts of its recipient see it. If the filter fails, Dovecot continues
# with the original message.
require "vnd.dovecot.filter";
filter "mimebase-filter";
