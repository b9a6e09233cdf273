// A library that stands, in a test, for one with copies of XNNPACK, pthreadpool
// and cpuinfo of its own. Its functions compute nothing and count their calls.
int other_copy_calls = 0;

#define DEFINE(name)    \
  long name(void) {     \
    ++other_copy_calls; \
    return 0;           \
  }
DEFINE(cpuinfo_deinitialize)
DEFINE(cpuinfo_get_core)
DEFINE(cpuinfo_get_processor)
DEFINE(cpuinfo_initialize)
DEFINE(pthreadpool_create)
DEFINE(pthreadpool_destroy)
DEFINE(pthreadpool_get_threads_count)
DEFINE(pthreadpool_parallelize_1d)
DEFINE(pthreadpool_parallelize_1d_tile_1d)
DEFINE(pthreadpool_parallelize_2d)
DEFINE(pthreadpool_parallelize_2d_tile_1d)
DEFINE(pthreadpool_parallelize_2d_tile_2d)
DEFINE(pthreadpool_parallelize_3d)
DEFINE(pthreadpool_parallelize_4d)
DEFINE(pthreadpool_parallelize_5d)
DEFINE(pthreadpool_thread_main)
DEFINE(xnn_create_add_nd_f32)
DEFINE(xnn_create_runtime_v2)
DEFINE(xnn_create_runtime_v3)
DEFINE(xnn_create_runtime_v4)
DEFINE(xnn_create_subgraph)
DEFINE(xnn_define_add2)
DEFINE(xnn_initialize)
DEFINE(xnn_invoke_runtime)
DEFINE(xnn_run_operator)
DEFINE(xnn_setup_add_nd_f32)
