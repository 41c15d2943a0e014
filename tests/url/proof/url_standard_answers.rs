// The URL Standard's basic URL parser and serializer, written from the Standard's text alone, state by state.
// It is plain rather than fast, because the library is compared with it (README.md, "Answers").
//
//     rustc -O --edition 2018 url_standard_answers.rs
//
// Not implemented: state overrides and encodings, which references do not use, and Unicode ToASCII beyond the
// characters in `KNOWN`. A host with any other character ends the program: it never guesses.
use std::io::Write;

// The characters outside of ASCII that hosts may have, as Unicode ToASCII maps them. Each is valid alone, in
// every position of a label, and composes with nothing.
const KNOWN: [(char, char); 3] = [('é', 'é'), ('É', 'é'), ('世', '世')];

#[derive(Clone)]
enum Path {
    Opaque(String),
    List(Vec<String>),
}

#[derive(Clone)]
struct Url {
    scheme: String,
    username: String,
    password: String,
    host: Option<String>, // serialized
    port: Option<u16>,
    path: Path,
    query: Option<String>,
    fragment: Option<String>,
}

impl Url {
    fn new() -> Url {
        Url {
            scheme: String::new(),
            username: String::new(),
            password: String::new(),
            host: None,
            port: None,
            path: Path::List(Vec::new()),
            query: None,
            fragment: None,
        }
    }
    fn is_special(&self) -> bool {
        matches!(self.scheme.as_str(), "ftp" | "file" | "http" | "https" | "ws" | "wss")
    }
    fn has_opaque_path(&self) -> bool {
        matches!(self.path, Path::Opaque(_))
    }
    fn segments(&mut self) -> &mut Vec<String> {
        match &mut self.path {
            Path::List(list) => list,
            Path::Opaque(_) => panic!("a path that is opaque has no segments"),
        }
    }
    fn shorten(&mut self) {
        let file = self.scheme == "file";
        let path = self.segments();
        if file && path.len() == 1 && is_normalized_drive_letter(&path[0]) {
            return;
        }
        path.pop();
    }
    fn take_authority(&mut self, base: &Url) {
        self.username = base.username.clone();
        self.password = base.password.clone();
        self.host = base.host.clone();
        self.port = base.port;
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "ftp" => Some(21),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}

fn is_drive_letter(text: &str) -> bool {
    let b = text.as_bytes();
    b.len() == 2 && b[0].is_ascii_alphabetic() && (b[1] == b':' || b[1] == b'|')
}
fn is_normalized_drive_letter(text: &str) -> bool {
    is_drive_letter(text) && text.ends_with(':')
}
fn starts_with_drive_letter(text: &[char]) -> bool {
    text.len() >= 2
        && text[0].is_ascii_alphabetic()
        && (text[1] == ':' || text[1] == '|')
        && (text.len() == 2 || matches!(text[2], '/' | '\\' | '?' | '#'))
}
fn is_single_dot(segment: &str) -> bool {
    matches!(segment, "." | "%2e" | "%2E")
}
fn is_double_dot(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().as_str(), ".." | ".%2e" | "%2e." | "%2e%2e")
}

// Percent-encode sets.
fn in_c0(c: char) -> bool {
    c <= '\u{1f}' || c > '~'
}
fn in_fragment(c: char) -> bool {
    in_c0(c) || matches!(c, ' ' | '"' | '<' | '>' | '`')
}
fn in_query(c: char) -> bool {
    in_c0(c) || matches!(c, ' ' | '"' | '#' | '<' | '>')
}
fn in_special_query(c: char) -> bool {
    in_query(c) || c == '\''
}
fn in_path(c: char) -> bool {
    in_query(c) || matches!(c, '?' | '^' | '`' | '{' | '}')
}
fn in_userinfo(c: char) -> bool {
    in_path(c) || matches!(c, '/' | ':' | ';' | '=' | '@' | '['..=']' | '|')
}
fn percent_encode(c: char, set: fn(char) -> bool, out: &mut String) {
    if !set(c) {
        out.push(c);
        return;
    }
    let mut bytes = [0; 4];
    for byte in c.encode_utf8(&mut bytes).bytes() {
        out.push_str(&format!("%{:02X}", byte));
    }
}

