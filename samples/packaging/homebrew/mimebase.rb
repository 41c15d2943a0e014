# Not tried here. Replace URL and SHA256 by those of the sources.
class Mimebase < Formula
  desc "Finds and resolves every URL in mail and web archives, with the base URL that applied"
  url "URL"
  sha256 "SHA256"
  license "MIT"

  depends_on "cli11" => :build
  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkg-config" => :build
  depends_on "rapidjson" => :build
  depends_on "brotli"
  depends_on "fmt"
  depends_on "glib"
  depends_on "gmime"
  depends_on "icu4c"
  depends_on "isa-l"
  depends_on "jemalloc"
  depends_on "libarchive"
  depends_on "libpsl"
  depends_on "libseccomp"
  depends_on :linux # isolation uses seccomp and Landlock
  depends_on "nettle"
  depends_on "qpdf"
  depends_on "sqlite"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "meson", "setup", "build", *std_meson_args, "-Dtests=false", "-Dpython=disabled"
    system "meson", "install", "-C", "build"
  end

  test do
    (testpath/"message.eml").write "Content-Base: http://a.example/b/\nContent-Type: text/html\n\n<a href=c>x</a>\n"
    assert_match "http://a.example/b/c", shell_output("#{bin}/mimebase links --format urls message.eml")
  end
end
