// The CPU delegate: a plan over the whole graph for the processor. It runs
// convolutions and fully connected layers with the operators' own packed
// kernels, adds, padding and activations as part of them, chains of layers by
// strips that stay in the cache, and operators on rows, such as those of layer
// normalization, by a few rows. Only for interpreters of this library,
// whose threads it uses.
#ifndef DELEGATES_CPU_CPU_DELEGATE_H_
#define DELEGATES_CPU_CPU_DELEGATE_H_

#include <stdint.h>

#include "tensorflow_lite_lite/c/common.h"

#ifdef __cplusplus
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

extern "C" {
#endif

typedef struct CpuDelegateOptions {
  // Bytes of the results between the layers of a chain that are in use at a
  // time, for each thread. 0: no chains; each layer runs on its own.
  int64_t strip_bytes;
  // Results of fewer bytes do not make a chain: they stay in the cache anyway.
  int64_t least_value_bytes;
} CpuDelegateOptions;

CpuDelegateOptions CpuDelegateOptionsDefault(void);

// Creates a delegate, to be deleted with CpuDelegateDelete. NULL means default
// options. Interpreters of one model that share the delegate share packed
// weights. Thread-safe.
TfLiteDelegate* CpuDelegateCreate(const CpuDelegateOptions* options);

// NULL is allowed.
void CpuDelegateDelete(TfLiteDelegate* delegate);

#ifdef __cplusplus
}  // extern "C"

namespace tflite::cpu {

// What a delegate leaves to operators that it could run.
struct CpuNodeLimits {
  // Nodes of 8-bit types, but for those of tables.
  bool only_floats = false;
  // Convolutions, and what becomes part of them, from which fusion does not
  // remove a result of as many bytes; if this is not 0, FULLY_CONNECTED, too.
  int64_t least_fused_bytes = 0;
  // Tables of fewer bytes.
  int64_t least_table_bytes = 0;
  // Operators on rows, if fusion does not remove a result of as many bytes.
  int64_t least_row_bytes = 0;
  // If set, nodes with other code: the application may have its own.
  bool (*meaning_is_known)(const TfLiteRegistration&) = nullptr;
};

// CpuDelegateCreate with the options that every delegate has.
TfLiteDelegate* CreateCpuDelegate(
    const CpuDelegateOptions& options,
    const SimpleDelegateInterface::Options& common,
    const CpuNodeLimits& nodes = {});

}  // namespace tflite::cpu
#endif

#endif  // DELEGATES_CPU_CPU_DELEGATE_H_