fn percent_decode(input: &[u8]) -> Vec<u8> {
    let hex = |at: usize| input.get(at).and_then(|b| (*b as char).to_digit(16));
    let mut output = Vec::new();
    let mut at = 0;
    while at < input.len() {
        match (input[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                output.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, _, _) => {
                output.push(byte);
                at += 1;
            }
        }
    }
    output
}

fn is_forbidden_host(c: char) -> bool {
    matches!(
        c,
        '\0' | '\t'
            | '\n'
            | '\r'
            | ' '
            | '#'
            | '/'
            | ':'
            | '<'
            | '>'
            | '?'
            | '@'
            | '['
            | '\\'
            | ']'
            | '^'
            | '|'
    )
}
fn is_forbidden_domain(c: char) -> bool {
    is_forbidden_host(c) || c <= '\u{1f}' || c == '%' || c == '\u{7f}'
}

// RFC 3492 section 6.3, with the parameters of its section 5.
fn punycode(label: &[char]) -> String {
    let mut output: String = label.iter().filter(|c| c.is_ascii()).collect();
    let basic = output.len() as u32;
    if basic > 0 {
        output.push('-');
    }
    let (mut n, mut delta, mut bias, mut handled) = (128u32, 0u32, 72u32, basic);
    while (handled as usize) < label.len() {
        let next = label.iter().map(|c| *c as u32).filter(|c| *c >= n).min().unwrap();
        delta += (next - n) * (handled + 1);
        n = next;
        for c in label.iter().map(|c| *c as u32) {
            if c < n {
                delta += 1;
            }
            if c != n {
                continue;
            }
            let mut q = delta;
            let mut k = 36;
            loop {
                let t = if k <= bias {
                    1
                } else if k >= bias + 26 {
                    26
                } else {
                    k - bias
                };
                let digit = if q < t { q } else { t + (q - t) % (36 - t) };
                output
                    .push((if digit < 26 { b'a' + digit as u8 } else { b'0' + (digit - 26) as u8 }) as char);
                if q < t {
                    break;
                }
                q = (q - t) / (36 - t);
                k += 36;
            }
            let mut d = if handled == basic { delta / 700 } else { delta / 2 };
            d += d / (handled + 1);
            bias = 0;
            while d > 455 {
                d /= 35;
                bias += 36;
            }
            bias += 36 * d / (d + 38);
            delta = 0;
            handled += 1;
        }
        delta += 1;
        n += 1;
    }
    output
}

// Unicode ToASCII of a domain with characters outside of ASCII.
fn to_ascii(domain: &str) -> Option<String> {
    let mut labels = Vec::new();
    for label in domain.split('.') {
        let mut mapped = Vec::new();
        for c in label.chars() {
            if c == '\u{fffd}' || (c > '\u{7f}' && c < '\u{a0}') {
                return None; // disallowed
            }
            match KNOWN.iter().find(|known| known.0 == c) {
                Some(known) => mapped.push(known.1),
                None if c.is_ascii() => mapped.push(c.to_ascii_lowercase()),
                None => panic!("{:?} is beyond this program", c),
            }
        }
        let text: String = mapped.iter().collect();
        assert!(!text.starts_with("xn--"), "{} is beyond this program", text);
        labels.push(if text.is_ascii() { text } else { format!("xn--{}", punycode(&mapped)) });
    }
    Some(labels.join("."))
}

fn parse_domain(domain: &str) -> Option<String> {
    let result = if domain.is_ascii() { domain.to_ascii_lowercase() } else { to_ascii(domain)? };
    if result.is_empty() || result.chars().any(is_forbidden_domain) {
        return None;
    }
    Some(result)
}

fn parse_ipv4_number(text: &str) -> Option<u128> {
    if text.is_empty() {
        return None;
    }
    let (digits, radix) = if text.starts_with("0x") || text.starts_with("0X") {
        (&text[2..], 16)
    } else if text.len() >= 2 && text.starts_with('0') {
        (&text[1..], 8)
    } else {
        (text, 10)
    };
    let mut value = 0u128;
    for c in digits.chars() {
        value = (value * radix as u128 + c.to_digit(radix)? as u128).min(1 << 64);
        // as good as any larger one
    }
    Some(value)
}

