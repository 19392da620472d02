#include "tests/solve/smt_question.h"

#include <unistd.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/solve/small_world.h"

namespace smemlens::testing {
namespace {

bool has_bit(std::uint32_t number, std::uint32_t bit) {
  return ((number >> bit) & 1U) != 0;
}

// `terms` begin with a space each.
std::string any_of(const std::string& terms) {
  return "(or" + terms + ")";
}

std::string at_most(std::uint64_t count, const std::string& terms) {
  return "((_ at-most " + std::to_string(count) + ")" + terms + ")";
}

// The question in the words of SMT-LIB 2.
class Script {
 public:
  explicit Script(const SmtQuestion& question) : question_(question) {
    add_words();
    if (question.is_linear) add_matrix();
    for (std::size_t line = 0; line < question.lines.size(); ++line) add_line(line);
    for (std::uint32_t i = 0; question.fixes_first_line && i < question.lines[0].size(); ++i)
      hold(in_bank(question.lines[0][i], i));
    if (!question.also.empty()) hold(question.also);
    if (question.total) hold(at_most(*question.total, wavefronts_));
    text_ += "(check-sat)\n(get-value (";
    for (std::uint32_t word = 0; word < question.words; ++word)
      for (std::uint32_t bank = 0; bank < question.banks; ++bank)
        text_ += in_bank(word, bank) + ' ';
    text_ += "))\n";
  }

  std::string text() const { return text_; }

 private:
  void declare(const std::string& name) { text_ += "(declare-const " + name + " Bool)\n"; }
  void hold(const std::string& term) { text_ += "(assert " + term + ")\n"; }

  void hold_equal(const std::string& a, const std::string& b) { hold("(= " + a + ' ' + b + ")"); }

  void add_words() {
    for (std::uint32_t word = 0; word < question_.words; ++word) {
      std::string banks;
      for (std::uint32_t bank = 0; bank < question_.banks; ++bank) {
        declare(in_bank(word, bank));
        banks += ' ' + in_bank(word, bank);
      }
      hold(any_of(banks));
      hold(at_most(1, banks));
    }
  }

  // r<t>_<i>: bit t of the bank has bit i of the word's number in its parity.
  void add_matrix() {
    const auto bank_bits = static_cast<std::uint32_t>(std::countr_zero(question_.banks));
    const auto word_bits = static_cast<std::uint32_t>(std::bit_width(question_.words - 1));
    for (std::uint32_t t = 0; t < bank_bits; ++t) {
      const std::string row = "r" + std::to_string(t) + "_";
      for (std::uint32_t i = 0; i < word_bits; ++i) declare(row + std::to_string(i));
      for (std::uint32_t word = 0; word < question_.words; ++word) {
        std::string parity = " false false";
        for (std::uint32_t i = 0; i < word_bits; ++i)
          if (has_bit(word, i)) parity += ' ' + row + std::to_string(i);
        std::string banks_with_bit;
        for (std::uint32_t bank = 0; bank < question_.banks; ++bank)
          if (has_bit(bank, t)) banks_with_bit += ' ' + in_bank(word, bank);
        hold_equal("(xor" + parity + ")", any_of(banks_with_bit));
      }
    }
  }

  // c<l>_<m>: line l may take m wavefronts, which it does if a bank has m of its words.
  void add_line(std::size_t line) {
    limit_banks(question_.lines[line], question_.most[line], " false");
    for (std::uint32_t m = 1; question_.total && m <= question_.most[line]; ++m) {
      const std::string name = "c" + std::to_string(line) + "_" + std::to_string(m);
      declare(name);
      wavefronts_ += ' ' + name;
      limit_banks(question_.lines[line], m - 1, ' ' + name);
    }
  }

  // Unless `excuse` holds, no bank has more than `most` of the words. What follows for a line of as
  // many words as there are banks is said outright: it has each bank.
  void limit_banks(const Words& words, std::uint32_t most, const std::string& excuse) {
    for (std::uint32_t bank = 0; bank < question_.banks; ++bank) {
      std::string terms;
      for (const std::uint32_t word : words) terms += ' ' + in_bank(word, bank);
      hold(any_of(excuse + ' ' + at_most(most, terms)));
      if (most == 1 && words.size() == question_.banks) hold(any_of(excuse + terms));
    }
  }

  const SmtQuestion& question_;
  std::string text_;
  std::string wavefronts_;  // all c<l>_<m>
};

}  // namespace

std::string in_bank(std::uint32_t word, std::uint32_t bank) {
  return "x" + std::to_string(word) + "_" + std::to_string(bank);
}

SmtAnswer ask_z3(const SmtQuestion& question) {
  // The names of the files are this process's own: tests run side by side.
  const std::string path =
      (std::filesystem::temp_directory_path() / ("smemlens-" + std::to_string(getpid()) + ".smt2"))
          .string();
  std::ofstream(path) << Script(question).text();
  // Where there is no model, asking for it fails: the first word tells.
  [[maybe_unused]] const int status =
      std::system(("z3 -T:60 " + path + " >" + path + ".out 2>&1").c_str());
  SmtAnswer answer;
  {
    std::ifstream output(path + ".out");
    std::string token;
    output >> token;
    if (token == "sat" || token == "unsat") answer.is_possible = token == "sat";
    // "(x0_0 true) (x0_1 false) …", in the order in which they were asked for.
    for (std::uint32_t seen = 0; answer.is_possible == true && output >> token;) {
      if (token.starts_with("true")) answer.bank_of.push_back(seen % question.banks);
      if (token.starts_with("true") || token.starts_with("false")) ++seen;
    }
  }
  std::filesystem::remove(path);
  std::filesystem::remove(path + ".out");
  return answer;
}

}  // namespace smemlens::testing
