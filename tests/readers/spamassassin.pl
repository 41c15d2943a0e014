# Prints what SpamAssassin extracts from messages: for each file "FILE<tab>name", then per URL "URL<tab>url<tab>cleaned URLs<tab>types<tab>texts of links".
# Reads file names from standard input.
use strict;
use warnings;
use Mail::SpamAssassin;
use Mail::SpamAssassin::PerMsgStatus;

sub escape {
  my ($text) = @_;
  my %written = ("\\" => "\\\\", "\t" => "\\t", "\r" => "\\r", "\n" => "\\n");
  $text =~ s/([\\\t\r\n])/$written{$1}/g;
  utf8::encode($text) if utf8::is_utf8($text);
  return $text;
}

my $program = Mail::SpamAssassin->new({dont_copy_prefs => 1, local_tests_only => 1, userprefs_filename => '/dev/null', home_dir_for_helpers => '/nonexistent'});
$program->init(0);
while (my $name = <STDIN>) {
  chomp $name;
  open(my $file, '<:raw', $name) or die "$name: $!";
  my $message = $program->parse($file, 1);
  my $status = Mail::SpamAssassin::PerMsgStatus->new($program, $message);
  $status->extract_message_metadata();
  my $found = $status->get_uri_detail_list();
  print "FILE\t", $name, "\n";
  for my $uri (sort keys %$found) {
    my $one = $found->{$uri};
    print join("\t", "URL", escape($uri), join(' ', map { escape($_) } @{$one->{cleaned} || []}), join(' ', sort keys %{$one->{types} || {}}), join(' ', map { escape($_) } @{$one->{anchor_text} || []})), "\n";
  }
  $status->finish();
  $message->finish();
  close($file);
}
