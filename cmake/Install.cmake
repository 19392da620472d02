# What `cmake --install` lays down, besides the runtime and its headers (smemlens/cuda):
# the program, and the hardware's model as a library.
#
#   find_package(smemlens REQUIRED)
#   target_link_libraries(mine PRIVATE smemlens::model)     # #include "smemlens/model/cost.h"

include(CMakePackageConfigHelpers)

# Warnings and sanitizers are ours, not our users'.
get_target_property(options smemlens_options INTERFACE_COMPILE_OPTIONS)
set_target_properties(smemlens_options PROPERTIES
  INTERFACE_COMPILE_OPTIONS "$<BUILD_INTERFACE:${options}>"
  INTERFACE_INCLUDE_DIRECTORIES "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>;$<INSTALL_INTERFACE:include>")

set_target_properties(smemlens_base PROPERTIES EXPORT_NAME base)
set_target_properties(smemlens_model PROPERTIES EXPORT_NAME model)
set_target_properties(smemlens_options PROPERTIES EXPORT_NAME options)
install(TARGETS smemlens RUNTIME DESTINATION bin)
install(TARGETS smemlens_base smemlens_model smemlens_options EXPORT smemlens
        ARCHIVE DESTINATION lib)
install(DIRECTORY smemlens/base smemlens/model DESTINATION include/smemlens
        FILES_MATCHING PATTERN "*.h")

set(package_directory lib/cmake/smemlens)
install(EXPORT smemlens NAMESPACE smemlens:: FILE smemlensTargets.cmake
        DESTINATION ${package_directory})
file(CONFIGURE OUTPUT smemlensConfig.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(tl-expected)
include(\${CMAKE_CURRENT_LIST_DIR}/smemlensTargets.cmake)
")
write_basic_package_version_file(smemlensConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/smemlensConfig.cmake
              ${PROJECT_BINARY_DIR}/smemlensConfigVersion.cmake
        DESTINATION ${package_directory})
