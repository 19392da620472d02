#include "tests/oracle/ptx_threads.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "smemlens/ptx/instruction_set.h"
#include "tests/oracle/ptx_meetings.h"
#include "tests/oracle/ptx_step_kind.h"
#include "tests/oracle/ptx_thread_state.h"
#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::SpecialRegister;
using ptx::StateSpace;
using ptx::SymbolScope;
using ptx::Type;

// Generic addresses of shared and local memory, and of functions; nobody prints them.
constexpr std::uint64_t kSharedWindow = 0x7001'0000'0000'0000;
constexpr std::uint64_t kLocalWindow = 0x7002'0000'0000'0000;
constexpr std::uint64_t kWindowBytes = 0x1'0000'0000;
constexpr std::uint64_t kFunctionBase = 0x7003'0000'0000'0000;

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

class Block {
 public:
  explicit Block(const BlockRun& run) : run_(run), buffers_(run.buffers) {
    lay_out_shared();
    for (const ptx::Function& function : run.module->functions)
      loops_.push_back(loops_of(function));
    for (std::uint32_t number = 0; number < run.threads; ++number) start(number);
  }

  BlockResult run();

 private:
  void lay_out_shared();
  void place_shared(SymbolScope scope, ptx::Index owner, const std::vector<ptx::Variable>& list);
  void start(std::uint32_t number);
  void enter(Thread& thread, ptx::Index function);

  void run_until_meeting(Thread& thread);
  void step(Thread& thread);
  void advance(Thread& thread) { go(thread, thread.frame().pc + 1); }
  void go(Thread& thread, ptx::Index pc) {
    move_to(thread.frame(), pc, loops_[thread.frame().function]);
  }
  void fail(const std::string& what) {
    if (!problem_) problem_ = what;
  }

  // Operands.
  Bits value_of(const Thread& thread, const Operand& operand);
  Bits special_value(const Thread& thread, SpecialRegister special);
  std::uint64_t address_of_symbol(const Thread& thread, const Operand& operand);
  std::vector<Bits> sources_of(const Thread& thread, const ptx::Instruction& instruction);
  void write(Thread& thread, const Operand& operand, Bits value, Type type);

  // Memory.
  struct MemoryPlace {
    std::byte* bytes = nullptr;
    bool is_shared = false;
    std::uint64_t offset = 0;
  };
  std::optional<MemoryPlace> locate(Thread& thread, const ptx::Instruction& instruction,
                                    const Operand& address, std::uint64_t size);
  std::optional<MemoryPlace> locate_parameter(Thread& thread, const Operand& address,
                                              std::uint64_t size);
  static std::optional<MemoryPlace> inside(std::vector<std::byte>& bytes, std::uint64_t offset,
                                           std::uint64_t size);
  void note(const Thread& thread, const ptx::Instruction& instruction, std::uint64_t offset,
            std::uint64_t size);
  void load_or_store(Thread& thread, const ptx::Instruction& instruction);
  void atomic(Thread& thread, const ptx::Instruction& instruction);
  void convert_address(Thread& thread, const ptx::Instruction& instruction);

  // Control.
  void branch(Thread& thread, const ptx::Instruction& instruction);
  void call(Thread& thread, const ptx::Instruction& instruction);
  void leave(Thread& thread);
  void compute(Thread& thread, const ptx::Instruction& instruction);

  // Meetings.
  bool hold_meetings();
  bool hold_meeting_of(const Thread& one);
  bool release_barrier();

  const ptx::Instruction& at(const Thread& thread) const {
    const Frame& frame = thread.frame();
    return run_.module->functions[frame.function].instructions[frame.pc];
  }

  const BlockRun& run_;
  std::vector<Buffer> buffers_;
  std::vector<std::vector<Loop>> loops_;  // by function
  std::vector<Thread> threads_;
  std::vector<std::byte> shared_;
  std::map<std::tuple<SymbolScope, ptx::Index, ptx::Index>, std::uint64_t> shared_offsets_;
  std::map<std::pair<std::uint32_t, Place>, SharedRequest> requests_;
  std::uint64_t steps_ = 0;
  std::optional<std::string> problem_;
};

