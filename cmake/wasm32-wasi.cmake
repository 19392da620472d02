# Toolchain of the web page's core: clang and lld with Debian's libc++ for wasm32-wasi.
#
#   cmake --preset wasm && cmake --build --preset wasm     # build/wasm/bin/smemlens.wasm

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # there is no crt1 to link a test program with

find_program(SMEMLENS_WASM_CXX NAMES clang++-19 clang++-20 clang++-21 clang++-22 REQUIRED)
set(CMAKE_CXX_COMPILER ${SMEMLENS_WASM_CXX})
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)  # the name under which Debian keeps the headers

# clang hands what it has linked to binaryen's wasm-opt, if that is there: 8 kB less on the wire.
#
# Small before fast: the page carries the core along. The three features are in every browser that
# the page is written for. Debian's runtime for wasm has no unwinder.
# __FILE__ is the only path that could get into the file: the same sources give the same bytes
# wherever they lie.
set(CMAKE_CXX_FLAGS_INIT
    "-Oz -mbulk-memory -msign-ext -mnontrapping-fptoint -DNDEBUG -fno-exceptions -fno-rtti -Wno-deprecated -ffile-prefix-map=${CMAKE_CURRENT_LIST_DIR}/..=.")
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--initial-heap=65536")
