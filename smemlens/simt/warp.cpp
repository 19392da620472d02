#include "smemlens/simt/warp.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

// Where the current call's paths begin.
std::size_t path_base(const Warp& warp) {
  return warp.calls.back().path_base;
}

void push(Warp& warp, std::uint32_t pc, std::uint32_t reconvergence, WarpMask lanes) {
  // Lanes that are where they meet the others already wait in the path below.
  if (lanes != 0 && (pc != reconvergence || reconvergence == kNoPc)) {
    warp.paths.push_back({.pc = pc, .reconvergence = reconvergence, .lanes = lanes});
  }
}

// The top path becomes the one that waits where its parts meet; returns that place. If the path
// ends there itself, the path below it already waits. A branch without a meeting place (one side
// returns) meets where the whole path does.
std::uint32_t wait_at(Warp& warp, std::uint32_t reconvergence) {
  Path& top = warp.paths.back();
  if (reconvergence == kNoPc) reconvergence = top.reconvergence;
  if (top.reconvergence == reconvergence) {
    warp.paths.pop_back();
  } else {
    top.pc = reconvergence;
  }
  return reconvergence;
}

// Two paths that wait for neither one another nor for a common third above them.
bool are_siblings(const Path& below, const Path& top) {
  return below.reconvergence == top.reconvergence && below.pc != top.reconvergence;
}

}  // namespace

void diverge(Warp& warp, WarpMask taken, std::uint32_t target, std::uint32_t reconvergence) {
  const Path top = warp.paths.back();
  const std::uint32_t meeting = wait_at(warp, reconvergence);
  push(warp, top.pc + 1, meeting, top.lanes & ~taken);
  push(warp, target, meeting, taken);
}

void diverge(Warp& warp, const std::vector<BranchArm>& arms, std::uint32_t reconvergence) {
  const std::uint32_t meeting = wait_at(warp, reconvergence);
  for (const BranchArm& arm : arms) push(warp, arm.pc, meeting, arm.lanes);
}

bool settle(Warp& warp) {
  const std::size_t base = path_base(warp);
  while (warp.paths.size() > base) {
    const Path& top = warp.paths.back();
    const bool is_at_end = top.pc == top.reconvergence && top.pc != kNoPc;
    if (top.lanes != 0 && !is_at_end) return true;
    warp.paths.pop_back();
  }
  return false;
}

void remove_from_call(Warp& warp, WarpMask lanes) {
  for (std::size_t i = path_base(warp); i < warp.paths.size(); ++i) warp.paths[i].lanes &= ~lanes;
}

void remove_from_warp(Warp& warp, WarpMask lanes) {
  for (Path& path : warp.paths) path.lanes &= ~lanes;
  warp.alive &= ~lanes;
}

bool is_divergent(const Warp& warp) {
  const WarpMask active = warp.paths.back().lanes;
  const auto begins_call = [&warp](std::size_t path) {
    return std::any_of(warp.calls.begin() + 1, warp.calls.end(),
                       [path](const CallFrame& call) { return call.path_base == path; });
  };
  for (std::size_t i = 1; i < warp.paths.size(); ++i) {
    if ((warp.paths[i - 1].lanes & ~active) == 0) continue;
    if (warp.paths[i].reconvergence != kNoPc || begins_call(i)) return true;
  }
  return false;
}

Gathered gather(Warp& warp, Parked at, WarpMask required) {
  const Path top = warp.paths.back();
  warp.paths.back().parked = at;
  std::size_t first = warp.paths.size() - 1;
  while (first > path_base(warp) && are_siblings(warp.paths[first - 1], top)) --first;
  const auto begin = warp.paths.begin() + static_cast<std::ptrdiff_t>(first);
  const auto runnable = std::find_if(begin, warp.paths.end(), [&](const Path& path) {
    return path.parked == Parked::kNo && (path.lanes & required) != 0;
  });
  if (runnable != warp.paths.end()) {
    std::rotate(runnable, runnable + 1, warp.paths.end());
    return Gathered::kOthersFirst;
  }
  WarpMask lanes = 0;
  bool is_one_place = true;
  for (auto path = begin; path != warp.paths.end(); ++path) {
    if (path->parked != at) continue;
    lanes |= path->lanes;
    is_one_place = is_one_place && path->pc == top.pc;
  }
  if ((required & warp.alive & ~lanes) != 0) return Gathered::kImpossible;
  if (is_one_place) {
    const auto has_come = [at](const Path& path) { return path.parked == at; };
    warp.paths.erase(std::remove_if(begin, warp.paths.end(), has_come), warp.paths.end());
    warp.paths.push_back(
        {.pc = top.pc, .reconvergence = top.reconvergence, .lanes = lanes, .parked = at});
  }
  return Gathered::kAll;
}

bool rotate(Warp& warp) {
  const std::size_t top = warp.paths.size() - 1;
  if (top == path_base(warp)) return false;
  Path& spinning = warp.paths[top];
  Path& below = warp.paths[top - 1];
  if (!are_siblings(below, spinning)) {
    // `below` waits for the spinning lanes. Let it go on without them: they will meet its lanes
    // where it ends.
    below.lanes &= ~spinning.lanes;
    spinning.reconvergence = below.reconvergence;
    if (below.lanes == 0) {
      std::swap(spinning, below);
      warp.paths.pop_back();
      return rotate(warp);
    }
  }
  // To the bottom of its siblings, so that all of them get their turn.
  std::size_t lowest = top - 1;
  while (lowest > path_base(warp) && are_siblings(warp.paths[lowest - 1], warp.paths[top])) {
    --lowest;
  }
  const auto begin = warp.paths.begin() + static_cast<std::ptrdiff_t>(lowest);
  std::rotate(begin, warp.paths.end() - 1, warp.paths.end());
  return true;
}

}  // namespace smemlens::simt