// --- layout --------------------------------------------------------------------------------------

void Block::place_shared(SymbolScope scope, ptx::Index owner,
                         const std::vector<ptx::Variable>& list) {
  for (ptx::Index i = 0; i < list.size(); ++i) {
    if (list[i].space != StateSpace::kShared) continue;
    const std::uint64_t offset = aligned(shared_.size(), list[i].alignment);
    shared_offsets_[{scope, owner, i}] = offset;
    shared_.resize(offset + list[i].bytes);
  }
}

void Block::lay_out_shared() {
  for (ptx::Index i = 0; i < run_.module->functions.size(); ++i) {
    place_shared(SymbolScope::kLocal, i, run_.module->functions[i].variables);
  }
  place_shared(SymbolScope::kModule, 0, run_.module->variables);
}

void Block::enter(Thread& thread, ptx::Index number) {
  const ptx::Function& function = run_.module->functions[number];
  Frame frame{.function = number, .pc = 0, .registers = {}, .parameters = {}, .loops = {}};
  frame.registers.resize(function.registers.size());
  frame.local_base = aligned(thread.local.size(), 16);
  for (ptx::Index i = 0; i < function.variables.size(); ++i) {
    const ptx::Variable& variable = function.variables[i];
    if (variable.space == StateSpace::kParam) {
      frame.parameters[{SymbolScope::kLocal, i}].resize(variable.bytes);
    }
  }
  for (ptx::Index i = 0; i < function.results.size(); ++i) {
    frame.parameters[{SymbolScope::kResult, i}].resize(function.results[i].bytes);
  }
  std::uint64_t local = frame.local_base;
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space == StateSpace::kLocal)
      local = aligned(local, variable.alignment) + variable.bytes;
  }
  thread.local.resize(local);
  thread.frames.push_back(std::move(frame));
  move_to(thread.frame(), 0, loops_[number]);
}

void Block::start(std::uint32_t number) {
  Thread thread{.number = number, .frames = {}, .local = {}};
  enter(thread, run_.kernel);
  std::uint64_t offset = 0;
  const auto& parameters = run_.module->functions[run_.kernel].parameters;
  for (ptx::Index i = 0; i < parameters.size(); ++i) {
    offset = aligned(offset, parameters[i].alignment);
    const auto begin = run_.parameters.begin() + static_cast<std::ptrdiff_t>(offset);
    thread.frame().parameters[{SymbolScope::kParameter, i}].assign(
        begin, begin + static_cast<std::ptrdiff_t>(parameters[i].bytes));
    offset += parameters[i].bytes;
  }
  threads_.push_back(std::move(thread));
}

// --- operands ------------------------------------------------------------------------------------

Bits Block::special_value(const Thread& thread, SpecialRegister special) {
  const std::uint32_t lane = thread.lane();
  const Bits above = ~((Bits{2} << lane) - 1) & 0xffffffff;
  const std::pair<SpecialRegister, Bits> values[] = {
      {SpecialRegister::kTidX,       thread.number          },
      {SpecialRegister::kNtidX,      run_.threads           },
      {SpecialRegister::kLaneid,     lane                   },
      {SpecialRegister::kLanemaskEq, Bits{1} << lane        },
      {SpecialRegister::kLanemaskLt, (Bits{1} << lane) - 1  },
      {SpecialRegister::kLanemaskLe, (Bits{2} << lane) - 1  },
      {SpecialRegister::kLanemaskGt, above                  },
      {SpecialRegister::kLanemaskGe, above | Bits{1} << lane},
  };
  for (const auto& [name, value] : values) {
    if (name == special) return value;
  }
  fail("special register " + std::string(ptx::name_of(special)));
  return 0;
}

