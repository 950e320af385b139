# The components of the library, from the ground up, and what each stands on. Used by the build, and installed beside
# turntileConfig.cmake for those who find it.

set(turntile_all_components cpu gpu metadata io pipeline c)
set(turntile_io_needs metadata)
set(turntile_pipeline_needs metadata io cpu)
set(turntile_c_needs ${turntile_pipeline_needs} pipeline)

# turntile_with_needs(RESULT COMPONENT...) sets RESULT to these components and all that they stand on, each once and
# behind what it needs. Names that are no component are left out.
function(turntile_with_needs result)
  set(wanted ${ARGN})
  foreach(component IN LISTS ARGN)
    list(APPEND wanted ${turntile_${component}_needs})
  endforeach()
  set(ordered)
  foreach(component IN LISTS turntile_all_components)
    if(component IN_LIST wanted)
      list(APPEND ordered ${component})
    endif()
  endforeach()
  set(${result} ${ordered} PARENT_SCOPE)
endfunction()
