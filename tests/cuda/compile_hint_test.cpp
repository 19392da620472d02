#include "smemlens/cuda/compile_hint.h"

#include <gtest/gtest.h>

namespace smemlens::cuda {
namespace {

struct HintCase {
  const char* what;
  const char* messages;
  const char* hint;
};

const HintCase kHints[] = {
    {"nothing known",                 "a.cu(1): error: expected a \";\"\n",                                     ""                                                                                },
    {"renamed, nvcc",                 "a.cu(3): error: identifier \"cudaThreadSynchronize\" is undefined\n",
     "CUDA 13 has no cudaThreadSynchronize: add -D cudaThreadSynchronize=cudaDeviceSynchronize"                                                                                                   },
    {"renamed, clang",
     "a.cu:3:5: error: use of undeclared identifier 'cudaThreadExit'; did you mean "
     "'cudaGetSymbol'?",                                                                                        "CUDA 13 has no cudaThreadExit: add -D cudaThreadExit=cudaDeviceReset"            },
    {"replaced, nvcc",                "a.cu(3): error: class \"cudaDeviceProp\" has no member \"clockRate\"\n",
     "CUDA 13 has no clockRate: use cudaDeviceGetAttribute"                                                                                                                                       },
    {"replaced, clang",               "a.cu:3:9: error: no member named 'clockRate' in 'cudaDeviceProp'\n",
     "CUDA 13 has no clockRate: use cudaDeviceGetAttribute"                                                                                                                                       },
    {"texture references, nvcc",      "a.cu(1): error: texture is not a template\n",
     "CUDA 13 has no texture: use texture objects (cudaCreateTextureObject)"                                                                                                                      },
    {"texture references, clang",     "a.cu:1:1: error: no template named 'texture'\n",
     "CUDA 13 has no texture: use texture objects (cudaCreateTextureObject)"                                                                                                                      },
    {"a name of the program's own",   "a.cu(3): error: identifier \"clockRates\" is undefined\n",               ""                                                                                },
    {"a member of the program's own", "a.cu:3:9: error: no member named 'clockRate' in 'Mine'\n",
     ""                                                                                                                                                                                           },
    {"header, gcc",                   "a.cu:1:10: fatal error: mine/x.h: No such file or directory\n",
     "give the folder of mine/x.h with -I"                                                                                                                                                        },
    {"header, clang",                 "a.cu:1:10: fatal error: 'mine/x.h' file not found\n",
     "give the folder of mine/x.h with -I"                                                                                                                                                        },
    {"NVIDIA's header, nvcc",         "a.cu:1:10: fatal error: cudnn.h: No such file or directory\n",           ""                                                                                },
    {"NVIDIA's header, clang",        "a.cu:1:10: fatal error: 'cublas_v2.h' file not found\n",
     "smemlens's own CUDA header for clang has no cublas_v2.h: install CUDA 13's nvcc and use "
     "--compiler nvcc"                                                                                                                                                                            },
    {"brackets apart, clang",
     "a.cu:7:5: error: expected expression\n    7 |   k << <1, 32 >> > (p);\n",                                 "clang takes <<< and >>> in one piece only: write them so, or use --compiler nvcc"},
    {"another expression",            "a.cu:7:5: error: expected expression\n    7 |   x = ;\n",                ""                                                                                },
    {"an expression at the end",      "a.cu:7:5: error: expected expression\n",                                 ""                                                                                },
    {"no name",                       "' file not found",                                                       ""                                                                                },
    {"on another line",               "fatal error: 'a\n' file not found",                                      ""                                                                                },
    {"empty",                         "",                                                                       ""                                                                                },
};

TEST(CompileHint, SaysWhatToDo) {
  for (const auto& [what, messages, hint] : kHints) {
    SCOPED_TRACE(what);
    EXPECT_EQ(compile_hint(messages), hint);
  }
}

}  // namespace
}  // namespace smemlens::cuda
