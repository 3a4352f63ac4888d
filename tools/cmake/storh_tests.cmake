# storh_add_test_program(NAME LABEL label [BACKENDS backend...] SOURCES file...)
#
# Makes one Boost.Test program of the files, and one ctest entry of each file x_test.cpp: the suite
# x_suite (check_sources sees to it that the file has this suite and no other). With BACKENDS each
# suite is run once per backend, told by the environment variable STORH_BACKEND.
function(storh_add_test_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES;BACKENDS")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE storh_test_support)
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)

    foreach(source IN LISTS arg_SOURCES)
        if(NOT source MATCHES "([^/]+)_test\\.cpp$")
            continue()
        endif()
        set(unit "${CMAKE_MATCH_1}")
        if(arg_BACKENDS)
            foreach(backend IN LISTS arg_BACKENDS)
                storh_add_suite(${name} ${arg_LABEL} ${unit} "${arg_LABEL}.${backend}.${unit}")
                set_property(TEST "${arg_LABEL}.${backend}.${unit}"
                    PROPERTY ENVIRONMENT "STORH_BACKEND=${backend}")
            endforeach()
        else()
            storh_add_suite(${name} ${arg_LABEL} ${unit} "${arg_LABEL}.${unit}")
        endif()
    endforeach()
endfunction()

function(storh_add_suite program label unit test)
    add_test(NAME "${test}" COMMAND ${program} --run_test=${unit}_suite --report_level=short)
    set_tests_properties("${test}" PROPERTIES LABELS ${label} TIMEOUT 300)
endfunction()