std::uint64_t Block::address_of_symbol(const Thread& thread, const Operand& operand) {
  const ptx::Index owner = operand.scope == SymbolScope::kLocal ? thread.frame().function : 0;
  const auto shared = shared_offsets_.find({operand.scope, owner, operand.index});
  if (shared != shared_offsets_.end()) return shared->second;
  if (operand.scope != SymbolScope::kLocal) {
    fail("a symbol outside of shared and local memory");
    return 0;
  }
  const auto& variables = run_.module->functions[owner].variables;
  std::uint64_t address = thread.frame().local_base;
  for (ptx::Index i = 0; i < variables.size(); ++i) {
    if (variables[i].space != StateSpace::kLocal) continue;
    address = aligned(address, variables[i].alignment);
    if (i == operand.index) return address;
    address += variables[i].bytes;
  }
  fail("no such symbol");
  return 0;
}

Bits Block::value_of(const Thread& thread, const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::kRegister:
      return thread.frame().registers[operand.index] ^ (operand.is_negated ? 1 : 0);
    case OperandKind::kImmediate:
      return operand.bits;
    case OperandKind::kSpecial:
      return special_value(thread, operand.special);
    case OperandKind::kSymbol:
      return address_of_symbol(thread, operand) + static_cast<std::uint64_t>(operand.offset);
    case OperandKind::kFunction:
      return kFunctionBase + operand.index;
    case OperandKind::kLabel:
    case OperandKind::kAddress:
    case OperandKind::kVector:
    case OperandKind::kPrototype:
    case OperandKind::kSink:
      break;
  }
  fail("an operand that is no value");
  return 0;
}

std::vector<Bits> Block::sources_of(const Thread& thread, const ptx::Instruction& instruction) {
  std::vector<Bits> sources;
  for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    if (operand.kind != OperandKind::kVector) {
      sources.push_back(value_of(thread, operand));
      continue;
    }
    for (const Operand& element : operand.elements) sources.push_back(value_of(thread, element));
  }
  return sources;
}

// A register wider than the type gets the value extended by the type.
void Block::write(Thread& thread, const Operand& operand, Bits value, Type type) {
  if (operand.kind == OperandKind::kSink) return;
  const ptx::Register& target =
      run_.module->functions[thread.frame().function].registers[operand.index];
  const unsigned bits = ptx::bits_of(target.type);
  const bool is_narrow = ptx::is_signed_integer(type) && ptx::bits_of(type) < bits;
  thread.frame().registers[operand.index] =
      low_bits(is_narrow ? whole_from(value, type) : static_cast<Whole>(value), bits);
}

// --- memory --------------------------------------------------------------------------------------

std::optional<Block::MemoryPlace> Block::inside(std::vector<std::byte>& bytes, std::uint64_t offset,
                                                std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
  return MemoryPlace{.bytes = bytes.data() + offset, .offset = offset};
}

std::optional<Block::MemoryPlace> Block::locate_parameter(Thread& thread, const Operand& address,
                                                          std::uint64_t size) {
  if (address.base_kind != OperandKind::kSymbol) return std::nullopt;
  const auto found = thread.frame().parameters.find({address.scope, address.index});
  if (found == thread.frame().parameters.end()) return std::nullopt;
  return inside(found->second, static_cast<std::uint64_t>(address.offset), size);
}

std::optional<Block::MemoryPlace> Block::locate(Thread& thread, const ptx::Instruction& instruction,
                                                const Operand& address, std::uint64_t size) {
  StateSpace space = instruction.space;
  if (space == StateSpace::kParam) return locate_parameter(thread, address, size);
  auto at = static_cast<std::uint64_t>(address.offset);
  if (address.base_kind == OperandKind::kRegister) {
    at += thread.frame().registers[address.index];
    const auto& registers = run_.module->functions[thread.frame().function].registers;
    if (ptx::bits_of(registers[address.index].type) == 32) at &= 0xffffffff;
  } else if (address.base_kind == OperandKind::kSymbol) {
    at += address_of_symbol(thread, address);
  }
  if (space == StateSpace::kGeneric && at - kSharedWindow < kWindowBytes) {
    space = StateSpace::kShared;
    at -= kSharedWindow;
  } else if (space == StateSpace::kGeneric && at - kLocalWindow < kWindowBytes) {
    space = StateSpace::kLocal;
    at -= kLocalWindow;
  }
  if (at % size != 0) return std::nullopt;
  if (space == StateSpace::kLocal) return inside(thread.local, at, size);
  if (space == StateSpace::kShared) {
    auto place = inside(shared_, at, size);
    if (place) place->is_shared = true;
    return place;
  }
  for (Buffer& buffer : buffers_) {
    if (at < buffer.address) continue;
    if (auto place = inside(buffer.bytes, at - buffer.address, size)) return place;
  }
  return std::nullopt;
}

