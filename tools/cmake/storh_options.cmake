# What is built. A project that takes storh by add_subdirectory gets the library alone.

option(BUILD_SHARED_LIBS "Build storh as a shared library" OFF)
option(STORH_BUILD_TESTS "Build the tests of storh" ${PROJECT_IS_TOP_LEVEL})
option(STORH_BUILD_BENCH "Build the program storh-bench" ${PROJECT_IS_TOP_LEVEL})
option(STORH_BUILD_TOOLS "Build the program storh" ${PROJECT_IS_TOP_LEVEL})
option(STORH_BUILD_FUZZ "Build the fuzz targets (clang, preset fuzz)" OFF)
option(STORH_INSTALL "Make install rules for storh" ${PROJECT_IS_TOP_LEVEL})

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
    endif()
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

    # ccache refuses precompiled headers unless it may trust their time stamps and macros.
    find_program(STORH_CCACHE ccache)
    mark_as_advanced(STORH_CCACHE)
    if(STORH_CCACHE AND (NOT CMAKE_CXX_COMPILER_LAUNCHER
            OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "(^|/)ccache$"))
        set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
            CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
            "${STORH_CCACHE}")
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            add_compile_options(-fpch-preprocess)
        elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
            set(CMAKE_PCH_INSTANTIATE_TEMPLATES ON)
            add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
endif()
