# A component that is not installed is refused with the reason. Run as
#   cmake -DPROGRAM=FOLDER -DFOLDER=FOLDER -DPREFIX=FOLDER -DCOMPONENT=NAME -DREASON=TEXT -P missing_component.cmake
file(REMOVE_RECURSE ${FOLDER})
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${PROGRAM} -B ${FOLDER} -G Ninja -DCOMPONENTS=${COMPONENT} -DCMAKE_PREFIX_PATH=${PREFIX}
  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE error)
string(REGEX REPLACE "[ \n]+" " " error "${error}")
if(result EQUAL 0 OR NOT error MATCHES "${REASON}")
  message(FATAL_ERROR "exit ${result}, and it should say \"${REASON}\":\n${error}")
endif()
