#pragma once

// One request as the pictures show it: who asks which bank for which word, and when it is served.
//
//   float s[32][32]; s[lane][0]  →  one phase, 32 deliveries, all of bank 0, one a wavefront
//
// Plain values, taken from cost_of and schedule: the figures draw them and judge nothing.

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::figures {

// One word that a bank hands over in one wavefront. (On sm_3x a bank may hand over two at once.)
struct Delivery {
  unsigned wavefront = 0;  // within its phase, from 0
  BankIndex bank;
  WordIndex word;
  LaneMask lanes = 0;  // those served: more than one is a broadcast
};

struct PhaseView {
  LaneMask lanes = 0;   // drawn, in order
  LaneMask active = 0;  // of these, those that ask
  unsigned wavefronts = 0;
  std::vector<Delivery> deliveries;  // by wavefront, then bank
};

struct AccessView {
  std::string code;                        // "float s[32][32]; s[lane][0]"
  std::string circumstance;                // "sm_80 (A100) · load · 4 bytes a lane · warp 0"
  std::vector<std::string> sentences;      // below the picture: the law, the cheapest fix, caveats
  Language language = Language::kEnglish;  // of the picture's own words
  unsigned bank_count = 32;
  unsigned wavefronts = 0;
  unsigned ideal_wavefronts = 0;
  bool is_exact = true;
  std::vector<PhaseView> phases;
};

// The numbers of a well-formed `request`; its texts are left to the caller.
AccessView view_of(const BankModel& model, const Request& request);

// Whether two phases are a matter of the hardware, not of the width: no lane asks for more than a
// word.
bool comes_in_halves(const AccessView& view);

}  // namespace smemlens::figures
