// A shared library of operators that programs load at run time: it exports
// tfll_register_custom_ops(), and nothing of the program needs to be rebuilt.
//
//   TfLiteStatus tfll_register_custom_ops(TfllCustomOpRegistry* registry) {
//     static const TfLiteRegistration kAtan = {Init, Free, Prepare, Invoke};
//     registry->add_registration(registry, "Atan", &kAtan, 1, 1);
//     return kTfLiteOk;
//   }
//
// An operator of the opaque API takes its functions (TfLiteOperatorCreate …)
// from the program, which exports them: the tools, the Python package, and
// whatever links libtensorflowlite_c.so.
#ifndef TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_REGISTRY_H_
#define TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_REGISTRY_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

// The one exported function's name.
#define TFLL_REGISTER_CUSTOM_OPS "tfll_register_custom_ops"

// Where a library adds its operators; valid during the call. Fields may be
// added at the end: `size`, the bytes of the program's structure, tells which
// are there.
typedef struct TfllCustomOpRegistry {
  uint32_t size;
  uint32_t version;  // 1
  void* data;        // the program's own

  // Adds a custom operator under `name` for versions first to last, both
  // included. `registration` is copied; the library stays loaded until the
  // process ends.
  void (*add_registration)(struct TfllCustomOpRegistry* registry,
                           const char* name,
                           const TfLiteRegistration* registration,
                           int first_version, int last_version);
  // Adds an operator of the opaque API under its own name, or in place of the
  // builtin one of its code, for versions first to last. It is not copied and
  // must exist until the process ends.
  void (*add_operator)(struct TfllCustomOpRegistry* registry,
                       const TfLiteOperator* op, int first_version,
                       int last_version);
  // What to tell the user when the function returns an error.
  void (*report_error)(struct TfllCustomOpRegistry* registry,
                       const char* message);
} TfllCustomOpRegistry;

typedef TfLiteStatus (*TfllRegisterCustomOpsFunction)(
    TfllCustomOpRegistry* registry);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_CUSTOM_OPS_CUSTOM_OP_REGISTRY_H_
