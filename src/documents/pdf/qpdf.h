// The headers of libqpdf.
#pragma once

// Clang with the C++ library of GCC 12 cannot compile a class of JSON.hh as C++20: it evaluates a destructor
// before the class is complete. Declarations need no more than its name.
#if defined(__clang__) && !defined(JSON_HH)
#define JSON_HH
#include <qpdf/DLL.h>
#include <qpdf/Types.h>
#include <qpdf/PointerHolder.hh>

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

class JSON;
class InputSource;
class Pipeline;
#endif

#include <qpdf/Constants.h>
#include <qpdf/Buffer.hh>
#include <qpdf/InputSource.hh>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFTokenizer.hh>
