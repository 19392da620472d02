#pragma once

// Files and standard streams.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens::cli {

// The bytes of a file ("-" is standard input). The error names the file and the system's reason.
Expected<std::string> read_file(const std::string& path);

// «cannot read 'x.ptx': No such file or directory»; `error` is the system's errno.
Diagnostic file_problem(const std::string& verb, const std::string& path, int error);

// Why nothing may be written to `path`: it is also one of the files that are read. A name twice is
// a slip that would cost the user a file.
std::optional<Diagnostic> overwrite_problem(const std::string& path,
                                            std::span<const std::string> inputs);

// Replaces `path` by `content`; an empty path is standard output. A diagnostic if it fails; a
// closed pipe behind standard output is no failure.
std::optional<Diagnostic> write_output(const std::string& path, std::string_view content);

}  // namespace smemlens::cli
