// A delegate without a device, for tests of the code around delegates. It takes
// the nodes of one operator, fails on request, and writes zeros to all outputs
// of a partition.
#ifndef DELEGATES_DUMMY_DUMMY_DELEGATE_H_
#define DELEGATES_DUMMY_DUMMY_DELEGATE_H_

#include <stdbool.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
#include <memory>

#include "tensorflow_lite_lite/delegate/simple_delegate.h"

extern "C" {
#endif

typedef struct DummyDelegateOptions {
  // The operator to take, a TfLiteBuiltinOperator. With any other number, no
  // node is taken.
  int allowed_builtin_code;
  // The kernel of a partition fails in this phase with an error message.
  bool error_during_init;
  bool error_during_prepare;
  bool error_during_invoke;
} DummyDelegateOptions;

// Takes no operator and never fails.
DummyDelegateOptions TfLiteDummyDelegateOptionsDefault(void);

// Creates a delegate, to be deleted with TfLiteDummyDelegateDelete. It must
// outlive the interpreters to which it is applied. NULL means default options.
TfLiteDelegate* TfLiteDummyDelegateCreate(const DummyDelegateOptions* options);

// NULL is allowed.
void TfLiteDummyDelegateDelete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"

inline std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>
TfLiteDummyDelegateCreateUnique(const DummyDelegateOptions* options) {
  return std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>(
      TfLiteDummyDelegateCreate(options), TfLiteDummyDelegateDelete);
}

namespace tflite::dummy {

// TfLiteDummyDelegateCreate with the options that every delegate has.
TfLiteDelegate* CreateDummyDelegate(
    const DummyDelegateOptions& options,
    const SimpleDelegateInterface::Options& common);

}  // namespace tflite::dummy
#endif

#endif  // DELEGATES_DUMMY_DUMMY_DELEGATE_H_
