# Prints what public-inbox shows as the body of a message in its web page. Reads file names from standard input.
# Prints one JSON line per file.
use strict;
use warnings;
use JSON::PP;
use PublicInbox::Eml;
use PublicInbox::View;

while (my $path = <STDIN>) {
    chomp $path;
    open(my $file, '<:raw', $path) or die "$path: $!";
    local $/;
    my $message = PublicInbox::Eml->new(<$file>);
    my $page = '';
    PublicInbox::View::multipart_text_as_html($message, {obuf => \$page, mhref => '', ibx => {}});
    print JSON::PP->new->ascii->encode({file => $path, page => $page}), "\n";
}