void Block::note(const Thread& thread, const ptx::Instruction& instruction, std::uint64_t offset,
                 std::uint64_t size) {
  SharedRequest& entry = requests_[{thread.warp(), place_of(thread)}];
  entry.function = thread.frame().function;
  entry.instruction = thread.frame().pc;
  Request& request = entry.request;
  request.operation = Operation::kAtomic;
  if (instruction.opcode == Opcode::kLd) request.operation = Operation::kLoad;
  if (instruction.opcode == Opcode::kSt) request.operation = Operation::kStore;
  request.bytes_per_lane = static_cast<std::uint8_t>(size);
  request.active |= LaneMask{1} << thread.lane();
  request.addresses[thread.lane()] = {static_cast<std::uint32_t>(offset)};
}

void Block::load_or_store(Thread& thread, const ptx::Instruction& instruction) {
  const bool is_load = instruction.opcode == Opcode::kLd;
  const Type type = instruction.types[0];
  const std::uint64_t bytes = ptx::bytes_of(type);
  const std::uint64_t size = bytes * instruction.vector_width;
  const Operand& data = instruction.operands[is_load ? 0 : 1];
  const auto place = locate(thread, instruction, instruction.operands[is_load ? 1 : 0], size);
  if (!place) return fail("a bad address of " + instruction.mnemonic);
  if (place->is_shared) note(thread, instruction, place->offset, size);
  for (std::size_t i = 0; i < instruction.vector_width; ++i) {
    const Operand& element = data.kind == OperandKind::kVector ? data.elements[i] : data;
    Bits value = 0;
    if (is_load) {
      std::memcpy(&value, place->bytes + i * bytes, bytes);
      write(thread, element, value, type);
    } else {
      value = value_of(thread, element);
      std::memcpy(place->bytes + i * bytes, &value, bytes);
    }
  }
  advance(thread);
}

void Block::atomic(Thread& thread, const ptx::Instruction& instruction) {
  const Type type = instruction.types[0];
  const std::uint64_t bytes = ptx::bytes_of(type);
  const bool returns = instruction.opcode == Opcode::kAtom;
  const auto place = locate(thread, instruction, instruction.operands[returns ? 1 : 0], bytes);
  if (!place) return fail("a bad address of " + instruction.mnemonic);
  if (place->is_shared) note(thread, instruction, place->offset, bytes);
  std::vector<Bits> operands;
  for (std::size_t i = returns ? 2 : 1; i < instruction.operands.size(); ++i) {
    operands.push_back(value_of(thread, instruction.operands[i]));
  }
  Bits old = 0;
  std::memcpy(&old, place->bytes, bytes);
  const auto next = after_atomic(instruction, old, operands);
  if (!next) return fail("the form " + instruction.mnemonic);
  std::memcpy(place->bytes, &*next, bytes);
  if (returns) write(thread, instruction.operands[0], old, type);
  advance(thread);
}

void Block::convert_address(Thread& thread, const ptx::Instruction& instruction) {
  Bits value = value_of(thread, instruction.operands[1]);
  std::uint64_t window = 0;
  if (instruction.space == StateSpace::kShared) window = kSharedWindow;
  if (instruction.space == StateSpace::kLocal) window = kLocalWindow;
  value = instruction.modifiers.has(Modifier::kTo) ? value - window : value + window;
  write(thread, instruction.operands[0], value, instruction.types[0]);
  advance(thread);
}

