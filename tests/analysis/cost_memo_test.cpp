#include "smemlens/analysis/cost_memo.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens {
namespace {

CountedCost in_short(const RequestCost& cost) {
  return {cost.wavefronts, cost.ideal_wavefronts, cost.degree,
          cost.is_exact() && cost.phase_count != 0};
}

// Few patterns, at many places: a walk of some stride, lanes two by two, or anything; all lanes or
// some of them.
Request random_request(std::mt19937& random, Operation operation, std::uint32_t bytes) {
  Request request{.operation = operation, .bytes_per_lane = static_cast<std::uint8_t>(bytes)};
  if (operation == Operation::kLdmatrix || operation == Operation::kStmatrix) request.matrices = 4;
  request.source = static_cast<CopySource>(random() % 3);
  if (random() % 7 == 0) request.open_cost = static_cast<OpenCost>(1 + (random() % 2));
  request.active = random() % 3 == 0 ? 0xffffU << random() % 17 : 0xffffffffU;
  const auto first = static_cast<std::uint32_t>(random() % 96) * bytes;
  const auto stride = static_cast<std::uint32_t>(random() % 5);
  const auto shape = random() % 4;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    std::uint32_t step = lane * stride;
    if (shape == 1) step = lane / 2 * stride;
    if (shape == 2) step = lane / 16 * 32 + stride;
    if (shape == 3 && lane % 8 == 5) step = static_cast<std::uint32_t>(random() % 64);
    request.addresses[lane] = {first + (step * bytes)};
  }
  return request;
}

TEST(CostMemo, AnswersAsCostOfDoes) {
  for (const Architecture& architecture : architectures()) {
    if (!architecture.runs_programs) continue;
    SCOPED_TRACE(std::string(architecture.name));
    const BankModel& model = architecture.bank_model;
    std::mt19937 random(1);
    for (std::uint32_t o = 0; o < kOperationCount; ++o) {
      for (const std::uint32_t bytes : {1U, 2U, 4U, 8U, 16U}) {
        const auto operation = static_cast<Operation>(o);
        CostMemo memo;  // of one instruction, so of one operation and width
        for (int i = 0; i < 400; ++i) {
          const Request request = random_request(random, operation, bytes);
          ASSERT_EQ(memo.cost(model, request), in_short(cost_of(model, request)))
              << name_of(operation) << ' ' << bytes << ' ' << i;
        }
      }
    }
  }
}

// A pattern that moves on by one word at a time isn't mistaken for one that doesn't.
TEST(CostMemo, APlaceWithinThePeriodMatters) {
  const BankModel& model = find_architecture("sm_80")->bank_model;
  CostMemo memo;
  for (std::uint32_t round = 0; round < 3; ++round) {
    for (std::uint32_t k = 0; k < 300; ++k) {
      Request request{.active = 0xffffffffU};
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        request.addresses[lane] = {4 * (lane < 16 ? k : 31U)};
      }
      ASSERT_EQ(memo.cost(model, request), in_short(cost_of(model, request))) << k;
    }
  }
}

TEST(CostMemo, RequestsThatNeverComeAgainAreCostedAllTheSame) {
  const BankModel& model = find_architecture("sm_80")->bank_model;
  CostMemo memo;
  std::mt19937 random(2);
  for (int i = 0; i < 3000; ++i) {
    Request request{.active = 0xffffffffU};
    for (ByteAddress& address : request.addresses) {
      address = {static_cast<std::uint32_t>(random() % 4096) * 4};
    }
    ASSERT_EQ(memo.cost(model, request), in_short(cost_of(model, request)));
  }
}

TEST(CostMemo, NoLaneCostsNothing) {
  CostMemo memo;
  const BankModel& model = find_architecture("sm_80")->bank_model;
  EXPECT_EQ(memo.cost(model, {}), CountedCost{});
  EXPECT_EQ(memo.cost(model, {}), CountedCost{});
}

}  // namespace
}  // namespace smemlens