fn ends_in_number(domain: &str) -> bool {
    let mut parts: Vec<&str> = domain.split('.').collect();
    if parts.last().unwrap().is_empty() {
        if parts.len() == 1 {
            return false;
        }
        parts.pop();
    }
    let last = *parts.last().unwrap();
    (!last.is_empty() && last.bytes().all(|b| b.is_ascii_digit())) || parse_ipv4_number(last).is_some()
}

fn parse_ipv4(domain: &str) -> Option<String> {
    let mut parts: Vec<&str> = domain.split('.').collect();
    if parts.last().unwrap().is_empty() && parts.len() > 1 {
        parts.pop();
    }
    if parts.len() > 4 {
        return None;
    }
    let mut numbers = Vec::new();
    for part in parts {
        numbers.push(parse_ipv4_number(part)?);
    }
    let last = numbers.pop().unwrap();
    if numbers.iter().any(|n| *n > 255) || last >= 256u128.pow(4 - numbers.len() as u32) {
        return None;
    }
    let mut address = last;
    for (counter, n) in numbers.iter().enumerate() {
        address += n * 256u128.pow(3 - counter as u32);
    }
    let bytes: Vec<String> = (0..4).map(|i| (address >> (8 * (3 - i)) & 255).to_string()).collect();
    Some(bytes.join("."))
}

// The dotted end of an IPv6 address, from `at` on.
fn parse_ipv4_in_ipv6(
    input: &[char],
    mut at: usize,
    address: &mut [u16; 8],
    piece: &mut usize,
) -> Option<()> {
    let mut seen = 0;
    while at < input.len() {
        let mut value: Option<u32> = None;
        if seen > 0 {
            if input[at] != '.' || seen >= 4 {
                return None;
            }
            at += 1;
        }
        if at >= input.len() || !input[at].is_ascii_digit() {
            return None;
        }
        while at < input.len() && input[at].is_ascii_digit() {
            let number = input[at].to_digit(10).unwrap();
            value = match value {
                None => Some(number),
                Some(0) => return None,
                Some(before) => Some(before * 10 + number),
            };
            if value.unwrap() > 255 {
                return None;
            }
            at += 1;
        }
        address[*piece] = address[*piece] * 256 + value.unwrap() as u16;
        seen += 1;
        if seen == 2 || seen == 4 {
            *piece += 1;
        }
    }
    if seen == 4 {
        Some(())
    } else {
        None
    }
}

fn parse_ipv6(input: &[char]) -> Option<[u16; 8]> {
    let mut address = [0u16; 8];
    let (mut piece, mut at) = (0, 0);
    let mut compress = None;
    let c = |at: usize| input.get(at).copied();
    if c(at) == Some(':') {
        if c(at + 1) != Some(':') {
            return None;
        }
        at += 2;
        piece += 1;
        compress = Some(piece);
    }
    while at < input.len() {
        if piece == 8 {
            return None;
        }
        if c(at) == Some(':') {
            if compress.is_some() {
                return None;
            }
            at += 1;
            piece += 1;
            compress = Some(piece);
            continue;
        }
        let (mut value, mut length) = (0, 0);
        while length < 4 && at < input.len() && input[at].is_ascii_hexdigit() {
            value = value * 16 + input[at].to_digit(16).unwrap();
            at += 1;
            length += 1;
        }
        if c(at) == Some('.') {
            if length == 0 || piece > 6 {
                return None;
            }
            parse_ipv4_in_ipv6(input, at - length, &mut address, &mut piece)?;
            break;
        } else if c(at) == Some(':') {
            at += 1;
            if at == input.len() {
                return None;
            }
        } else if at < input.len() {
            return None;
        }
        address[piece] = value as u16;
        piece += 1;
    }
    match compress {
        Some(compress) => {
            let mut swaps = piece - compress;
            piece = 7;
            while piece != 0 && swaps > 0 {
                address.swap(piece, compress + swaps - 1);
                piece -= 1;
                swaps -= 1;
            }
        }
        None if piece != 8 => return None,
        None => {}
    }
    Some(address)
}

