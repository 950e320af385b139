# How this project makes its libraries.
#
# turntile_NAME, here also known as turntile::NAME, is a static library: the command, the tests and the other libraries
# link it and reach everything in it. With BUILD_SHARED_LIBS the same objects also make turntile_NAME_shared, which shows
# what is marked TURNTILE_EXPORT and no more. That one is installed as turntile::NAME; the samples link it, and so does a
# project that has this one as its part.

# turntile_add_library(NAME SOURCE...) makes the static library turntile_NAME; if it is a component, it is published.
function(turntile_add_library name)
  add_library(turntile_${name} STATIC ${ARGN})
  target_compile_features(turntile_${name} PUBLIC cxx_std_20)
  target_include_directories(turntile_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(turntile_${name} PRIVATE $<BUILD_INTERFACE:turntile_build_settings>)
  set_target_properties(turntile_${name} PROPERTIES
    EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(NOT name IN_LIST turntile_components)
    add_library(turntile::${name} ALIAS turntile_${name})
  else()  # at the folder's end, when all is known that it links
    cmake_language(EVAL CODE "cmake_language(DEFER CALL turntile_publish_library ${name})")
  endif()
  if(TURNTILE_CLANG_TIDY)
    find_program(TURNTILE_CLANG_TIDY_PROGRAM clang-tidy REQUIRED)
    set_target_properties(turntile_${name} PROPERTIES CXX_CLANG_TIDY "${TURNTILE_CLANG_TIDY_PROGRAM};--quiet;--extra-arg=-Wno-unknown-warning-option")
  endif()
endfunction()

# turntile_add_shared_library(NAME) makes the shared library turntile_NAME_shared of turntile_NAME's objects. It links
# what turntile_NAME links, and the shared libraries in the place of this project's static ones.
#
# "undefined reference to turntile::..." when one is linked: another library here uses that function, which needs
# TURNTILE_EXPORT where it is declared.
function(turntile_add_shared_library name)
  set(shared turntile_${name}_shared)
  add_library(${shared} SHARED $<TARGET_OBJECTS:turntile_${name}>)
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(libraries turntile_${name} ${property})
    if(NOT libraries)
      continue()
    endif()
    list(FILTER libraries EXCLUDE REGEX "LINK_ONLY|turntile_build_settings")
    foreach(component IN LISTS turntile_all_components)
      list(TRANSFORM libraries REPLACE "^turntile::${component}$" "turntile_${component}_shared")
    endforeach()
    set_property(TARGET ${shared} PROPERTY ${property} ${libraries})
  endforeach()
  target_compile_features(${shared} INTERFACE cxx_std_20)
  target_include_directories(${shared} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # Nothing of the libraries that are linked into it shows, and nothing that it needs is forgotten.
  target_link_options(${shared} PRIVATE LINKER:--exclude-libs,ALL LINKER:--no-undefined)
  if(DEFINED turntile_${name}_version_script)
    target_link_options(${shared} PRIVATE LINKER:--version-script=${turntile_${name}_version_script})
  endif()
  set_target_properties(${shared} PROPERTIES
    EXPORT_NAME ${name} OUTPUT_NAME turntile_${name} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH $ORIGIN)
endfunction()

# turntile_publish_library(NAME) makes what embedders get, and installs it.
function(turntile_publish_library name)
  set(library turntile_${name})
  if(BUILD_SHARED_LIBS)
    turntile_add_shared_library(${name})
    set(library turntile_${name}_shared)
  endif()
  if(PROJECT_IS_TOP_LEVEL)
    add_library(turntile::${name} ALIAS turntile_${name})
  else()
    add_library(turntile::${name} ALIAS ${library})
  endif()
  if(TURNTILE_INSTALL)
    install(TARGETS ${library} EXPORT turntile-${name})
    install(EXPORT turntile-${name} NAMESPACE turntile:: FILE turntile-${name}.cmake
      DESTINATION ${turntile_cmake_folder})
  endif()
endfunction()
