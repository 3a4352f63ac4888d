// The precompiled header of every test program: the engine's, and the test framework.
#pragma once

#include "pch.hpp"

#include <boost/test/unit_test.hpp>
