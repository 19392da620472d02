#pragma once

// A SAT solver from outside, as an oracle: clauses in DIMACS form, handed to cadical or minisat,
// whichever is installed.

#include <sys/wait.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "tests/solve/installed.h"

namespace smemlens::testing {

// The command that solves a file, or empty if no solver is there.
inline std::string sat_command() {
  for (const std::string name : {"cadical -q -t 60", "minisat -verb=0 -cpu-lim=60"}) {
    if (is_installed(name.substr(0, name.find(' ')))) return name;
  }
  return {};
}

class Clauses {
 public:
  // A new variable, from 1 on; -v is its negation.
  int variable() { return ++variables_; }
  void add(std::vector<int> clause) { clauses_.push_back(std::move(clause)); }

  void at_most_one(const std::vector<int>& literals) {
    for (std::size_t i = 0; i < literals.size(); ++i)
      for (std::size_t j = i + 1; j < literals.size(); ++j) add({-literals[i], -literals[j]});
  }

  // Sinz's sequential counter.
  void at_most(std::size_t most, const std::vector<int>& literals) {
    std::vector<int> before;
    for (const int literal : literals) {
      if (most == 0) {
        add({-literal});
        continue;
      }
      std::vector<int> count;  // count[i]: more than i of the literals so far
      for (std::size_t i = 0; i < most; ++i) {
        count.push_back(variable());
        if (!before.empty()) add({-before[i], count[i]});
        if (i == 0) {
          add({-literal, count[0]});
        } else if (!before.empty()) {
          add({-literal, -before[i - 1], count[i]});
        }
      }
      if (!before.empty()) add({-literal, -before[most - 1]});
      before = count;
    }
  }

  // Whether all clauses can hold; none if the solver failed or took too long.
  std::optional<bool> are_satisfiable(const std::string& file_name) const {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / file_name;
    std::ofstream file(path);
    file << "p cnf " << variables_ << ' ' << clauses_.size() << '\n';
    for (const std::vector<int>& clause : clauses_) {
      for (const int literal : clause) file << literal << ' ';
      file << "0\n";
    }
    file.close();
    const int status =
        std::system((sat_command() + " " + path.string() + " >/dev/null 2>&1").c_str());
    std::filesystem::remove(path);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code != 10 && code != 20) return std::nullopt;
    return code == 10;
  }

 private:
  int variables_ = 0;
  std::vector<std::vector<int>> clauses_;
};

}  // namespace smemlens::testing
