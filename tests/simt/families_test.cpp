// Which families of instructions of real kernels the product executes: families.tsv has them all,
// with a statement of each, and kRefused those that are refused. A change, for the better too,
// changes the list, the figure below and docs/compatibility.md.

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/folders.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

// Matrix products of a whole warp group, copies by tensor maps, and registers handed over.
constexpr std::string_view kRefused[] = {
    "wgmma.fence.sync.aligned",
    "wgmma.commit_group.sync.aligned",
    "wgmma.wait_group.sync.aligned",
    "wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16",
    "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16",
    "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16",
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint",
    "cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes",
    "cp.async.bulk.tensor.5d.global.shared.tile.bulk_group",
    "setmaxnreg.dec.sync.aligned.u32",
    "setmaxnreg.inc.sync.aligned.u32",
};

struct Family {
  std::string name;
  std::string statement;
};

std::vector<Family> families() {
  std::ifstream file(in_sources("tests/simt/families.tsv"));
  std::vector<Family> families;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    families.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return families;
}

// A kernel of nothing but the statement and what it can name.
std::string kernel_of(const std::string& statement) {
  return ".version 8.8\n.target sm_90a\n.address_size 64\n"
         ".const .align 16 .b8 c[64];\n"
         ".func f() { ret; }\n"
         ".func f_f32(.param .f32 x) { ret; }\n.func f_f64(.param .f64 x) { ret; }\n"
         ".func f_b32(.param .b32 x) { ret; }\n.func f_b64(.param .b64 x) { ret; }\n"
         ".visible .entry k(.param .align 16 .b8 p[64])\n{\n"
         "  .reg .pred %p<16>; .reg .b16 %h<16>; .reg .b32 %r<32>; .reg .f32 %f<128>;\n"
         "  .reg .b64 %l<16>; .reg .f64 %d<32>;\n  " +
         statement + "\nL:\n  ret;\n}\n";
}

TEST(Families, ThatRealKernelsUseAreExecutedOrRefusedByName) {
  std::set<std::string_view> refused(std::begin(kRefused), std::end(kRefused));
  std::size_t supported = 0;
  std::size_t all = 0;
  for (const auto& [name, statement] : families()) {
    SCOPED_TRACE(statement);
    const std::string refusal = refusal_of(kernel_of(statement));
    ++all;
    if (refusal.empty()) ++supported;
    if (refused.erase(name) == 0) {
      EXPECT_EQ(refusal, "") << name;
    } else {
      const std::string mnemonic = statement.substr(0, statement.find_first_of(" ;"));
      EXPECT_NE(refusal.find("'" + mnemonic + "' isn't supported"), std::string::npos)
          << name << ": " << refusal;
    }
  }
  for (const std::string_view name : refused) ADD_FAILURE() << name << " isn't in the table";
  std::cout << "supported " << supported << " of " << all << " families\n";
  EXPECT_EQ(supported, 519U);
  EXPECT_EQ(all, 530U);
}

}  // namespace
}  // namespace smemlens::simt
