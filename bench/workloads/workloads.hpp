// bench/workloads/workloads.hpp
//
// The objects that registry.cpp lists, each defined in the file of its name. What each measures is
// said in its summary and, where a choice needs a reason, in its file.

#pragma once

#include "workload.hpp"

namespace storh::bench {

extern workload const put_workload;
extern workload const put_fields_workload;
extern workload const put_indexed_workload;
extern workload const put_same_value_workload;
extern workload const reindex_workload;
extern workload const get_warm_workload;
extern workload const get_cold_workload;
extern workload const get_many_warm_workload;
extern workload const get_many_cold_workload;
extern workload const stream_warm_workload;
extern workload const stream_cold_workload;
extern workload const page_workload;
extern workload const verify_cold_workload;
extern workload const open_workload;
extern workload const import_memory_workload;
extern workload const stream_memory_workload;

// The same work done by plain system calls: what the rows above are compared with.
extern workload const floor_workload;
extern workload const bare_put_workload;
extern workload const bare_get_workload;
extern workload const bare_get_parse_workload;
extern workload const bare_get_cold_workload;
extern workload const bare_chains_workload;
extern workload const bare_chains_cold_workload;
extern workload const bare_page_workload;

}  // namespace storh::bench