fn serialize_ipv6(address: &[u16; 8]) -> String {
    let (mut longest, mut longest_size) = (None, 1);
    let mut at = 0;
    while at < 8 {
        let size = address[at..].iter().take_while(|piece| **piece == 0).count();
        if size > longest_size {
            longest = Some(at);
            longest_size = size;
        }
        at += size.max(1);
    }
    let mut output = String::from("[");
    let mut at = 0;
    while at < 8 {
        if longest == Some(at) {
            output.push_str(if at == 0 { "::" } else { ":" });
            at += longest_size;
            continue;
        }
        output.push_str(&format!("{:x}", address[at]));
        if at != 7 {
            output.push(':');
        }
        at += 1;
    }
    output + "]"
}

// The host parser and serializer.
fn parse_host(input: &str, is_opaque: bool) -> Option<String> {
    if input.starts_with('[') {
        if !input.ends_with(']') {
            return None;
        }
        let inner: Vec<char> = input[1..input.len() - 1].chars().collect();
        return Some(serialize_ipv6(&parse_ipv6(&inner)?));
    }
    if is_opaque {
        if input.chars().any(is_forbidden_host) {
            return None;
        }
        let mut output = String::new();
        for c in input.chars() {
            percent_encode(c, in_c0, &mut output);
        }
        return Some(output);
    }
    let decoded = percent_decode(input.as_bytes());
    let domain = parse_domain(&String::from_utf8_lossy(&decoded))?;
    if ends_in_number(&domain) {
        parse_ipv4(&domain)
    } else {
        Some(domain)
    }
}

#[derive(Clone, Copy)]
enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

struct Parser<'a> {
    input: Vec<char>,
    base: Option<&'a Url>,
    url: Url,
    state: State,
    pointer: isize,
    buffer: String,
    at_sign_seen: bool,
    inside_brackets: bool,
    password_token_seen: bool,
}

impl<'a> Parser<'a> {
    fn remaining_starts_with(&self, text: &str) -> bool {
        let from = (self.pointer + 1) as usize;
        text.chars().enumerate().all(|(i, c)| self.input.get(from + i) == Some(&c))
    }
    fn back(&mut self, state: State) {
        self.state = state;
        self.pointer -= 1;
    }
    // The end of a component before the path: EOF, "/", "?", "#", and "\" in special URLs.
    fn ends_authority(&self, c: Option<char>) -> bool {
        match c {
            None | Some('/') | Some('?') | Some('#') => true,
            Some('\\') => self.url.is_special(),
            _ => false,
        }
    }
    fn begin_query(&mut self) {
        self.url.query = Some(String::new());
        self.state = State::Query;
    }
    fn begin_fragment(&mut self) {
        self.url.fragment = Some(String::new());
        self.state = State::Fragment;
    }

