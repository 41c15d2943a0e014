#!/usr/bin/perl
# Counts the links of an mbox as a Perl user would: Email::MIME, HTML::LinkExtor and URI.
#
#   perl_links.pl MBOX
#
# Prints messages, links, and how many of them are absolute once they are resolved.
use strict;
use warnings;

use Email::MIME;
use HTML::LinkExtor;
use URI;

my $url_in_text = qr/\b(?:https?|ftp|mailto|news):[^\s<>"']+|\bwww\.[^\s<>"']+/;
my @url_fields = qw(List-Archive List-Help List-Owner List-Post List-Subscribe List-Unsubscribe);
my ($message_count, $link_count, $absolute_count) = (0, 0, 0);

sub count_link {
    my ($reference, $base) = @_;
    my $url = eval { $base ne '' ? URI->new_abs($reference, $base) : URI->new($reference) };
    $link_count++;
    $absolute_count++ if defined $url && defined $url->scheme;
}

# The base that the heading of a message or a part declares.
sub base_of {
    my ($entity, $around) = @_;
    for my $name ('Content-Base', 'Content-Location') {
        my $value = $entity->header_raw($name);
        next unless defined $value && $value =~ /\S/;
        $value =~ s/^\s+|\s+$//g;
        return $around ne '' ? URI->new_abs($value, $around)->as_string : $value;
    }
    return $around;
}

# In its charset, or as bytes where that is none.
sub text_of {
    my ($part) = @_;
    my $text = eval { $part->body_str };
    return defined $text ? $text : $part->body;
}

sub count_html {
    my ($text, $base) = @_;
    my @links;
    my $declared;
    my $parser = HTML::LinkExtor->new(sub {
        my ($tag, %attributes) = @_;
        $declared //= $attributes{href} if $tag eq 'base';
        push @links, values %attributes;
    });
    $parser->utf8_mode(0);
    $parser->parse($text);
    $parser->eof;
    $base = $base ne '' ? URI->new_abs($declared, $base)->as_string : $declared if defined $declared;
    count_link($_, $base) for @links;
}

sub walk {
    my ($entity, $around) = @_;
    my $base = base_of($entity, $around);
    for my $name (@url_fields) {
        for my $value ($entity->header_raw($name)) {
            count_link($_, $base) for $value =~ /$url_in_text/g;
        }
    }
    my $type = lc($entity->content_type // 'text/plain');
    my @parts = $entity->subparts;
    if (@parts) {
        walk($_, $base) for @parts;
    } elsif ($type =~ m{^message/rfc822}) {
        walk(Email::MIME->new($entity->body), $base);
    } elsif ($type =~ m{^text/html}) {
        count_html(text_of($entity), $base);
    } elsif ($type =~ m{^text/}) {
        count_link($_, $base) for text_of($entity) =~ /$url_in_text/g;
    }
}

sub take_message {
    my ($text) = @_;
    $message_count++;
    # A message that the module gives up on is one without links.
    eval { walk(Email::MIME->new($text), ''); 1 } or $ENV{SHOW_ERRORS} && warn $@;
}

# What it says of odd mail, of which there is much, is of no use here.
local $SIG{__WARN__} = sub { print STDERR @_ if $ENV{SHOW_ERRORS} };

open my $file, '<:raw', $ARGV[0] or die "$ARGV[0]: $!\n";
my $text;
while (my $line = <$file>) {
    if ($line =~ /^From /) {
        take_message($text) if defined $text;
        $text = '';
    } else {
        $text .= $line;
    }
}
take_message($text) if defined $text;
print "messages $message_count links $link_count absolute $absolute_count\n";
