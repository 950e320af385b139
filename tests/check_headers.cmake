# Checks that each public header compiles alone, twice over, with a host compiler, without a warning
# and without the CUDA toolkit: those for C (.h) as C99, the others as C++20. Run as
#   cmake -DROOT=FOLDER -DCOMPILER=PROGRAM -DLANGUAGE=c|c++ -DSYSTEM=FOLDER,... -DWITHOUT=HEADER,... -P check_headers.cmake
# SYSTEM has the headers that the bridges need; WITHOUT names bridges to what is not installed.

if(LANGUAGE STREQUAL "c")
  set(extension h)
  set(standard c99)
else()
  set(extension hpp)
  set(standard c++20)
endif()
string(REPLACE "," ";" system "${SYSTEM}")
string(REPLACE "," ";" without "${WITHOUT}")
list(TRANSFORM system PREPEND -isystem)

file(GLOB headers RELATIVE ${ROOT}/include ${ROOT}/include/turntile/*.${extension})
list(REMOVE_ITEM headers ${without})
if(NOT headers)
  message(FATAL_ERROR "there are no headers in ${ROOT}/include/turntile")
endif()
# ISO C wants a declaration in every unit, and export.h has none.
set(unit ${CMAKE_CURRENT_BINARY_DIR}/${LANGUAGE}_header_test_unit)
file(WRITE ${unit} "typedef int header_test_unit;\n")
foreach(header IN LISTS headers)
  execute_process(
    COMMAND ${COMPILER} -std=${standard} -Wall -Wextra -Wpedantic -pedantic-errors -Wconversion -Werror -fsyntax-only
            -I ${ROOT}/include ${system} -include ${header} -include ${header} -x ${LANGUAGE} ${unit}
    RESULT_VARIABLE result ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${header} does not compile alone:\n${output}")
  endif()
endforeach()