    fn scheme(&mut self, c: Option<char>) {
        match c {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.buffer.push(c.to_ascii_lowercase())
            }
            Some(':') => {
                self.url.scheme = std::mem::take(&mut self.buffer);
                if self.url.scheme == "file" {
                    self.state = State::File;
                } else if self.url.is_special()
                    && self.base.map_or(false, |base| base.scheme == self.url.scheme)
                {
                    self.state = State::SpecialRelativeOrAuthority;
                } else if self.url.is_special() {
                    self.state = State::SpecialAuthoritySlashes;
                } else if self.remaining_starts_with("/") {
                    self.state = State::PathOrAuthority;
                    self.pointer += 1;
                } else {
                    self.url.path = Path::Opaque(String::new());
                    self.state = State::OpaquePath;
                }
            }
            _ => {
                self.buffer.clear();
                self.state = State::NoScheme;
                self.pointer = -1;
            }
        }
    }

    fn no_scheme(&mut self, c: Option<char>) -> Option<()> {
        let base = self.base?;
        if base.has_opaque_path() {
            if c != Some('#') {
                return None;
            }
            self.url.scheme = base.scheme.clone();
            self.url.path = base.path.clone();
            self.url.query = base.query.clone();
            self.begin_fragment();
        } else if base.scheme != "file" {
            self.back(State::Relative);
        } else {
            self.back(State::File);
        }
        Some(())
    }

    fn relative(&mut self, c: Option<char>) {
        let base = self.base.unwrap();
        self.url.scheme = base.scheme.clone();
        if c == Some('/') || (self.url.is_special() && c == Some('\\')) {
            self.state = State::RelativeSlash;
            return;
        }
        self.url.take_authority(base);
        self.url.path = base.path.clone();
        self.url.query = base.query.clone();
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            None => {}
            _ => {
                self.url.query = None;
                self.url.shorten();
                self.back(State::Path);
            }
        }
    }

    fn authority(&mut self, c: Option<char>) -> Option<()> {
        if c == Some('@') {
            if self.at_sign_seen {
                self.buffer.insert_str(0, "%40");
            }
            self.at_sign_seen = true;
            for code_point in std::mem::take(&mut self.buffer).chars() {
                if code_point == ':' && !self.password_token_seen {
                    self.password_token_seen = true;
                    continue;
                }
                let part =
                    if self.password_token_seen { &mut self.url.password } else { &mut self.url.username };
                percent_encode(code_point, in_userinfo, part);
            }
        } else if self.ends_authority(c) {
            if self.at_sign_seen && self.buffer.is_empty() {
                return None;
            }
            self.pointer -= self.buffer.chars().count() as isize + 1;
            self.buffer.clear();
            self.state = State::Host;
        } else {
            self.buffer.push(c.unwrap());
        }
        Some(())
    }

    fn host(&mut self, c: Option<char>) -> Option<()> {
        if c == Some(':') && !self.inside_brackets {
            if self.buffer.is_empty() {
                return None;
            }
            self.url.host = Some(parse_host(&self.buffer, !self.url.is_special())?);
            self.buffer.clear();
            self.state = State::Port;
        } else if self.ends_authority(c) {
            self.pointer -= 1;
            if self.url.is_special() && self.buffer.is_empty() {
                return None;
            }
            self.url.host = Some(parse_host(&self.buffer, !self.url.is_special())?);
            self.buffer.clear();
            self.state = State::PathStart;
        } else {
            match c {
                Some('[') => self.inside_brackets = true,
                Some(']') => self.inside_brackets = false,
                _ => {}
            }
            self.buffer.push(c.unwrap());
        }
        Some(())
    }

    fn port(&mut self, c: Option<char>) -> Option<()> {
        match c {
            Some(c) if c.is_ascii_digit() => self.buffer.push(c),
            _ if self.ends_authority(c) => {
                if !self.buffer.is_empty() {
                    let mut port = 0u32;
                    for digit in self.buffer.chars() {
                        port = port * 10 + digit.to_digit(10).unwrap();
                        if port > 65535 {
                            return None;
                        }
                    }
                    let port = Some(port as u16);
                    self.url.port = if port == default_port(&self.url.scheme) { None } else { port };
                    self.buffer.clear();
                }
                self.back(State::PathStart);
            }
            _ => return None,
        }
        Some(())
    }

    fn file(&mut self, c: Option<char>) {
        self.url.scheme = String::from("file");
        self.url.host = Some(String::new());
        if c == Some('/') || c == Some('\\') {
            self.state = State::FileSlash;
            return;
        }
        let base = match self.base {
            Some(base) if base.scheme == "file" => base,
            _ => return self.back(State::Path),
        };
        self.url.host = base.host.clone();
        self.url.path = base.path.clone();
        self.url.query = base.query.clone();
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            None => {}
            _ => {
                self.url.query = None;
                if starts_with_drive_letter(&self.input[self.pointer as usize..]) {
                    self.url.path = Path::List(Vec::new());
                } else {
                    self.url.shorten();
                }
                self.back(State::Path);
            }
        }
    }

    fn file_slash(&mut self, c: Option<char>) {
        if c == Some('/') || c == Some('\\') {
            self.state = State::FileHost;
            return;
        }
        if let Some(base) = self.base.filter(|base| base.scheme == "file") {
            self.url.host = base.host.clone();
            let drive = match &base.path {
                Path::List(path) => path.first().filter(|first| is_normalized_drive_letter(first)),
                Path::Opaque(_) => None,
            };
            if let Some(drive) = drive {
                if !starts_with_drive_letter(&self.input[self.pointer as usize..]) {
                    self.url.segments().push(drive.clone());
                }
            }
        }
        self.back(State::Path);
    }

    fn file_host(&mut self, c: Option<char>) -> Option<()> {
        if !matches!(c, None | Some('/') | Some('\\') | Some('?') | Some('#')) {
            self.buffer.push(c.unwrap());
            return Some(());
        }
        self.pointer -= 1;
        if is_drive_letter(&self.buffer) {
            self.state = State::Path; // the buffer stays
        } else if self.buffer.is_empty() {
            self.url.host = Some(String::new());
            self.state = State::PathStart;
        } else {
            let host = parse_host(&self.buffer, !self.url.is_special())?;
            self.url.host = Some(if host == "localhost" { String::new() } else { host });
            self.buffer.clear();
            self.state = State::PathStart;
        }
        Some(())
    }

    fn path_start(&mut self, c: Option<char>) {
        if self.url.is_special() {
            self.state = State::Path;
            if c != Some('/') && c != Some('\\') {
                self.pointer -= 1;
            }
        } else if c == Some('?') {
            self.begin_query();
        } else if c == Some('#') {
            self.begin_fragment();
        } else if c.is_some() {
            self.state = State::Path;
            if c != Some('/') {
                self.pointer -= 1;
            }
        }
    }

    fn path(&mut self, c: Option<char>) {
        let slash = c == Some('/') || (self.url.is_special() && c == Some('\\'));
        if !slash && !matches!(c, None | Some('?') | Some('#')) {
            percent_encode(c.unwrap(), in_path, &mut self.buffer);
            return;
        }
        let mut segment = std::mem::take(&mut self.buffer);
        if is_double_dot(&segment) {
            self.url.shorten();
            if !slash {
                self.url.segments().push(String::new());
            }
        } else if is_single_dot(&segment) {
            if !slash {
                self.url.segments().push(String::new());
            }
        } else {
            if self.url.scheme == "file" && self.url.segments().is_empty() && is_drive_letter(&segment) {
                segment.replace_range(1.., ":");
            }
            self.url.segments().push(segment);
        }
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            _ => {}
        }
    }

    fn opaque_path(&mut self, c: Option<char>) {
        let space =
            if self.remaining_starts_with("?") || self.remaining_starts_with("#") { "%20" } else { " " };
        match c {
            Some('?') => self.begin_query(),
            Some('#') => self.begin_fragment(),
            None => {}
            Some(c) => {
                if let Path::Opaque(path) = &mut self.url.path {
                    if c == ' ' {
                        path.push_str(space);
                    } else {
                        percent_encode(c, in_c0, path);
                    }
                }
            }
        }
    }

    fn query(&mut self, c: Option<char>) {
        match c {
            None | Some('#') => {
                let set = if self.url.is_special() { in_special_query } else { in_query };
                let query = self.url.query.as_mut().unwrap();
                for code_point in self.buffer.chars() {
                    percent_encode(code_point, set, query);
                }
                self.buffer.clear();
                if c.is_some() {
                    self.begin_fragment();
                }
            }
            Some(c) => self.buffer.push(c),
        }
    }

    fn step(&mut self, c: Option<char>) -> Option<()> {
        match self.state {
            State::SchemeStart => match c {
                Some(c) if c.is_ascii_alphabetic() => {
                    self.buffer.push(c.to_ascii_lowercase());
                    self.state = State::Scheme;
                }
                _ => self.back(State::NoScheme),
            },
            State::Scheme => self.scheme(c),
            State::NoScheme => self.no_scheme(c)?,
            State::SpecialRelativeOrAuthority | State::SpecialAuthoritySlashes => {
                if c == Some('/') && self.remaining_starts_with("/") {
                    self.state = State::SpecialAuthorityIgnoreSlashes;
                    self.pointer += 1;
                } else if matches!(self.state, State::SpecialAuthoritySlashes) {
                    self.back(State::SpecialAuthorityIgnoreSlashes);
                } else {
                    self.back(State::Relative);
                }
            }
            State::PathOrAuthority if c == Some('/') => self.state = State::Authority,
            State::PathOrAuthority => self.back(State::Path),
            State::Relative => self.relative(c),
            State::RelativeSlash => {
                if self.url.is_special() && (c == Some('/') || c == Some('\\')) {
                    self.state = State::SpecialAuthorityIgnoreSlashes;
                } else if c == Some('/') {
                    self.state = State::Authority;
                } else {
                    self.url.take_authority(self.base.unwrap());
                    self.back(State::Path);
                }
            }
            State::SpecialAuthorityIgnoreSlashes => {
                if c != Some('/') && c != Some('\\') {
                    self.back(State::Authority);
                }
            }
            State::Authority => self.authority(c)?,
            State::Host => self.host(c)?,
            State::Port => self.port(c)?,
            State::File => self.file(c),
            State::FileSlash => self.file_slash(c),
            State::FileHost => self.file_host(c)?,
            State::PathStart => self.path_start(c),
            State::Path => self.path(c),
            State::OpaquePath => self.opaque_path(c),
            State::Query => self.query(c),
            State::Fragment => {
                if let Some(c) = c {
                    percent_encode(c, in_fragment, self.url.fragment.as_mut().unwrap());
                }
            }
        }
        Some(())
    }
}