// --- control -------------------------------------------------------------------------------------

void Block::branch(Thread& thread, const ptx::Instruction& instruction) {
  if (instruction.opcode == Opcode::kBra) return go(thread, instruction.operands[0].index);
  const auto& labels = instruction.operands[1].elements;
  const Bits index = value_of(thread, instruction.operands[0]) & 0xffffffff;
  if (index >= labels.size()) return fail("a branch beyond its table");
  go(thread, labels[index].index);
}

void Block::call(Thread& thread, const ptx::Instruction& instruction) {
  const Operand& target = instruction.operands[1];
  const Bits function = target.kind == OperandKind::kFunction
                            ? target.index
                            : value_of(thread, target) - kFunctionBase;
  if (function >= run_.module->functions.size()) return fail("a call of no function");
  const auto& callee = run_.module->functions[function];
  std::vector<std::vector<std::byte>> arguments;
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Operand& argument = instruction.operands[2].elements[i];
    if (argument.kind == OperandKind::kSymbol) {
      arguments.push_back(thread.frame().parameters[{argument.scope, argument.index}]);
      continue;
    }
    const Bits value = value_of(thread, argument);
    arguments.emplace_back(callee.parameters[i].bytes);
    std::memcpy(arguments.back().data(), &value, arguments.back().size());
  }
  enter(thread, static_cast<ptx::Index>(function));
  for (ptx::Index i = 0; i < arguments.size(); ++i) {
    thread.frame().parameters[{SymbolScope::kParameter, i}] = std::move(arguments[i]);
  }
}

void Block::leave(Thread& thread) {
  const Frame done = std::move(thread.frames.back());
  thread.frames.pop_back();
  if (thread.frames.empty()) {
    thread.status = ThreadStatus::kDone;
    return;
  }
  thread.local.resize(done.local_base);
  const ptx::Instruction& call = at(thread);
  const auto& results = call.operands[0].elements;
  for (ptx::Index i = 0; i < results.size(); ++i) {
    const auto& bytes = done.parameters.at({SymbolScope::kResult, i});
    if (results[i].kind == OperandKind::kSymbol) {
      thread.frame().parameters[{results[i].scope, results[i].index}] = bytes;
      continue;
    }
    Bits value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    write(thread, results[i], value, Type::kB64);
  }
  advance(thread);
}

void Block::compute(Thread& thread, const ptx::Instruction& instruction) {
  const auto answer = answer_to({.instruction = &instruction,
                                 .sources = sources_of(thread, instruction),
                                 .carry = thread.frame().carry});
  if (!answer) return fail("the form " + instruction.mnemonic);
  thread.frame().carry = answer->carry;
  // Only cvt's results may be narrower than their registers.
  const Type type = instruction.opcode == Opcode::kCvt ? instruction.types[0] : Type::kB64;
  std::size_t next = 0;
  for (std::size_t i = 0; i < instruction.destinations; ++i) {
    const Operand& operand = instruction.operands[i];
    if (operand.kind != OperandKind::kVector) {
      write(thread, operand, answer->results[next++], type);
      continue;
    }
    for (const Operand& element : operand.elements) {
      write(thread, element, answer->results[next++], Type::kB64);
    }
  }
  advance(thread);
}

void Block::step(Thread& thread) {
  const auto& function = run_.module->functions[thread.frame().function];
  if (thread.frame().pc == function.instructions.size()) return leave(thread);
  const ptx::Instruction& instruction = at(thread);
  if (instruction.guard != ptx::kNone) {
    const bool holds = thread.frame().registers[instruction.guard] != 0;
    if (holds == instruction.guard_is_negated) return advance(thread);
  }
  switch (kind_of(instruction.opcode)) {
    case StepKind::kMemory:
      return load_or_store(thread, instruction);
    case StepKind::kAtomic:
      return atomic(thread, instruction);
    case StepKind::kAddress:
      return convert_address(thread, instruction);
    case StepKind::kBranch:
      return branch(thread, instruction);
    case StepKind::kCall:
      return call(thread, instruction);
    case StepKind::kReturn:
      return leave(thread);
    case StepKind::kExit:
      thread.status = ThreadStatus::kDone;
      return;
    case StepKind::kBarrier:
      thread.status = ThreadStatus::kAtBarrier;
      return;
    case StepKind::kMeeting:
      thread.status = ThreadStatus::kMeetsLanes;
      return;
    case StepKind::kCompute:
      return compute(thread, instruction);
  }
}

