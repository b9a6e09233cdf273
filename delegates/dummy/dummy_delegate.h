// A delegate without a device. It takes the nodes of one operator, fails where
// it is told to, and writes zeros to every output of a partition. It serves
// tests of what happens around a delegate.
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
  // The operator to take, a TfLiteBuiltinOperator; any other number: none.
  int allowed_builtin_code;
  // A partition's kernel reports an error in the phase and does no more.
  bool error_during_init;
  bool error_during_prepare;
  bool error_during_invoke;
} DummyDelegateOptions;

// Takes no operator and never fails.
DummyDelegateOptions TfLiteDummyDelegateOptionsDefault(void);

// The delegate outlives the interpreters it is given to. NULL for `options`
// stands for the default ones. Deleted by TfLiteDummyDelegateDelete.
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