fn parse(text: &str, base: Option<&Url>) -> Option<Url> {
    let trimmed = text.trim_matches(|c| c <= ' ');
    let mut parser = Parser {
        input: trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect(),
        base,
        url: Url::new(),
        state: State::SchemeStart,
        pointer: 0,
        buffer: String::new(),
        at_sign_seen: false,
        inside_brackets: false,
        password_token_seen: false,
    };
    loop {
        let c = parser.input.get(parser.pointer as usize).copied();
        parser.step(c)?;
        if parser.pointer >= 0 && parser.pointer as usize >= parser.input.len() {
            return Some(parser.url);
        }
        parser.pointer += 1;
    }
}

fn serialize(url: &Url) -> String {
    let mut output = url.scheme.clone() + ":";
    if let Some(host) = &url.host {
        output.push_str("//");
        if !url.username.is_empty() || !url.password.is_empty() {
            output.push_str(&url.username);
            if !url.password.is_empty() {
                output.push(':');
                output.push_str(&url.password);
            }
            output.push('@');
        }
        output.push_str(host);
        if let Some(port) = url.port {
            output.push_str(&format!(":{}", port));
        }
    }
    match &url.path {
        Path::Opaque(path) => output.push_str(path),
        Path::List(path) => {
            if url.host.is_none() && path.len() > 1 && path[0].is_empty() {
                output.push_str("/.");
            }
            for segment in path {
                output.push('/');
                output.push_str(segment);
            }
        }
    }
    if let Some(query) = &url.query {
        output.push('?');
        output.push_str(query);
    }
    if let Some(fragment) = &url.fragment {
        output.push('#');
        output.push_str(fragment);
    }
    output
}

