# Checks that includes point one way: {app, c} -> pipeline -> {io, gpu, cpu} -> include/turntile. Run as
#   cmake -DROOT=FOLDER -P check_includes.cmake

# What the files of each folder may include of this project: prefixes of the name in quotes.
set(include_may "turntile/")
set(cpu_may "cpu/|turntile/")
set(gpu_may "gpu/|turntile/")
set(io_may "io/|turntile/")
set(pipeline_may "pipeline/|io/|gpu/|cpu/|turntile/")
set(app_may "app/|pipeline/|io/|turntile/")
set(c_may "c/|turntile/")
set(samples_may "turntile/")

# The command reaches CUDA only through pipeline/backend.hpp.
set(app_may_not "turntile/(gpu|cuda)")

set(wrong 0)
set(seen 0)
foreach(folder include cpu gpu io pipeline c app samples)
  file(GLOB_RECURSE files RELATIVE ${ROOT}
    ${ROOT}/${folder}/*.hpp ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.cu ${ROOT}/${folder}/*.cuh)
  foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]")
    foreach(line IN LISTS lines)
      math(EXPR seen "${seen} + 1")
      set(why "")
      if(line MATCHES "include[ \t]*\"([^\"]*)\"")
        set(name "${CMAKE_MATCH_1}")
        if(NOT name MATCHES "^(${${folder}_may})" OR name MATCHES "\\.\\./")
          set(why "${folder}/ may include (${${folder}_may}) only")
        elseif(DEFINED ${folder}_may_not AND name MATCHES "^(${${folder}_may_not})")
          set(why "${folder}/ may not include it")
        endif()
      elseif(line MATCHES "include[ \t]*<(turntile|app|pipeline|io|gpu|cpu|samples|tests)/")
        set(why "this project's own headers stand in quotes")
      endif()
      if(why)
        message(SEND_ERROR "${file}: ${line}: ${why}")
        math(EXPR wrong "${wrong} + 1")
      endif()
    endforeach()
  endforeach()
endforeach()

if(seen EQUAL 0)
  message(FATAL_ERROR "no includes were found below ${ROOT}")
endif()
message(STATUS "${seen} includes, ${wrong} of them wrong")
