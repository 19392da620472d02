#pragma once

#include <cstdint>
#include <utility>

#include "smemlens/ptx/instruction_set.h"

namespace smemlens::testing {

// What a thread does with an instruction.
enum class StepKind : std::uint8_t {
  kCompute,
  kMemory,
  kAtomic,
  kAddress,
  kBranch,
  kCall,
  kReturn,
  kExit,
  kBarrier,
  kMeeting,
};

inline StepKind kind_of(ptx::Opcode opcode) {
  constexpr std::pair<ptx::Opcode, StepKind> kKinds[] = {
      {ptx::Opcode::kLd,          StepKind::kMemory },
      {ptx::Opcode::kSt,          StepKind::kMemory },
      {ptx::Opcode::kAtom,        StepKind::kAtomic },
      {ptx::Opcode::kRed,         StepKind::kAtomic },
      {ptx::Opcode::kCvta,        StepKind::kAddress},
      {ptx::Opcode::kBra,         StepKind::kBranch },
      {ptx::Opcode::kBrxIdx,      StepKind::kBranch },
      {ptx::Opcode::kCall,        StepKind::kCall   },
      {ptx::Opcode::kRet,         StepKind::kReturn },
      {ptx::Opcode::kExit,        StepKind::kExit   },
      {ptx::Opcode::kBar,         StepKind::kBarrier},
      {ptx::Opcode::kBarrier,     StepKind::kBarrier},
      {ptx::Opcode::kShfl,        StepKind::kMeeting},
      {ptx::Opcode::kVote,        StepKind::kMeeting},
      {ptx::Opcode::kMatch,       StepKind::kMeeting},
      {ptx::Opcode::kRedux,       StepKind::kMeeting},
      {ptx::Opcode::kBarWarpSync, StepKind::kMeeting},
  };
  for (const auto& [known, kind] : kKinds) {
    if (known == opcode) return kind;
  }
  return StepKind::kCompute;
}

}  // namespace smemlens::testing
