#pragma once

// What every function does that this runtime lacks: it names itself, in the report and on standard
// error, and returns cudaErrorNotSupported. The stubs (CMakeLists.txt) call it too.

int smemlens_not_supported(const char* name);
