#pragma once

// Where a kernel's printf goes when no program stands between: standard output, or standard error
// if standard output carries a report for a machine.

#include <string_view>

#include "smemlens/cli/arguments.h"
#include "smemlens/simt/launch.h"

namespace smemlens::cli {

class DevicePrinter : public simt::DeviceOutput {
 public:
  explicit DevicePrinter(const CommonOptions& options)
      : to_standard_error_(options.output.empty() && options.format != Format::kText) {}

  void print(std::string_view text) override;
  void assert_failed(std::string_view text) override;

 private:
  bool to_standard_error_;
};

}  // namespace smemlens::cli
