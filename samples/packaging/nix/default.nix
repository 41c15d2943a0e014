# Not tried here. Builds the sources of this folder's repository: nix-build samples/packaging/nix
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "mimebase";
  version = "0.2.0";
  src = pkgs.lib.cleanSource ../../..;

  nativeBuildInputs = with pkgs; [ meson ninja pkg-config python3 ];
  buildInputs = with pkgs; [
    brotli
    cli11
    fmt
    glib
    gmime3
    icu
    isa-l
    jemalloc
    libarchive
    libpsl
    libseccomp
    nettle
    qpdf
    rapidjson
    sqlite
    zlib
    zstd
  ];

  mesonBuildType = "release";
  mesonFlags = [ "-Dtests=false" "-Dpython=disabled" ];

  doInstallCheck = true;
  installCheckPhase = ''
    printf 'Content-Base: http://a.example/b/\nContent-Type: text/html\n\n<a href=c>x</a>\n' >message.eml
    $out/bin/mimebase links --format urls message.eml | grep -x http://a.example/b/c
  '';

  meta = {
    description = "Finds and resolves every URL in mail and web archives, with the base URL that applied";
    license = pkgs.lib.licenses.mit;
    platforms = pkgs.lib.platforms.linux;
    mainProgram = "mimebase";
  };
}
