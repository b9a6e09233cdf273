#include <memory>
#include <string>

#include "tools/evaluation/mlperf/backend.h"
#include "tools/evaluation/mlperf/backend_api.h"
#include "tools/evaluation/mlperf/settings.h"
#include "tools/logging.h"

namespace {

using tflite::base::Status;
using tflite::base::StatusOr;
using tflite::mlperf::Backend;
using tflite::mlperf::BackendConfig;

mlperf_status_t Report(const Status& status) {
  if (status.ok()) return MLPERF_SUCCESS;
  TFLITE_LOG(ERROR) << "MLPerf backend: " << status.message();
  return MLPERF_FAILURE;
}

// Calls `function` with the backend; null, as a failed creation returns it, is
// an error.
template <typename Result, typename Function>
Result With(mlperf_backend_ptr_t backend, Result otherwise,
            const Function& function) {
  if (backend != nullptr) return function(static_cast<Backend*>(backend));
  Report(tflite::base::Invalid("the backend is null"));
  return otherwise;
}

std::string TextOf(const char* text) { return text == nullptr ? "" : text; }

BackendConfig ConfigOf(const mlperf_backend_configuration_t* given,
                       const char* native_lib_path) {
  BackendConfig config;
  config.native_lib_path = TextOf(native_lib_path);
  if (given == nullptr) return config;
  config.delegate = TextOf(given->delegate_selected);
  config.batch_size = given->batch_size;
  for (int i = 0; i < given->count && i < 256; ++i) {
    config.keys.emplace_back(TextOf(given->keys[i]), TextOf(given->values[i]));
  }
  return config;
}

mlperf_data_t TypeAt(mlperf_backend_ptr_t backend, int32_t i,
                     int (Backend::*count)() const,
                     mlperf_data_t (Backend::*type)(int) const,
                     const char* what) {
  const mlperf_data_t none = {mlperf_data_t::Float32, 0};
  return With(backend, none, [&](Backend* b) {
    if (i >= 0 && i < (b->*count)()) return (b->*type)(i);
    Report(tflite::base::Invalid("the model has no ", what, " ", i));
    return none;
  });
}

}  // namespace

extern "C" {

bool mlperf_backend_matches_hardware(const char** not_allowed_message,
                                     const char** settings,
                                     const mlperf_device_info_t*) {
  static const std::string text = tflite::mlperf::BackendSettings();
  if (not_allowed_message != nullptr) *not_allowed_message = nullptr;
  if (settings != nullptr) *settings = text.c_str();
  return true;
}

mlperf_backend_ptr_t mlperf_backend_create(
    const char* model_path, mlperf_backend_configuration_t* configs,
    const char* native_lib_path) {
  StatusOr<std::unique_ptr<Backend>> backend =
      Backend::Create(TextOf(model_path), ConfigOf(configs, native_lib_path));
  if (!backend.ok()) {
    Report(backend.status());
    return nullptr;
  }
  return backend->release();
}

void mlperf_backend_delete(mlperf_backend_ptr_t backend) {
  delete static_cast<Backend*>(backend);
}

const char* mlperf_backend_vendor_name(mlperf_backend_ptr_t) {
  return "tensorflow_lite_lite";
}

const char* mlperf_backend_accelerator_name(mlperf_backend_ptr_t backend) {
  return With(backend, "", [](Backend* b) { return b->accelerator().c_str(); });
}

const char* mlperf_backend_name(mlperf_backend_ptr_t backend) {
  return With(backend, "", [](Backend* b) { return b->name().c_str(); });
}

int32_t mlperf_backend_get_input_count(mlperf_backend_ptr_t backend) {
  return With(backend, 0, [](Backend* b) { return b->num_inputs(); });
}

int32_t mlperf_backend_get_output_count(mlperf_backend_ptr_t backend) {
  return With(backend, 0, [](Backend* b) { return b->num_outputs(); });
}

mlperf_data_t mlperf_backend_get_input_type(mlperf_backend_ptr_t backend,
                                            int32_t i) {
  return TypeAt(backend, i, &Backend::num_inputs, &Backend::input_type,
                "input");
}

mlperf_data_t mlperf_backend_get_output_type(mlperf_backend_ptr_t backend,
                                             int32_t i) {
  return TypeAt(backend, i, &Backend::num_outputs, &Backend::output_type,
                "output");
}

mlperf_status_t mlperf_backend_set_input(mlperf_backend_ptr_t backend,
                                         int32_t batch_index, int32_t i,
                                         void* data) {
  return With(backend, MLPERF_FAILURE, [&](Backend* b) {
    return Report(b->SetInput(batch_index, i, data));
  });
}

mlperf_status_t mlperf_backend_issue_query(mlperf_backend_ptr_t backend,
                                           ft_callback, void*) {
  return With(backend, MLPERF_FAILURE,
              [](Backend* b) { return Report(b->Run()); });
}

mlperf_status_t mlperf_backend_get_output(mlperf_backend_ptr_t backend,
                                          uint32_t batch_index, int32_t i,
                                          void** data) {
  if (data == nullptr) {
    return Report(tflite::base::Invalid("there is no place for output ", i));
  }
  *data = nullptr;
  return With(backend, MLPERF_FAILURE, [&](Backend* b) {
    const StatusOr<void*> output = b->Output(batch_index, i);
    if (output.ok()) *data = *output;
    return Report(output.status());
  });
}

mlperf_status_t mlperf_backend_flush_queries(mlperf_backend_ptr_t backend) {
  return With(backend, MLPERF_FAILURE, [](Backend* b) {
    b->Flush();
    return MLPERF_SUCCESS;
  });
}

}  // extern "C"