// --- The pairs and their answers, as README.md has them ---

const BLOCK: u64 = 4096;
const FNV_BASIS: u64 = 0xcbf29ce484222325;
const FNV_PRIME: u64 = 0x100000001b3;

struct Answers {
    out: std::io::BufWriter<std::io::Stdout>,
    listed: Option<u64>, // the block whose answers are listed, or none: hashes
    done: u64,
    hash: u64,
    base_text: Option<String>,
    base: Option<Url>,
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for b in text.bytes() {
        if b > b' ' && b < 0x7f && b != b'\\' {
            out.push(b as char);
        } else {
            out.push_str(&format!("\\x{:02x}", b));
        }
    }
    out
}

impl Answers {
    fn end_block(&mut self) {
        if self.listed.is_none() {
            writeln!(self.out, "{:016x}", self.hash).unwrap();
        }
        self.hash = FNV_BASIS;
    }
    fn answer(&mut self, base: &str, reference: &str) {
        if self.listed.map_or(true, |block| self.done / BLOCK == block) {
            if self.base_text.as_deref() != Some(base) {
                self.base = parse(base, None);
                self.base_text = Some(String::from(base));
            }
            // The library's way of saying that there is no base; the parser would fail with such a base.
            let none = base.chars().all(|c| c <= ' ');
            let url = match &self.base {
                None if !none => None,
                base => parse(reference, base.as_ref()),
            };
            let resolved = url.as_ref().map(serialize);
            if self.listed.is_some() {
                let shown = resolved.as_ref().map_or(String::from("!"), |url| format!("={}", escaped(url)));
                writeln!(self.out, "{}\t{}\t{}", escaped(base), escaped(reference), shown).unwrap();
            }
            for b in resolved.iter().flat_map(|url| url.bytes()) {
                self.hash = (self.hash ^ b as u64).wrapping_mul(FNV_PRIME);
            }
            self.hash = (self.hash ^ if resolved.is_some() { 0xff } else { 0xfe }).wrapping_mul(FNV_PRIME);
        }
        self.done += 1;
        if self.done % BLOCK == 0 {
            self.end_block();
        }
    }
}

