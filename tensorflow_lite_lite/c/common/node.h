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

// An operator of the opaque API (operator.h), and its former name.
typedef struct TfLiteOperator TfLiteOperator;
typedef TfLiteOperator TfLiteRegistrationExternal;

// The index of an omitted optional input.
#define kTfLiteOptionalTensor (-1)

// The arrays hold tensor indices, or kTfLiteOptionalTensor.
typedef struct TfLiteNode {
  TfLiteIntArray* inputs;
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  // Scratch tensors that the kernel adds and lists during Prepare.
  TfLiteIntArray* temporaries;
  // The state that the registration's init returned.
  void* user_data;
  // Parsed options of a built-in operator (builtin_op_data.h), else NULL.
  void* builtin_data;
  // Option bytes of a custom operator.
  const void* custom_initial_data;
  int custom_initial_data_size;
  // The delegate that made this node, or NULL.
  struct TfLiteDelegate* delegate;
  // Must run even if its outputs are not used.
  bool might_have_side_effect;
} TfLiteNode;

// Which inputs may share memory with outputs; flags that can be combined.
TFL_EXTENSION typedef enum TfLiteInPlaceOp {
  kTfLiteInplaceOpNone = 0,
  // The output has the same bytes as the input.
  kTfLiteInplaceOpDataUnmodified = 1,
  // Input i may share memory with output i.
  kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput = 2,
  // Input 0, 1 or 2 may share memory with an output.
  kTfLiteInplaceOpInput0Shared = 4,
  kTfLiteInplaceOpInput1Shared = 8,
  kTfLiteInplaceOpInput2Shared = 16,
  // Keeps the enum 64 bits wide.
  kTfLiteInplaceOpMaxValue = UINT64_MAX
} TfLiteInPlaceOp;

// Number of inputs covered by the InputNShared flags.
static const int kTfLiteMaxSharableOpInputs = 3;

// An operator's code. Every function may be NULL.
typedef struct TfLiteRegistration {
  // Creates the node's user_data. `buffer` holds the `length` option bytes of a
  // custom operator; a built-in operator gets its parsed options and length 0,
  // a delegate's node a TfLiteDelegateParams. Returns TfLiteKernelInitFailed()
  // on failure.
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  // Called after each change of input shapes: checks the node, sets output
  // shapes.
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  // Text about the node for profiles; lives as long as the node.
  const char* (*profiling_string)(const TfLiteContext* context,
                                  const TfLiteNode* node);
  // A TfLiteBuiltinOperator; kTfLiteBuiltinCustom is identified by custom_name.
  int32_t builtin_code;
  const char* custom_name;
  int version;
  // The same operator in opaque form; takes precedence if not NULL.
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

// Returned by an init that failed, since NULL can be a valid result.
void* TfLiteKernelInitFailed(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_COMMON_NODE_H_
