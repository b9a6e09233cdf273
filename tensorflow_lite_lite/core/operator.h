#ifndef TENSORFLOW_LITE_LITE_CORE_OPERATOR_H_
#define TENSORFLOW_LITE_LITE_CORE_OPERATOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

// An operator of the opaque API, created by TfLiteOperatorCreate and deleted by
// TfLiteOperatorDelete. A function with user data takes precedence over the one
// without. Every instance is in the live set from construction to destruction.
struct TfLiteOperator {
  TfLiteOperator(int32_t code, const char* name, int op_version, void* data);
  ~TfLiteOperator();
  TfLiteOperator(const TfLiteOperator&) = delete;
  TfLiteOperator& operator=(const TfLiteOperator&) = delete;

  int32_t builtin_code;  // TfLiteBuiltinOperator
  // Null for a built-in operator; otherwise points into custom_name_storage.
  const char* custom_name;
  int version;
  void* user_data;

  void* (*init)(TfLiteOpaqueContext*, const char* buffer,
                size_t length) = nullptr;
  void (*free)(TfLiteOpaqueContext*, void* buffer) = nullptr;
  TfLiteStatus (*prepare)(TfLiteOpaqueContext*, TfLiteOpaqueNode*) = nullptr;
  TfLiteStatus (*invoke)(TfLiteOpaqueContext*, TfLiteOpaqueNode*) = nullptr;
  TfLiteAsyncKernel* (*async_kernel)(TfLiteOpaqueContext*,
                                     TfLiteOpaqueNode*) = nullptr;

  void* (*init_with_data)(void* user_data, TfLiteOpaqueContext*,
                          const char* buffer, size_t length) = nullptr;
  void (*free_with_data)(void* user_data, TfLiteOpaqueContext*,
                         void* buffer) = nullptr;
  TfLiteStatus (*prepare_with_data)(void* user_data, TfLiteOpaqueContext*,
                                    TfLiteOpaqueNode*) = nullptr;
  TfLiteStatus (*invoke_with_data)(void* user_data, TfLiteOpaqueContext*,
                                   TfLiteOpaqueNode*) = nullptr;
  TfLiteAsyncKernel* (*async_kernel_with_data)(void* user_data,
                                               TfLiteOpaqueContext*,
                                               TfLiteOpaqueNode*) = nullptr;

  uint64_t inplace_operator = 0;  // TfLiteInPlaceOp flags
  std::string custom_name_storage;
};

namespace tflite::core {

// Returns true if `op` is an operator of this library that has not been
// deleted. Never reads `*op`, so any pointer value is safe. Thread-safe.
bool IsLiveOperator(const TfLiteOperator* op);

// Transfers ownership of a live operator to the holders of the result. Repeated
// calls share one ownership, across graphs and interpreters. Returns null if
// the operator is not live. Thread-safe.
std::shared_ptr<TfLiteOperator> AdoptOperator(TfLiteOperator* op);

// Deletes a live operator, unless it has owners: the last of them deletes it.
// Thread-safe.
void DeleteOperator(TfLiteOperator* op);

// Returns a registration that runs `op`, which must outlive it.
TfLiteRegistration RegistrationFor(TfLiteOperator* op);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_OPERATOR_H_
