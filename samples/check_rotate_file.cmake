# Checks that rotate_file turns a file, and says why it cannot. Run as
#   cmake -DTEST_CARD=PROGRAM -DROTATE_FILE=PROGRAM -DFOLDER=FOLDER -P check_rotate_file.cmake

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

execute_process(COMMAND ${TEST_CARD} 300x200 card.ppm WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${ROTATE_FILE} card.ppm 1.ppm WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/1.ppm size LIMIT 11)
if(NOT size STREQUAL "P6\n200 300\n")
  message(SEND_ERROR "the turned card should be 200x300, it begins with ${size}")
endif()

# Four quarter turns are none.
foreach(step 2 3 4)
  math(EXPR before "${step} - 1")
  execute_process(COMMAND ${ROTATE_FILE} ${before}.ppm ${step}.ppm WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${FOLDER}/card.ppm ${FOLDER}/4.ppm COMMAND_ERROR_IS_FATAL ANY)

file(WRITE ${FOLDER}/text.ppm "no picture")
execute_process(COMMAND ${ROTATE_FILE} text.ppm out.ppm WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result ERROR_VARIABLE error)
if(NOT result EQUAL 1 OR error STREQUAL "" OR EXISTS ${FOLDER}/out.ppm)
  message(SEND_ERROR "text.ppm: exit ${result} instead of 1: ${error}")
endif()
