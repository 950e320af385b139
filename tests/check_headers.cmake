# Checks that each public header compiles alone, twice over, with a host compiler, without a warning
# and without the CUDA toolkit. Run as
#   cmake -DROOT=FOLDER -DCOMPILER=PROGRAM -P check_headers.cmake

file(GLOB headers RELATIVE ${ROOT}/include ${ROOT}/include/turntile/*.hpp)
if(NOT headers)
  message(FATAL_ERROR "there are no headers in ${ROOT}/include/turntile")
endif()
foreach(header IN LISTS headers)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only
            -I ${ROOT}/include -include ${header} -include ${header} -x c++ /dev/null
    RESULT_VARIABLE result ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${header} does not compile alone:\n${output}")
  endif()
endforeach()
