// Models of c_api.h.
#include <new>
#include <utility>

#include "tensorflow_lite_lite/c_api/handles.h"

namespace {

using ::tflite::ErrorReporter;
using ::tflite::FlatBufferModel;
using ::tflite::c_api::CallbackErrorReporter;

// A model that `build` makes with the given reporter; null on failure.
template <typename Build>
TfLiteModel* Create(CallbackErrorReporter::Function reporter, void* user_data,
                    Build build) {
  auto shared = std::make_shared<tflite::c_api::ModelAndReporter>();
  if (reporter != nullptr) {
    shared->reporter =
        std::make_unique<CallbackErrorReporter>(reporter, user_data);
  }
  shared->model = build(shared->reporter.get());
  if (shared->model == nullptr) return nullptr;
  return new (std::nothrow) TfLiteModel{std::move(shared)};
}

}  // namespace

extern "C" {

TfLiteModel* TfLiteModelCreate(const void* model_data, size_t model_size) {
  return TfLiteModelCreateWithErrorReporter(model_data, model_size, nullptr,
                                            nullptr);
}

TfLiteModel* TfLiteModelCreateWithErrorReporter(
    const void* model_data, size_t model_size,
    void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data) {
  if (model_data == nullptr) return nullptr;
  return Create(reporter, user_data, [&](ErrorReporter* r) {
    return FlatBufferModel::VerifyAndBuildFromBuffer(
        static_cast<const char*>(model_data), model_size, nullptr, r);
  });
}

TfLiteModel* TfLiteModelCreateFromFile(const char* model_path) {
  return TfLiteModelCreateFromFileWithErrorReporter(model_path, nullptr,
                                                    nullptr);
}

TfLiteModel* TfLiteModelCreateFromFileWithErrorReporter(
    const char* model_path,
    void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data) {
  if (model_path == nullptr) return nullptr;
  return Create(reporter, user_data, [&](ErrorReporter* r) {
    return FlatBufferModel::VerifyAndBuildFromFile(model_path, nullptr, r);
  });
}

void TfLiteModelDelete(TfLiteModel* model) { delete model; }

}  // extern "C"
