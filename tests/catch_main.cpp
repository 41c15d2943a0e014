// The main of every Catch2 2.x test executable; Catch2 3.x brings its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
