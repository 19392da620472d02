#pragma once

// Neighbours that read one address, with a clasp over them. When every lane has one, the phases of
// a wide load are served two by two, as a zip that closes; one lane without a partner keeps it
// open.
//
//    ┌───┐  ┌───┐         ┌───┐
//   ( 0)( 1)( 2)( 3)  …  (16)(17)     zip_of(v[lane / 2]): all lanes, one apart

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

struct Zip {
  unsigned apart = 0;  // lane i's partner is i xor 1 or i xor 2; 0: hardly any lane has one
  LaneMask clasped = 0;
  LaneMask alone = 0;  // active lanes without a partner, where most have one
};

// The partners of the lanes of `request`. Stores have none: they never merge.
Zip zip_of(const Request& request);

// How far apart all active lanes find a lane with their address, 4, 8 or 16 of them; 0: they don't.
// Such partners don't close a zip.
unsigned stray_distance(const Request& request);

// Clasps over those of `lanes` that have one; column i is the i-th lane of the mask.
void draw_clasps(Canvas& canvas, const Columns& columns, double top, LaneMask lanes,
                 const Zip& zip);

}  // namespace smemlens::figures
