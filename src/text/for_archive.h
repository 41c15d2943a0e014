// Marks what libmimebase exports for libmimebase-archive, and for modules that are loaded late, alone. It is
// no part of the interface; analyze/private.map lists the same names.
#pragma once

#include "mimebase/api.h"

#define MIMEBASE_FOR_ARCHIVE MIMEBASE_API
