# The web page inside the program: builds the core for WebAssembly, then web/ with npm, and embeds
# what comes out (smemlens/cli/page_assets.h).
#
#   SMEMLENS_PAGE=AUTO  in a release build, if clang's and lld's parts for wasm32 and npm are there
#                       and npm can get the page's build tools
#   SMEMLENS_PAGE=ON    always; what is missing stops the configuration
#   SMEMLENS_PAGE=OFF   never: `smemlens page` then says how to get it

set(SMEMLENS_PAGE AUTO CACHE STRING "put the web page into the program: AUTO, ON or OFF")
set_property(CACHE SMEMLENS_PAGE PROPERTY STRINGS AUTO ON OFF)

find_program(SMEMLENS_NPM npm)
find_program(SMEMLENS_NODE node)
find_program(SMEMLENS_XZ xz)  # packs what the page unpacks
find_program(SMEMLENS_WASM_LINKER NAMES wasm-ld-19 wasm-ld-20 wasm-ld-21 wasm-ld-22)
find_path(SMEMLENS_WASM_HEADERS c++/v1/vector PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH)

set(missing "")
foreach(part IN ITEMS SMEMLENS_NPM SMEMLENS_NODE SMEMLENS_XZ SMEMLENS_WASM_LINKER SMEMLENS_WASM_HEADERS)
  if(NOT ${part})
    list(APPEND missing ${part})
  endif()
endforeach()

set(has_page ${SMEMLENS_PAGE})
if(SMEMLENS_PAGE STREQUAL AUTO)
  set(has_page OFF)
  if(NOT missing AND CMAKE_BUILD_TYPE STREQUAL Release)
    set(has_page ON)
  endif()
elseif(SMEMLENS_PAGE AND missing)
  message(FATAL_ERROR "The page can't be built: ${missing} not found. Run tools/setup.")
endif()

set(web ${PROJECT_SOURCE_DIR}/web)
# The page's build tools come by npm while CMake configures, so that AUTO can do without them where
# the registry is out of reach.
set(packages ${PROJECT_BINARY_DIR}/npm-packages.stamp)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${web}/package-lock.json)
if(has_page AND (NOT EXISTS ${web}/node_modules OR ${web}/package-lock.json IS_NEWER_THAN ${packages}))
  message(STATUS "Getting the page's build tools: npm ci")
  execute_process(COMMAND ${SMEMLENS_NPM} ci --no-audit --no-fund --loglevel=error --fetch-retries=1
    WORKING_DIRECTORY ${web} RESULT_VARIABLE npm_result OUTPUT_QUIET ERROR_VARIABLE npm_error)
  string(REGEX REPLACE "\n.*" "" npm_error "${npm_error}")  # its first line names the reason
  if(npm_result EQUAL 0)
    file(TOUCH ${packages})
  elseif(SMEMLENS_PAGE STREQUAL AUTO)
    message(WARNING "The page is left out of the program: `npm ci` in ${web} said: ${npm_error}. "
      "SMEMLENS_PAGE=ON makes this an error, SMEMLENS_PAGE=OFF takes it as meant.")
    set(has_page OFF)
  else()
    message(FATAL_ERROR "The page can't be built: `npm ci` in ${web} said: ${npm_error}")
  endif()
endif()

if(NOT has_page)
  target_sources(smemlens_cli PRIVATE page_assets_none.cpp)
  return()
endif()

set(wasm_build ${PROJECT_BINARY_DIR}/wasm)
set(wasm ${wasm_build}/bin/smemlens.wasm)
set(assets page.html static.en.html static.hi.html static.hi-Latn.html)
list(TRANSFORM assets PREPEND ${web}/dist/)
file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/smemlens/base/*.* ${PROJECT_SOURCE_DIR}/smemlens/model/*.*
  ${PROJECT_SOURCE_DIR}/smemlens/pattern/*.* ${PROJECT_SOURCE_DIR}/smemlens/analysis/*.*
  ${PROJECT_SOURCE_DIR}/smemlens/solve/*.* ${PROJECT_SOURCE_DIR}/smemlens/report/*.*
  ${PROJECT_SOURCE_DIR}/smemlens/wasm/*.*)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/* ${web}/i18n/*.ts ${web}/snippets/* ${web}/tools/*)

add_custom_command(OUTPUT ${wasm}
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${wasm_build} -G Ninja --log-level=ERROR
          -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/wasm32-wasi.cmake
          -DSMEMLENS_TESTS=OFF
  COMMAND ${CMAKE_COMMAND} --build ${wasm_build}
  DEPENDS ${core_sources} ${PROJECT_SOURCE_DIR}/cmake/wasm32-wasi.cmake
  COMMENT "The page's core for WebAssembly" VERBATIM)

add_custom_command(OUTPUT ${assets}
  COMMAND ${SMEMLENS_NODE} tools/build.mjs ${wasm}
  DEPENDS ${wasm} ${web}/package-lock.json ${web_sources} ${web}/page.html ${web}/package.json
          ${PROJECT_SOURCE_DIR}/smemlens/model/schedule.cpp
  WORKING_DIRECTORY ${web} COMMENT "The page" VERBATIM)

enable_language(ASM)
add_library(smemlens_page_assets OBJECT page_assets.S)
target_sources(smemlens_cli PRIVATE page_assets_embedded.cpp $<TARGET_OBJECTS:smemlens_page_assets>)
set_source_files_properties(page_assets.S PROPERTIES
  OBJECT_DEPENDS "${assets}" INCLUDE_DIRECTORIES ${web}/dist)
