# Checks that the test card's program writes pictures of the size that it is asked for. Run as
#   cmake -DTEST_CARD=PROGRAM -DFOLDER=FOLDER -P check_test_card.cmake

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

execute_process(COMMAND ${TEST_CARD} 300x200 card.png card.ppm card.jpg
  WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)

# A PNG's width and height are big-endian numbers, 16 bytes in; a PPM begins with both in words.
file(READ ${FOLDER}/card.png png_size OFFSET 16 LIMIT 8 HEX)
if(NOT png_size STREQUAL "0000012c000000c8")
  message(SEND_ERROR "card.png should be 300x200, its header says ${png_size}")
endif()
file(READ ${FOLDER}/card.ppm ppm_size LIMIT 11)
if(NOT ppm_size STREQUAL "P6\n300 200\n")
  message(SEND_ERROR "card.ppm should be 300x200, it begins with ${ppm_size}")
endif()
if(NOT EXISTS ${FOLDER}/card.jpg)
  message(SEND_ERROR "there is no card.jpg")
endif()

# What it should refuse, with which exit code.
foreach(case
    "2 300 a.png" "2 0x5 a.png" "2 3x5x7 a.png" "2 300x200"
    "1 30x20 missing/a.png" "1 30x20 a.xyz")
  separate_arguments(arguments UNIX_COMMAND "${case}")
  list(POP_FRONT arguments expected)
  execute_process(COMMAND ${TEST_CARD} ${arguments} WORKING_DIRECTORY ${FOLDER}
    RESULT_VARIABLE result ERROR_VARIABLE error)
  if(NOT result EQUAL expected OR error STREQUAL "")
    message(SEND_ERROR "test_card ${arguments}: exit ${result} instead of ${expected}: ${error}")
  endif()
endforeach()
