// storh/storh.hpp
//
// Everything public at once.

#pragma once

#include <storh/condition.hpp>
#include <storh/doc_store.hpp>
#include <storh/engine.hpp>
#include <storh/error.hpp>
#include <storh/index.hpp>
#include <storh/index_set.hpp>
#include <storh/inserter.hpp>
#include <storh/json.hpp>
#include <storh/jsonl.hpp>
#include <storh/options.hpp>
#include <storh/progress.hpp>
#include <storh/put_row.hpp>
#include <storh/query.hpp>
#include <storh/query_plan.hpp>
#include <storh/record.hpp>
#include <storh/record_query.hpp>
#include <storh/record_stream.hpp>
#include <storh/schema.hpp>
#include <storh/storage_root.hpp>
#include <storh/store_stats.hpp>
#include <storh/upkeep.hpp>
#include <storh/uuid_v7.hpp>
#include <storh/version.hpp>
