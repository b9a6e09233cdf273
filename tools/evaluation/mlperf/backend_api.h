// The C interface that MLPerf Mobile's app and command-line driver load from a
// backend's shared library. Names, types and order of calls are MLPerf's.
//
// Threading: one thread at a time for each backend. Errors: MLPERF_FAILURE, or
// null from mlperf_backend_create, after a line on standard error that names
// the model, tensor or key. A null backend is an error, too.
#ifndef TOOLS_EVALUATION_MLPERF_BACKEND_API_H_
#define TOOLS_EVALUATION_MLPERF_BACKEND_API_H_

#include <cstddef>
#include <cstdint>

extern "C" {

typedef void* mlperf_backend_ptr_t;

typedef enum {
  MLPERF_SUCCESS = 0,
  MLPERF_FAILURE = 1,
} mlperf_status_t;

typedef struct {
  enum Type {
    Float32 = 0,
    Uint8 = 1,
    Int8 = 2,
    Float16 = 3,
    Int32 = 4,
    Int64 = 5,
  } type;
  int64_t size;  // elements of one sample
} mlperf_data_t;

// The driver's; it and its strings outlive the backend. Strings may be null,
// batch_size 0.
typedef struct {
  const char* delegate_selected;
  const char* accelerator;
  const char* accelerator_desc;
  uint32_t batch_size;
  int count;  // of keys and values
  const char* keys[256];
  const char* values[256];
} mlperf_backend_configuration_t;

typedef struct {
  const char* model;
  const char* manufacturer;
  const char* native_lib_path;
} mlperf_device_info_t;

typedef void (*ft_callback)(void* context);

// Always true, without a message. *settings becomes a BackendSetting in text
// format that offers the delegates whose devices this machine has; it stays
// valid, as the library stays in memory when it is closed.
bool mlperf_backend_matches_hardware(const char** not_allowed_message,
                                     const char** settings,
                                     const mlperf_device_info_t* device_info);

// Loads the model and runs it once. `native_lib_path` is the folder with the
// DSP's libraries; it may be null or empty.
mlperf_backend_ptr_t mlperf_backend_create(
    const char* model_path, mlperf_backend_configuration_t* configs,
    const char* native_lib_path);
void mlperf_backend_delete(mlperf_backend_ptr_t backend);

// Valid until mlperf_backend_delete.
const char* mlperf_backend_vendor_name(mlperf_backend_ptr_t backend);
const char* mlperf_backend_accelerator_name(mlperf_backend_ptr_t backend);
const char* mlperf_backend_name(mlperf_backend_ptr_t backend);

int32_t mlperf_backend_get_input_count(mlperf_backend_ptr_t backend);
int32_t mlperf_backend_get_output_count(mlperf_backend_ptr_t backend);
// The model's tensors; {Float32, 0} for an index out of range.
mlperf_data_t mlperf_backend_get_input_type(mlperf_backend_ptr_t backend,
                                            int32_t i);
mlperf_data_t mlperf_backend_get_output_type(mlperf_backend_ptr_t backend,
                                             int32_t i);

// `data` is the caller's and is read in the next issue_query.
mlperf_status_t mlperf_backend_set_input(mlperf_backend_ptr_t backend,
                                         int32_t batch_index, int32_t i,
                                         void* data);
// Runs each sample of the batch, one after another. All inputs of all samples
// must have been set. `callback` is for language models, and is not called.
mlperf_status_t mlperf_backend_issue_query(mlperf_backend_ptr_t backend,
                                           ft_callback callback, void* context);
// *data is the backend's, valid until the next issue_query or flush_queries.
mlperf_status_t mlperf_backend_get_output(mlperf_backend_ptr_t backend,
                                          uint32_t batch_index, int32_t i,
                                          void** data);
mlperf_status_t mlperf_backend_flush_queries(mlperf_backend_ptr_t backend);

}  // extern "C"

#endif  // TOOLS_EVALUATION_MLPERF_BACKEND_API_H_
