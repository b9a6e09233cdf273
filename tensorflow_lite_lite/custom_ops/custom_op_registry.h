// A shared library of operators that programs load at run time. It exports
// tfll_register_custom_ops(); the program need not be rebuilt.
//
//   TfLiteStatus tfll_register_custom_ops(TfllCustomOpRegistry* registry) {
//     static const TfLiteRegistration kAtan = {Init, Free, Prepare, Invoke};
//     registry->add_registration(registry, "Atan", &kAtan, 1, 1);
//     return kTfLiteOk;
//   }
//
// Operators of the opaque API use functions (TfLiteOperatorCreate …) that the
// program exports: the tools, the Python package, and programs that link
// libtensorflowlite_c.so do.
#ifndef TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_REGISTRY_H_
#define TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_REGISTRY_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

// Name of the exported function.
#define TFLL_REGISTER_CUSTOM_OPS "tfll_register_custom_ops"

// Receives a library's operators; valid during the call. Fields may be added at
// the end: `size`, the size of the program's structure in bytes, tells which
// exist.
typedef struct TfllCustomOpRegistry {
  uint32_t size;
  uint32_t version;  // 1
  void* data;        // private to the program

  // Adds a custom operator under `name` for versions first to last, both
  // included. `registration` is copied; the library stays loaded until the
  // process ends.
  void (*add_registration)(struct TfllCustomOpRegistry* registry,
                           const char* name,
                           const TfLiteRegistration* registration,
                           int first_version, int last_version);
  // Adds an operator of the opaque API under its own name, or replaces the
  // built-in operator with its code, for versions first to last. It is not
  // copied and must exist until the process ends.
  void (*add_operator)(struct TfllCustomOpRegistry* registry,
                       const TfLiteOperator* op, int first_version,
                       int last_version);
  // The message for the user if the function returns an error.
  void (*report_error)(struct TfllCustomOpRegistry* registry,
                       const char* message);
} TfllCustomOpRegistry;

typedef TfLiteStatus (*TfllRegisterCustomOpsFunction)(
    TfllCustomOpRegistry* registry);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_REGISTRY_H_
