#pragma once

// Which kernels -k names.
//
//   reduce            a function of this name, whatever its namespace, template arguments and
//                     parameters: «void ns::reduce<256u>(int*)»
//   regex:^reduce[0-3] a POSIX extended regular expression, looked for in the demangled name, also
//                      in what is left of it without return type and namespaces
//
// A name may also be given with any of them, or mangled; its spaces don't count.

#include <regex.h>

#include <memory>
#include <string>

#include "smemlens/base/expected.h"

namespace smemlens::cuda {

class KernelPattern {
 public:
  // Fits every kernel.
  KernelPattern() = default;
  // No answer: an empty name, or a regular expression that is none.
  static Expected<KernelPattern> parse(const std::string& text);

  bool fits(const std::string& mangled) const;

 private:
  struct Free {
    void operator()(regex_t* expression) const;
  };

  bool names(const std::string& readable) const;

  std::string name_;  // without spaces
  std::unique_ptr<regex_t, Free> expression_;
};

}  // namespace smemlens::cuda
