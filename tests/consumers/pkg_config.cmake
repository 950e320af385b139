# Builds and runs a program with what pkg-config says of each component of the installation in PREFIX. Run as
#   cmake -DPROGRAM=FOLDER -DCOMPONENTS=A,B -DFOLDER=FOLDER -DPREFIX=FOLDER -DCOMPILER=PROGRAM -DC_COMPILER=PROGRAM -P pkg_config.cmake
string(REPLACE "," ";" components "${COMPONENTS}")
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
file(GLOB_RECURSE files ${PREFIX}/turntile-cpu.pc)
get_filename_component(folder "${files}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})
get_filename_component(libraries "${folder}" DIRECTORY)
set(ENV{LD_LIBRARY_PATH} ${libraries})
foreach(component IN LISTS components)
  execute_process(COMMAND pkg-config ${STATIC} --cflags --libs turntile-${component}
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  set(compile ${COMPILER} -std=c++20 ${PROGRAM}/use_${component}.cpp)
  if(component STREQUAL "c")
    set(compile ${C_COMPILER} -std=c99 ${PROGRAM}/use_c.c)
  endif()
  execute_process(
    COMMAND ${compile} -o ${FOLDER}/use_${component} ${flags}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${FOLDER}/use_${component} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
