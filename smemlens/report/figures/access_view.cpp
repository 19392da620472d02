#include "smemlens/report/figures/access_view.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "smemlens/base/sort_few.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"

namespace smemlens::figures {
namespace {

LaneMask bit_of(unsigned lane) {
  return LaneMask{1} << lane;
}

// Lanes of `phase` that ask for `word`.
LaneMask lanes_on(const BankModel& model, const Request& request, const Phase& phase,
                  WordIndex word) {
  const std::uint32_t count = phase.words == 0 ? words_per_lane(model, request) : phase.words;
  LaneMask lanes = 0;
  for (LaneMask rest = phase.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t first = word_of(model, request.addresses[lane]).value + phase.first_word;
    if (word.value >= first && word.value - first < count) lanes |= bit_of(lane);
  }
  return lanes;
}

// All lanes that the rule's tables put into the phase, active or not.
LaneMask places_of(const ServiceRule& rule, const Phase& phase) {
  LaneMask lanes = phase.lanes;
  for (const Phase& part : std::span(rule.phases).first(rule.phase_count))
    if ((part.lanes & phase.lanes) != 0) lanes |= part.lanes;
  return lanes;
}

// Deals out the lanes of one phase: a word that is delivered once goes to all who ask, one that is
// delivered again and again to one lane after the other.
class Dealer {
 public:
  Dealer(const BankModel& model, const Request& request, const Phase& phase)
      : model_(&model), request_(&request), phase_(phase) {}

  void expect(const Wavefront& wavefront) {
    for (const WordIndex word : wavefront.words) ++left_[word];
  }

  LaneMask lanes_for(WordIndex word, const Wavefront& wavefront) {
    const LaneMask waiting = lanes_on(*model_, *request_, phase_, word) & ~served_[word];
    const LaneMask lanes = share_of(word, waiting, wavefront);
    served_[word] |= lanes;
    return lanes;
  }

 private:
  LaneMask share_of(WordIndex word, LaneMask waiting, const Wavefront& wavefront) {
    const bool is_last = --left_[word] == 0;
    if (is_last) return waiting;
    const LaneMask done = waiting & wavefront.lanes;
    const LaneMask lowest = waiting & (~waiting + 1);
    return done != 0 ? done : lowest;
  }

  const BankModel* model_;
  const Request* request_;
  Phase phase_;
  std::map<WordIndex, unsigned> left_;  // deliveries of the word still to come
  std::map<WordIndex, LaneMask> served_;
};

void sort_by_time(std::vector<Delivery>& deliveries) {
  sort_few(deliveries, {}, [](const Delivery& delivery) {
    return std::tuple(delivery.wavefront, delivery.bank, delivery.word);
  });
}

PhaseView view_of_phase(const BankModel& model, const Request& request, const Phase& phase,
                        std::span<const Wavefront> wavefronts) {
  PhaseView view{.active = phase.lanes, .wavefronts = static_cast<unsigned>(wavefronts.size())};
  Dealer dealer(model, request, phase);
  for (const Wavefront& wavefront : wavefronts) dealer.expect(wavefront);
  for (unsigned i = 0; i < wavefronts.size(); ++i) {
    for (const WordIndex word : wavefronts[i].words) {
      view.deliveries.push_back({.wavefront = i,
                                 .bank = bank_of(model, word),
                                 .word = word,
                                 .lanes = dealer.lanes_for(word, wavefronts[i])});
    }
  }
  sort_by_time(view.deliveries);
  return view;
}

}  // namespace

AccessView view_of(const BankModel& model, const Request& request) {
  const RequestCost cost = cost_of(model, request);
  AccessView view{.bank_count = model.banks,
                  .wavefronts = cost.wavefronts,
                  .ideal_wavefronts = cost.ideal_wavefronts,
                  .is_exact = cost.is_exact()};
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  if (rules == nullptr) return view;
  const std::vector<Wavefront> wavefronts = schedule(model, request);
  const PhaseList phases = phases_of(rules->rules[0], request);
  std::size_t begin = 0;
  for (std::uint32_t i = 0; i < phases.count; ++i) {
    std::size_t end = begin;
    while (end < wavefronts.size() && wavefronts[end].phase == i) ++end;
    view.phases.push_back(view_of_phase(model, request, phases.phases[i],
                                        std::span(wavefronts).subspan(begin, end - begin)));
    view.phases.back().lanes = places_of(rules->rules[0], phases.phases[i]);
    begin = end;
  }
  return view;
}

bool comes_in_halves(const AccessView& view) {
  LaneMask seen = 0;
  for (const PhaseView& phase : view.phases) {
    for (const Delivery& delivery : phase.deliveries) {
      if ((seen & delivery.lanes) != 0) return false;
      seen |= delivery.lanes;
    }
  }
  return view.phases.size() == 2;
}

}  // namespace smemlens::figures
