# The compile options of the whole project, and two functions to declare a library and a test.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(SMEMLENS_CCACHE ccache)
if(SMEMLENS_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SMEMLENS_CCACHE})
endif()

# find_package, or an error that names the one command that brings what is missing.
macro(smemlens_require package)
  find_package(${package} QUIET ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} is missing. Run tools/setup: it installs every package that the build needs.")
  endif()
endmacro()

smemlens_require(tl-expected CONFIG)

add_library(smemlens_options INTERFACE)
target_compile_features(smemlens_options INTERFACE cxx_std_20)  # also for who installs us
target_include_directories(smemlens_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(smemlens_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow -Wold-style-cast -Wswitch-enum
  -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion
  -Wimplicit-fallthrough $<$<CXX_COMPILER_ID:Clang>:-Wnull-dereference>
  -Wno-missing-field-initializers  # designated initialisers leave the rest at their defaults
  -ffp-contract=off
  # g++ 12 at -O3 sees faults in the standard library's own code (GCC bugs 105562, 105651, 107852).
  # clang and the sanitizers look for the same.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
target_link_libraries(smemlens_options INTERFACE tl::expected)
if(SMEMLENS_SANITIZE)
  target_compile_options(smemlens_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(smemlens_options INTERFACE -fsanitize=address,undefined)
endif()
if(SMEMLENS_FUZZ)
  target_compile_options(smemlens_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# smemlens_library(NAME SOURCES… [DEPENDS folder…]): the static library of smemlens/NAME. For wasm it
# is only a set of objects: they hold bitcode, and an archiver would have to be as new as clang.
function(smemlens_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  set(kind STATIC)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL wasm32)
    set(kind OBJECT)
  endif()
  add_library(smemlens_${name} ${kind} ${ARG_SOURCES})
  add_library(smemlens::${name} ALIAS smemlens_${name})
  target_link_libraries(smemlens_${name} PUBLIC smemlens_options)
  foreach(folder IN LISTS ARG_DEPENDS)
    target_link_libraries(smemlens_${name} PUBLIC smemlens_${folder})
  endforeach()
endfunction()

# Expected values are computed in wider types. After smemlens_options, because the last one wins.
add_library(smemlens_test_options INTERFACE)
target_compile_options(smemlens_test_options INTERFACE -Wno-double-promotion)

# Where tests find what they read and run.
add_library(smemlens_test_folders STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/folders.cpp)
target_link_libraries(smemlens_test_folders PUBLIC smemlens_options)
target_compile_definitions(smemlens_test_folders PRIVATE SMEMLENS_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                                         SMEMLENS_BINARY_DIR="${PROJECT_BINARY_DIR}")

# smemlens_test(NAME SOURCES… DEPENDS folder…): a GoogleTest program; each of its tests is a ctest.
function(smemlens_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE smemlens_options smemlens_test_options smemlens_test_folders
                                        GTest::gtest_main)
  foreach(folder IN LISTS ARG_DEPENDS)
    target_link_libraries(${name} PRIVATE smemlens_${folder})
  endforeach()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 120)
endfunction()
