// A delegate as a vendor writes one for TensorFlow Lite: its headers and labels
// are upstream's, and it is independent of the runtime it is built with.
#ifndef EXAMPLES_VENDOR_DELEGATE_MY_DELEGATE_H_
#define EXAMPLES_VENDOR_DELEGATE_MY_DELEGATE_H_

#include <memory>

#include "tensorflow/lite/c/common.h"

extern "C" {

typedef struct MyDelegateOptions {
  // 0: additions and subtractions; 1: only additions.
  int additions_only;
} MyDelegateOptions;

MyDelegateOptions TfLiteMyDelegateOptionsDefault();

// Computes ADD and SUB of float32 tensors of equal shape. Null options mean the
// defaults.
TfLiteDelegate* TfLiteMyDelegateCreate(const MyDelegateOptions* options);
void TfLiteMyDelegateDelete(TfLiteDelegate* delegate);

}  // extern "C"

inline std::unique_ptr<TfLiteDelegate, decltype(&TfLiteMyDelegateDelete)>
TfLiteMyDelegateCreateUnique(const MyDelegateOptions* options) {
  return {TfLiteMyDelegateCreate(options), TfLiteMyDelegateDelete};
}

#endif  // EXAMPLES_VENDOR_DELEGATE_MY_DELEGATE_H_