void Block::run_until_meeting(Thread& thread) {
  while (thread.status == ThreadStatus::kRunning && !problem_) {
    if (++steps_ > run_.max_steps) return fail("too many steps");
    step(thread);
  }
}

// --- meetings ------------------------------------------------------------------------------------

// The lanes that `one` names go on together, if each of them has come or ended.
bool Block::hold_meeting_of(const Thread& one) {
  const auto first = threads_.begin() + one.warp() * 32;
  const auto last = threads_.begin() + std::min<std::ptrdiff_t>(run_.threads, one.warp() * 32 + 32);
  const ptx::Instruction& instruction = at(one);
  const auto named = static_cast<std::uint32_t>(value_of(one, instruction.operands.back()));
  Meeting meeting{.instruction = &instruction, .sources = {}};
  for (auto thread = first; thread != last; ++thread) {
    const bool is_named = (named >> thread->lane() & 1) == 1;
    if (!is_named || thread->status == ThreadStatus::kDone) continue;
    const bool is_here =
        thread->status == ThreadStatus::kMeetsLanes && &at(*thread) == &instruction;
    if (!is_here) return false;
    meeting.sources[thread->lane()] = sources_of(*thread, instruction);
  }
  const auto answers = outcome_of(meeting);
  if (!answers) {
    fail("the form " + instruction.mnemonic);
    return false;
  }
  for (const auto& [lane, results] : *answers) {
    Thread& thread = first[lane];
    for (std::size_t i = 0; i < instruction.destinations; ++i) {
      write(thread, instruction.operands[i], results[i], instruction.types[0]);
    }
    thread.status = ThreadStatus::kRunning;
    advance(thread);
  }
  return !answers->empty();
}

// All threads that haven't ended wait at one barrier.
bool Block::release_barrier() {
  const ptx::Instruction* barrier = nullptr;
  std::vector<bool> votes;
  for (const Thread& thread : threads_) {
    if (thread.status == ThreadStatus::kDone) continue;
    if (thread.status != ThreadStatus::kAtBarrier) return false;
    if (barrier != nullptr && barrier != &at(thread)) return false;
    barrier = &at(thread);
    if (barrier->modifiers.has(Modifier::kRed)) {
      votes.push_back(value_of(thread, barrier->operands.back()) != 0);
    }
  }
  if (barrier == nullptr) return false;
  for (Thread& thread : threads_) {
    if (thread.status == ThreadStatus::kDone) continue;
    thread.status = ThreadStatus::kRunning;
    if (barrier->modifiers.has(Modifier::kRed)) {
      write(thread, barrier->operands[0], barrier_result(*barrier, votes), barrier->types[0]);
    }
    advance(thread);
  }
  return true;
}

bool Block::hold_meetings() {
  bool goes_on = false;
  for (const Thread& thread : threads_) {
    if (thread.status == ThreadStatus::kMeetsLanes) goes_on |= hold_meeting_of(thread);
  }
  return goes_on || release_barrier();
}

BlockResult Block::run() {
  do {
    for (Thread& thread : threads_) run_until_meeting(thread);
  } while (!problem_ && hold_meetings());
  for (const Thread& thread : threads_) {
    if (thread.status != ThreadStatus::kDone) fail("a deadlock");
  }
  BlockResult result{.problem = problem_, .buffers = std::move(buffers_), .requests = {}};
  for (const auto& [place, request] : requests_) result.requests.push_back(request);
  return result;
}

}  // namespace

BlockResult run_block(const BlockRun& run) {
  return Block(run).run();
}

}  // namespace smemlens::testing
