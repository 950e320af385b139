# Writes the manual page from what --help says. Run as  cmake -DPROGRAM=FILE -DVERSION=0.1.0 -DOUTPUT=FILE -P man_page.cmake

# as_roff(RESULT TEXT) makes TEXT a block that is shown as it is: no character of it means anything to roff.
function(as_roff result text)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  string(STRIP "${text}" stripped)
  set(${result} ".nf\n${stripped}\n.fi\n" PARENT_SCOPE)
endfunction()

# help_of(RESULT COMMAND...) is what the program says of itself, or of a command.
function(help_of result)
  execute_process(COMMAND ${PROGRAM} ${ARGN} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

help_of(main)
as_roff(description "${main}")
set(page ".TH TURNTILE 1 \"\" \"turntile ${VERSION}\" \"User Commands\"\n")
string(APPEND page ".SH NAME\nturntile \\- turns images: quarter turns, flips, transposes, upright by orientation\n")
string(APPEND page ".SH DESCRIPTION\n${description}")

# The commands stand below a heading of their own, one a line, two spaces in.
string(REGEX MATCH "Subcommands:\n(  [^\n]*\n)+" commands "${main}")
string(REGEX MATCHALL "\n  [a-z]+" commands "${commands}")
if(NOT commands)
  message(FATAL_ERROR "${PROGRAM} --help names no commands")
endif()
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  help_of(text ${command})
  as_roff(text "${text}")
  string(TOUPPER "${command}" heading)
  string(APPEND page ".SH ${heading}\n${text}")
endforeach()
file(WRITE ${OUTPUT} "${page}")
