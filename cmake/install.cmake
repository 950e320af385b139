# What `cmake --install` puts where, beside the libraries and the program.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/turntile DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# ---- find_package(turntile COMPONENTS cpu gpu metadata io pipeline c) --------------------------------------------------

configure_package_config_file(cmake/turntileConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/turntileConfig.cmake
  INSTALL_DESTINATION ${turntile_cmake_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/turntileConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/turntileConfig.cmake ${PROJECT_BINARY_DIR}/cmake/turntileConfigVersion.cmake
  cmake/components.cmake
  DESTINATION ${turntile_cmake_folder})

# ---- pkg-config turntile-cpu ... -------------------------------------------------------------------------------------

# What a program must link beside a static library: a shared one brings it along.
set(cpu_private "tbb libhwy")
set(metadata_private "libjpeg zlib libwebpmux libwebp")
set(io_private "opencv4 libjpeg libpng libtiff-4 libwebp libwebpdemux zlib")
set(pipeline_private "opencv4 tbb")
set(gpu_private_libraries "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt -ldl -lpthread")

# Said from where the file is, so that an installation can be moved.
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_pc "${prefix_from_pc}")

foreach(component IN LISTS turntile_components)
  set(requires ${turntile_${component}_needs})
  if(component STREQUAL pipeline AND "gpu" IN_LIST turntile_components)
    list(APPEND requires gpu)
  endif()
  list(TRANSFORM requires PREPEND "turntile-")
  list(JOIN requires " " requires)
  set(private)
  set(private_libraries)
  if(NOT BUILD_SHARED_LIBS)
    set(private "${${component}_private}")
    set(private_libraries "-lstdc++ ${${component}_private_libraries}")
  endif()
  configure_file(cmake/turntile.pc.in ${PROJECT_BINARY_DIR}/cmake/turntile-${component}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/turntile-${component}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
