# Warnings belong to our own targets in our own builds. They reach neither those who take storh by
# add_subdirectory nor those who link an installed one; only presets turn them into errors.

add_library(storh_warnings INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(storh_warnings INTERFACE
        -Wall -Wextra -Wconversion -Wshadow -Wpedantic)
endif()

# storh_add_program(NAME SOURCE...): a program of ours that links the library. It shares the
# library's precompiled header where both are compiled with the same code model.
function(storh_add_program name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE storh::storh storh_warnings)
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
    if(NOT BUILD_SHARED_LIBS AND NOT CMAKE_POSITION_INDEPENDENT_CODE)
        target_precompile_headers(${name} REUSE_FROM storh)
    endif()
endfunction()
