# Builds and runs a program that uses COMPONENTS (separated by commas), from the installation in PREFIX or, if SOURCE is
# given, with turntile's source as a part of it. Run as
#   cmake -DPROGRAM=FOLDER -DCOMPONENTS=A,B -DFOLDER=FOLDER -DPREFIX=FOLDER|-DSOURCE=FOLDER -P build_program.cmake
string(REPLACE "," ";" components "${COMPONENTS}")
file(REMOVE_RECURSE ${FOLDER})
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${PROGRAM} -B ${FOLDER} -G Ninja "-DCOMPONENTS=${components}"
          -DCMAKE_PREFIX_PATH=${PREFIX} -DTURNTILE_SOURCE=${SOURCE} ${OPTIONS}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the program does not build:\n${output}")
endif()
foreach(component IN LISTS components)
  execute_process(COMMAND ${FOLDER}/use_${component} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "use_${component} ends with ${result}")
  endif()
endforeach()