fn join(prefix: &str, symbols: &[char], digits: &[usize]) -> String {
    let mut text = String::from(prefix);
    text.extend(digits.iter().map(|digit| symbols[*digit]));
    text
}

// All strings of `sum` symbols, cut at each place into base and reference.
fn exhaust(answers: &mut Answers, symbols: &[char], base_prefix: &str, reference_prefix: &str, sum: usize) {
    for cut in 0..=sum {
        let mut digits = vec![0; sum];
        loop {
            let base = join(base_prefix, symbols, &digits[..cut]);
            answers.answer(&base, &join(reference_prefix, symbols, &digits[cut..]));
            let mut at = sum;
            while at > 0 && digits[at - 1] + 1 == symbols.len() {
                digits[at - 1] = 0;
                at -= 1;
            }
            if at == 0 {
                break;
            }
            digits[at - 1] += 1;
        }
    }
}

// SplitMix64.
fn draw(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9e3779b97f4a7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    ((z ^ (z >> 31)) % bound as u64) as usize
}

fn draw_string(state: &mut u64, symbols: &[char], prefixes: &[&str], most: usize) -> String {
    let prefix = prefixes[draw(state, prefixes.len())];
    let count = draw(state, most + 1);
    let digits: Vec<usize> = (0..count).map(|_| draw(state, symbols.len())).collect();
    join(prefix, symbols, &digits)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if !(7..=8).contains(&args.len()) || args[1] != "whatwg" {
        eprintln!("url_standard_answers whatwg ALPHABET BASES REFERENCES all SUM [BLOCK]");
        eprintln!("url_standard_answers whatwg ALPHABET BASES REFERENCES COUNT:SEED LENGTH [BLOCK]");
        std::process::exit(2);
    }
    let symbols: Vec<char> = args[2].chars().collect();
    let bases: Vec<&str> = args[3].split(' ').collect();
    let references: Vec<&str> = args[4].split(' ').collect();
    let length: usize = args[6].parse().expect("a number of symbols");
    let mut answers = Answers {
        out: std::io::BufWriter::new(std::io::stdout()),
        listed: args.get(7).map(|block| block.parse().expect("the number of a block")),
        done: 0,
        hash: FNV_BASIS,
        base_text: None,
        base: None,
    };
    if args[5] == "all" {
        for base in &bases {
            for reference in &references {
                for sum in 0..=length {
                    exhaust(&mut answers, &symbols, base, reference, sum);
                }
            }
        }
    } else {
        let mut numbers = args[5].split(':').map(|number| number.parse().expect("COUNT:SEED"));
        let (count, mut state): (u64, u64) = (numbers.next().unwrap(), numbers.next().unwrap());
        while answers.done != count {
            let base = draw_string(&mut state, &symbols, &bases, length);
            let reference = draw_string(&mut state, &symbols, &references, length);
            answers.answer(&base, &reference);
        }
    }
    answers.end_block();
}
