# Checks that Doxygen reads the public headers without a warning. Run as
#   cmake -DDOXYGEN=PROGRAM -DROOT=FOLDER -DFOLDER=FOLDER -P check_doxygen.cmake
file(READ ${ROOT}/docs/Doxyfile settings)
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/Doxyfile "${settings}OUTPUT_DIRECTORY = ${FOLDER}\n")
execute_process(COMMAND ${DOXYGEN} ${FOLDER}/Doxyfile WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS ${FOLDER}/html/namespaceturntile.html)
  message(FATAL_ERROR "Doxygen wrote nothing about turntile")
endif()
