#pragma once

// The whole core behind one function: JSON in, JSON out. The page's only way in.
//
//   {"call":"explain","pattern":"float s[32][32]; s[lane][0]"}
//     → {"ok":true,"explanation":{…},"story":{"headline":…,"law":…}}
//   {"call":"explian"}
//     → {"ok":false,"error":{"message":"there is no call \"explian\"","hint":"did you mean …"}}
//
//   call           members                                    answer
//   explain        pattern, arch, block, let, lang,           explanation: as `explain --format
//                  access, warp                               json`, fix null; story: in
//                                                             sentences, and the busiest bank
//   fix            as explain                                 solution: as `fix --format json`, of
//                                                             a shorter search; story: in
//                                                             sentences, and each point's code
//   count          as explain                                 totals, and those of each access
//   lane           as explain; lane                           index, element, address, words,
//                                                             banks, rows, pass, note
//   figure         figure: its name; its own members          svg, words, passes, ideal
//   architectures                                             archs: as `archs --format json`
//   theme                                                     css: the figures' style sheet
//
// An error's "source" names the text that "line", "column" and "end_column" (from 1, end not
// included) count in: "pattern", "block", "let", or "call" for the JSON itself.

#include <string>
#include <string_view>

namespace smemlens {

std::string call(std::string_view json);

}  // namespace smemlens
