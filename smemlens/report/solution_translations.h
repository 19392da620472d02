#pragma once

// The forms of what the solver says of its layouts: a clause a row, then what stands in its places.

#include <array>

#include "smemlens/report/translations.h"

namespace smemlens {

// clang-format off
inline constexpr auto kSolutionSentences = std::to_array<Translation>({
    // The verdict
    {"nothing to gain: no layout takes fewer than {a}, because {b}", "कुछ घटाने को नहीं: {a} से कम किसी ढाँचे में नहीं, क्योंकि {b}", "ghataane ko kuch nahi: {a} se kam kisi layout mein nahi, kyunki {b}"},
    {"optimal: no layout takes fewer than {a}, because {b}", "सबसे अच्छा: {a} से कम किसी ढाँचे में नहीं, क्योंकि {b}", "sabse achha: {a} se kam kisi layout mein nahi, kyunki {b}"},
    {"optimal in this family (searched {a}): {b}", "इस परिवार में सबसे अच्छा ({a} आज़माए): {b}", "is family mein sabse achha ({a} aazmaye): {b}"},
    {"no layout that was tried takes fewer than {a}", "आज़माए हुए किसी ढाँचे में {a} से कम नहीं", "aazmaye hue kisi layout mein {a} se kam nahi"},
    {"the best that was found: {a}", "अब तक का सबसे अच्छा: {a}", "ab tak ka sabse achha: {a}"},
    {"of the layouts searched none does that with fewer than {a} bytes more", "आज़माए हुओं में कोई यह {a} से कम अतिरिक्त बाइट में नहीं करता", "aazmaye huon mein koi yeh {a} se kam extra bytes mein nahi karta"},
    {"but for linear maps, of the layouts searched none does that with fewer than {a} bytes more", "linear map छोड़कर, आज़माए हुओं में कोई यह {a} से कम अतिरिक्त बाइट में नहीं करता", "linear maps chhodkar, aazmaye huon mein koi yeh {a} se kam extra bytes mein nahi karta"},
    {"no linear map over GF(2){a} does better (searched all)", "GF(2) का कोई linear map{a} बेहतर नहीं (सब आज़माए)", "GF(2) ka koi linear map{a} behtar nahi (sab aazmaye)"},
    {"no linear map over GF(2) does better (searched all)", "GF(2) का कोई linear map बेहतर नहीं (सब आज़माए)", "GF(2) ka koi linear map behtar nahi (sab aazmaye)"},
    {"the {a} were not searched", "{a} नहीं आज़माए गए", "{a} nahi aazmaye gaye"},
    {"the search of the linear maps was cut after {a} steps", "linear map की खोज {a} क़दमों पर रोक दी गई", "linear map ki khoj {a} kadmon par rok di gayi"},
    {"{a} exchanges found no better table, which proves nothing", "{a} अदला-बदली से बेहतर table नहीं मिली; इससे कुछ सिद्ध नहीं होता", "{a} adla-badli se behtar table nahi mili; isse kuch siddh nahi hota"},
    {"of the {a} only {b} were tried", "{a} में से {b} ही आज़माए गए", "{a} mein se {b} hi aazmaye gaye"},
    {"the lower bound is {a}, so at most {b} could still be saved, because {c}", "निचली सीमा {a} है, तो ज़्यादा से ज़्यादा {b} और बच सकते हैं, क्योंकि {c}", "neeche ki seema {a} hai, toh zyada se zyada {b} aur bach sakte hain, kyunki {c}"},
    {"layouts that make an access dearer were left out", "जो ढाँचे किसी access को महँगा करते हैं, वे छोड़े गए",
     "jo layouts kisi access ko mehnga karte hain, woh chhode gaye"},
    {"other layouts were ruled out by the limits", "बाक़ी ढाँचों को शर्तों ने रोका", "baaki layouts ko sharton ne roka"},
    {"layouts that fit in no block's shared memory were left out", "जो ढाँचे किसी block की मेमोरी में नहीं समाते, वे छोड़ दिए", "jo layouts kisi block ki memory mein nahi samaate, woh chhod diye"},

    // The bound
    {"each phase takes at least one wavefront, which delivers at most {a} bytes", "हर phase को कम से कम एक pass चाहिए, जो {a} बाइट तक लाता है", "har phase ko kam se kam ek pass chahiye, jo {a} bytes tak laata hai"},
    {"a phase of {a} touches {b} bytes, and one wavefront delivers at most {c} bytes", "{a} का एक phase {b} बाइट छूता है, और एक pass {c} बाइट तक लाता है", "{a} ka ek phase {b} bytes chhoota hai, aur ek pass {c} bytes tak laata hai"},
    {"lanes of {a} take turns: {b} at one address, and a bank serves one lane a wavefront", "{a} की lane बारी-बारी आती हैं: एक पते पर {b}, और bank एक pass में एक lane को देता है", "{a} ki lanes baari-baari aati hain: ek address par {b}, aur bank ek pass mein ek lane ko deta hai"},
    {"while vectors of {a} bytes stay whole, the words at one place in them share {b} banks, and a phase of {c} needs {d} of those", "{a} बाइट के vector पूरे रहें तो उनमें एक ही जगह के word {b} bank बाँटते हैं, और {c} के एक phase को उनमें से {d} चाहिए", "{a} bytes ke vector poore rahein toh unmein ek hi jagah ke words {b} banks baantte hain, aur {c} ke ek phase ko unmein se {d} chahiye"},
    {"rows, columns and wrapped diagonals of a {a} x {a} square can't all be free of conflicts: at least two lines take a second wavefront", "{a} x {a} के वर्ग में पंक्ति, कॉलम और लिपटे तिरछे, तीनों conflict से मुक्त नहीं हो सकते: कम से कम दो को दूसरा pass चाहिए", "{a} x {a} ke square mein row, column aur lipte tirchhe, teenon conflict se mukt nahi ho sakte: kam se kam do ko doosra pass chahiye"},
    {"without that, {a}", "इसके बिना, {a}", "iske bina, {a}"},
    {"{a} words are asked for together two by two, and there are {b} banks: at least {c} pairs share a bank", "{a} word दो-दो करके साथ माँगे जाते हैं, और bank {b} हैं: कम से कम {c} जोड़े एक bank बाँटते हैं", "{a} words do-do karke saath maange jaate hain, aur bank {b} hain: kam se kam {c} jode ek bank baantte hain"},

    // What a layout does elsewhere
    {"this layout takes {a} from {b} to {c}", "इस ढाँचे से {a} में {b} की जगह {c}", "is layout se {a} mein {b} ki jagah {c}"},
    {"the usual pad, rows of {a} elements, would take {b} from {c} to {d}", "आम padding, {a} element की पंक्तियाँ, {b} में {c} की जगह लेती {d}", "aam padding, {a} elements ki rows, {b} mein {c} ki jagah leti {d}"},
    {"other arrays have conflicts too: {a}", "इन array में भी conflict हैं: {a}", "in arrays mein bhi conflict hain: {a}"},

    // Layouts
    {"as declared", "जैसा घोषित है", "jaisa declare kiya"},
    {"rows of {a} elements", "{a} element की पंक्तियाँ", "{a} elements ki rows"},
    {"another order of the axes: strides of {a}", "अक्षों की अदला-बदली: stride {a}", "axes ki adla-badli: stride {a}"},
    {"strides of {a}", "stride {a}", "stride {a}"},
    {"{a} unused after every {b}", "हर {b} के बाद {a} बेकार", "har {b} ke baad {a} khaali"},
    {"rows turned by their number", "हर पंक्ति अपनी संख्या जितनी घूमी", "har row apne number jitni ghoomi"},
    {"rows turned by their number, in chunks of {a}", "हर पंक्ति अपनी संख्या जितनी घूमी, {a} के टुकड़ों में", "har row apne number jitni ghoomi, {a} ke tukdon mein"},
    {"rows turned by {a} times their number", "हर पंक्ति अपनी संख्या की {a} गुना घूमी", "har row apne number ki {a} guna ghoomi"},
    {"rows turned by {a} times their number, in chunks of {b}", "हर पंक्ति अपनी संख्या की {a} गुना घूमी, {b} के टुकड़ों में", "har row apne number ki {a} guna ghoomi, {b} ke tukdon mein"},
    {"XOR {a} with those {b} higher", "{a} का XOR {b} ऊपर वालों से", "{a} ka XOR {b} upar waalon se"},
    {"XOR {a} of {b} with {c}", "{b} के {a} का XOR {c} से", "{b} ke {a} ka XOR {c} se"},
    {"XOR index bit {a} into {b}", "index bit {a} का XOR {b} में", "index bit {a} ka XOR {b} mein"},
    {"a linear map of the index bits", "index के bit का linear map", "index ke bits ka linear map"},
    {"rows turned by a table of {a}", "पंक्तियाँ {a} की table से घूमीं", "rows {a} ki table se ghoomi"},
    {"a table of places", "जगहों की table", "jagahon ki table"},
});

inline constexpr auto kSolutionParts = std::to_array<Translation>({
    // Counts and families
    {"all {a} of whole {b}-byte granules", "पूरे {b} बाइट के टुकड़ों वाले सभी {a}", "poore {b} bytes ke tukdon waale sabhi {a}"},
    {"all {a}", "सभी {a}", "sabhi {a}"},
    {" of whole {a}-byte granules", " पूरे {a} बाइट के टुकड़ों का", " poore {a} bytes ke tukdon ka"},
    {"{a} elements", "{a} element", "{a} elements"},
    {"1 index bit", "index का 1 bit", "index ka 1 bit"},
    {"{a} index bits", "index के {a} bit", "index ke {a} bits"},
    {"{a} bits", "{a} bit", "{a} bits"},
    {"1 lower one", "नीचे के 1 bit", "neeche ke 1 bit"},
    {"{a} lower ones", "नीचे के {a} bit", "neeche ke {a} bits"},
    {"{a} row pads", "{a} पंक्ति-padding", "{a} row padding"},
    {"{a} axis orders, padded or not", "अक्षों के {a} क्रम, padding के साथ या बिना", "axes ke {a} order, padding ke saath ya bina"},
    {"axis orders, padded or not", "अक्षों के क्रम, padding के साथ या बिना", "axes ke order, padding ke saath ya bina"},
    {"{a} block pads", "{a} खंड-padding", "{a} block padding"},
    {"{a} row rotations", "पंक्ति के {a} घुमाव", "row ke {a} ghumaav"},
    {"{a} swizzles", "{a} swizzle", "{a} swizzle"},
    {"{a} complements by one bit", "एक bit के {a} complement", "ek bit ke {a} complement"},
    {"linear maps over GF(2)", "GF(2) के linear map", "GF(2) ke linear map"},
});
// clang-format on

}  // namespace smemlens
