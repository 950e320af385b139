# What embedders rely on: headers that compile alone, promises of the calls, bridges, what is shown and installed, documents.

# ---- Public headers --------------------------------------------------------------------------------------------------

find_path(TURNTILE_DLPACK_INCLUDE_DIR dlpack/dlpack.h)
mark_as_advanced(TURNTILE_DLPACK_INCLUDE_DIR)
if(NOT TURNTILE_DLPACK_INCLUDE_DIR)
  set(missing_bridges turntile/dlpack.hpp)
endif()
list(JOIN OpenCV_INCLUDE_DIRS "," bridged_folders)
foreach(language_and_compiler c++:g++ c++:clang++ c:gcc c:clang)
  string(REPLACE ":" ";" words ${language_and_compiler})
  list(GET words 0 language)
  list(GET words 1 compiler)
  find_program(TURNTILE_${compiler}_PROGRAM ${compiler})
  if(NOT TURNTILE_${compiler}_PROGRAM)  # that one is not installed
    continue()
  endif()
  add_test(NAME PublicHeaders.CompileAloneWith_${compiler}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DCOMPILER=${TURNTILE_${compiler}_PROGRAM}
            -DLANGUAGE=${language} -DSYSTEM=${bridged_folders} -DWITHOUT=${missing_bridges}
            -P ${CMAKE_CURRENT_SOURCE_DIR}/check_headers.cmake)
  set_tests_properties(PublicHeaders.CompileAloneWith_${compiler} PROPERTIES LABELS cpu)
endforeach()

# ---- What the calls promise on a GPU, and without one ----------------------------------------------------------------

if(TURNTILE_HAS_CUDA)
  # Without the rest of the C interface: no library but CUDA's is needed where this runs.
  turntile_add_tests(c_gpu gpu c_gpu_test.cpp ${PROJECT_SOURCE_DIR}/c/gpu.cpp ${PROJECT_SOURCE_DIR}/c/status.cpp)
  target_link_libraries(turntile_c_gpu_tests PRIVATE turntile::gpu CUDA::cudart_static)

  turntile_add_tests(gpu_absent cpu gpu_absent_test.cpp)
  target_link_libraries(turntile_gpu_absent_tests PRIVATE turntile::gpu CUDA::cudart_static)

  # Calls are counted: the linker hands those of the library and of the test to tests/cuda_calls.cpp.
  turntile_add_tests(gpu_contract gpu cuda_calls.cpp gpu_contract_test.cpp heap_allocations.cpp)
  target_link_libraries(turntile_gpu_contract_tests PRIVATE turntile::gpu CUDA::cudart_static)
  foreach(function
      LaunchKernelExC Malloc MallocPitch MallocAsync MallocHost Free DeviceSynchronize StreamSynchronize EventSynchronize
      SetDevice GetLastError Memcpy MemcpyAsync)
    target_link_options(turntile_gpu_contract_tests PRIVATE LINKER:--wrap=cuda${function})
  endforeach()
endif()

# ---- Documents -------------------------------------------------------------------------------------------------------

turntile_add_tests(readme cpu readme_test.cpp)
target_compile_definitions(turntile_readme_tests PRIVATE TURNTILE_ROOT="${PROJECT_SOURCE_DIR}")
find_program(TURNTILE_DOXYGEN_PROGRAM doxygen)
if(TURNTILE_DOXYGEN_PROGRAM)
  add_test(NAME PublicHeaders.AreDocumentedWithoutAWarning
    COMMAND ${CMAKE_COMMAND} -DDOXYGEN=${TURNTILE_DOXYGEN_PROGRAM} -DROOT=${PROJECT_SOURCE_DIR}
            -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/doxygen -P ${CMAKE_CURRENT_SOURCE_DIR}/check_doxygen.cmake)
  set_tests_properties(PublicHeaders.AreDocumentedWithoutAWarning PROPERTIES LABELS cpu)
endif()

# ---- Bridges and the C interface -------------------------------------------------------------------------------------

turntile_add_tests(bridges cpu opencv_bridge_test.cpp)
target_include_directories(turntile_bridges_tests SYSTEM PRIVATE ${OpenCV_INCLUDE_DIRS})
target_link_libraries(turntile_bridges_tests PRIVATE turntile::cpu opencv_core)
if(TURNTILE_DLPACK_INCLUDE_DIR)
  target_sources(turntile_bridges_tests PRIVATE dlpack_test.cpp)
endif()
turntile_add_tests(c cpu c_interface_test.cpp)
target_link_libraries(turntile_c_tests PRIVATE turntile::c)
target_compile_definitions(turntile_c_tests PRIVATE TURNTILE_VERSION="${PROJECT_VERSION}")

# ---- What shared libraries show, and what is installed ---------------------------------------------------------------

if(BUILD_SHARED_LIBS)
  foreach(component IN LISTS turntile_components)
    set(list)
    if(component STREQUAL "c")
      set(list -DLIST=${CMAKE_CURRENT_SOURCE_DIR}/c_interface_symbols.txt)
    endif()
    add_test(NAME SharedLibrary.ShowsOnlyWhatIsMarked_${component}
      COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DLIBRARY=$<TARGET_FILE:turntile_${component}_shared> ${list}
              -P ${CMAKE_CURRENT_SOURCE_DIR}/check_symbols.cmake)
    set_tests_properties(SharedLibrary.ShowsOnlyWhatIsMarked_${component} PROPERTIES LABELS cpu)
  endforeach()
endif()

if(TURNTILE_INSTALL)
  add_subdirectory(consumers)
endif()
