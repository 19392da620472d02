#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <ios>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "operations_support.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

// Result r lies in slot r, source s in slot kResults + s (of its class), unless they share.
class Checker {
 public:
  Checker(const Form& form, const Options& options)
      : form_(form), options_(options), carry_(options.carry == Carry::kLastSlot ? 1 : 0) {}

  void run(const HostSet& set) {
    SCOPED_TRACE(std::string(form_.mnemonic) + " on " + set.name);
    const auto choice = set.compute_for(make_instruction());
    ASSERT_TRUE(choice.has_value()) << "not in the table";
    if (!check_classes(*choice)) return;
    std::mt19937_64 random(std::hash<std::string_view>()(form_.mnemonic));
    for (unsigned round = 0; round < options_.rounds && !testing::Test::HasFailure(); ++round) {
      const WarpMask mask = round % 3 == 0 ? kAllLanes : static_cast<WarpMask>(random()) | 1U;
      is_aliased_ = round % 5 == 4;
      run_once(*choice, random, mask);
    }
  }

 private:
  std::size_t results() const { return form_.results.size(); }
  std::size_t arguments() const { return form_.arguments.size(); }

  ptx::Instruction make_instruction() const {
    ptx::Instruction instruction = instruction_named(form_.mnemonic);
    instruction.destinations = static_cast<std::uint8_t>(results() - carry_);
    instruction.operands.resize(results() + arguments() - 2 * carry_);
    for (auto& operand : instruction.operands) operand.kind = ptx::OperandKind::kRegister;
    return instruction;
  }

  // Slots as written: results, sources, and the carry last.
  std::vector<SlotClass> written_classes() const {
    std::vector<SlotClass> classes;
    for (std::size_t i = 0; i < results() - carry_; ++i) classes.push_back(form_.results[i].slot);
    for (const ValueKind& argument : form_.arguments) classes.push_back(argument.slot);
    return classes;
  }

  bool check_classes(const ComputeChoice& choice) const {
    const auto expected = written_classes();
    EXPECT_EQ(choice.slots, expected.size());
    EXPECT_EQ(choice.has_carry, carry_ != 0);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(choice.classes[i], expected[i]);
    return !testing::Test::HasFailure();
  }

  unsigned slot_of_argument(std::size_t argument) const {
    return static_cast<unsigned>(results() + argument);
  }
  unsigned slot_of_result(std::size_t result) const {
    if (carry_ != 0 && result == results() - 1) return slot_of_argument(arguments() - 1);
    const auto own = static_cast<unsigned>(result);
    if (!is_aliased_ || result != 0) return own;
    for (std::size_t s = 0; s < arguments(); ++s) {
      const bool is_register = options_.immediates.empty() || s + 1 < arguments();
      if (is_register && form_.arguments[s].slot == form_.results[0].slot) {
        return slot_of_argument(s);
      }
    }
    return own;
  }

  void run_once(const ComputeChoice& choice, std::mt19937_64& random, WarpMask mask) {
    Frame frame(static_cast<unsigned>(random()));
    fill_sources(frame, random);
    Operation operation;
    operation.immediate = choice.immediate;
    const auto classes = written_classes();
    const std::size_t written_results = results() - carry_;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const unsigned index =
          i < written_results ? slot_of_result(i) : slot_of_argument(i - written_results);
      operation.slots[i] = Frame::slot(classes[i], index);
    }
    const Frame before = frame;
    const auto function = mask == kAllLanes ? choice.compute.full : choice.compute.masked;
    function(frame.bytes(), operation, mask);
    for (unsigned lane = 0; lane < kLanes && !testing::Test::HasFailure(); ++lane) {
      compare(before, frame, lane, (mask >> lane & 1U) != 0);
    }
  }

  void fill_sources(Frame& frame, std::mt19937_64& random) const {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < arguments(); ++i) {
        const ValueKind& kind = form_.arguments[i];
        frame.write(kind.slot, slot_of_argument(i), lane, kind.interesting(random));
      }
    }
    if (options_.immediates.empty()) return;
    const U64 immediate = options_.immediates[random() % options_.immediates.size()];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      frame.write(SlotClass::k32, slot_of_argument(arguments() - 1), lane, immediate);
    }
  }

  void compare(const Frame& before, const Frame& after, unsigned lane, bool is_active) {
    in_.clear();
    for (std::size_t i = 0; i < arguments(); ++i) {
      in_.push_back(before.read(form_.arguments[i].slot, slot_of_argument(i), lane));
    }
    form_.reference(in_, expected_);
    for (std::size_t i = 0; i < results(); ++i) {
      const ValueKind& kind = form_.results[i];
      const U64 actual = after.read(kind.slot, slot_of_result(i), lane);
      const U64 wanted = is_active ? expected_[i] : before.read(kind.slot, slot_of_result(i), lane);
      if (kind.is_same(actual, wanted)) continue;
      ADD_FAILURE() << "lane " << lane << (is_active ? "" : " (inactive)") << " result " << i
                    << std::hex << " is 0x" << actual << ", expected 0x" << wanted << " of "
                    << testing::PrintToString(in_);
    }
  }

  const Form& form_;
  const Options& options_;
  std::size_t carry_;
  bool is_aliased_ = false;
  std::vector<U64> in_;
  std::vector<U64> expected_;
};

}  // namespace

void check(const Form& form, const Options& options) {
  for (const HostSet& set : host_sets()) Checker(form, options).run(set);
}

}  // namespace smemlens::simt
