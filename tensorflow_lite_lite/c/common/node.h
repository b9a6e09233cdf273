// TfLiteNode and TfLiteRegistration: an operation in a graph and the code that
// runs it. Included by common.h.
#ifndef TENSORFLOW_LITE_LITE_C_COMMON_NODE_H_
#define TENSORFLOW_LITE_LITE_C_COMMON_NODE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow_lite_lite/c/common/context.h"

#ifdef __cplusplus
extern "C" {
#endif

struct TfLiteAsyncKernel;

// An operator of the opaque API (operator.h), and its name in older releases.
typedef struct TfLiteOperator TfLiteOperator;
typedef TfLiteOperator TfLiteRegistrationExternal;

// The index that stands for an optional input left out.
#define kTfLiteOptionalTensor (-1)

// The arrays hold tensor indices, or kTfLiteOptionalTensor.
typedef struct TfLiteNode {
  TfLiteIntArray* inputs;
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  // Scratch tensors that the kernel adds and lists while preparing.
  TfLiteIntArray* temporaries;
  // What the registration's init returned.
  void* user_data;
  // Parsed options of a built-in operator (builtin_op_data.h), else NULL.
  void* builtin_data;
  // Option bytes of a custom operator.
  const void* custom_initial_data;
  int custom_initial_data_size;
  // The delegate that made this node, or NULL.
  struct TfLiteDelegate* delegate;
  // Must run even where its outputs are not used.
  bool might_have_side_effect;
} TfLiteNode;

// Which inputs may share memory with outputs; flags that can be combined.
TFL_EXTENSION typedef enum TfLiteInPlaceOp {
  kTfLiteInplaceOpNone = 0,
  // The output has the bytes of the input.
  kTfLiteInplaceOpDataUnmodified = 1,
  // Input i may share with output i.
  kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput = 2,
  // Input 0, 1 or 2 may share with an output.
  kTfLiteInplaceOpInput0Shared = 4,
  kTfLiteInplaceOpInput1Shared = 8,
  kTfLiteInplaceOpInput2Shared = 16,
  // Keeps the enum 64 bits wide.
  kTfLiteInplaceOpMaxValue = UINT64_MAX
} TfLiteInPlaceOp;

// Number of inputs that the InputNShared flags cover.
static const int kTfLiteMaxSharableOpInputs = 3;

// An operator's code. Every function may be NULL.
typedef struct TfLiteRegistration {
  // Makes the node's user_data. `buffer` holds the `length` option bytes of a
  // custom operator; a built-in gets its parsed options and length 0, a
  // delegate's node a TfLiteDelegateParams. TfLiteKernelInitFailed() = failed.
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  // After each change of input shapes: checks, and sets the output shapes.
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  // Text about the node for profiles; lives as long as the node.
  const char* (*profiling_string)(const TfLiteContext* context,
                                  const TfLiteNode* node);
  // A TfLiteBuiltinOperator; kTfLiteBuiltinCustom goes by custom_name.
  int32_t builtin_code;
  const char* custom_name;
  int version;
  // The same operator in the opaque form; takes precedence if not NULL.
  TfLiteOperator* registration_external;
  // Asynchronous form of a delegate's kernel.
  struct TfLiteAsyncKernel* (*async_kernel)(TfLiteContext* context,
                                            TfLiteNode* node);
  // TfLiteInPlaceOp flags.
  uint64_t inplace_operator;
} TfLiteRegistration;

// Shorter layouts of earlier releases, each a prefix of the next.
typedef struct TfLiteRegistration_V3 {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const TfLiteContext* context,
                                  const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
  TfLiteOperator* registration_external;
  struct TfLiteAsyncKernel* (*async_kernel)(TfLiteContext* context,
                                            TfLiteNode* node);
} TfLiteRegistration_V3;

typedef struct TfLiteRegistration_V2 {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const TfLiteContext* context,
                                  const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
  TfLiteOperator* registration_external;
} TfLiteRegistration_V2;

typedef struct TfLiteRegistration_V1 {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const TfLiteContext* context,
                                  const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
} TfLiteRegistration_V1;

// What init returns when it failed, where NULL would be a valid result.
void* TfLiteKernelInitFailed(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_NODE_H_
