#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_NODE_CALLS_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_NODE_CALLS_H_

#include <cstddef>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Calls of an operator's code in whichever form it was registered: classic, or
// opaque by TfLiteRegistration::registration_external, which takes precedence.

// Sets node->user_data. False when the operator says that it failed.
bool InitNode(TfLiteContext* context, const TfLiteRegistration& registration,
              const char* buffer, size_t length, TfLiteNode* node);
// Undoes a successful InitNode; user_data becomes null.
void FreeNode(TfLiteContext* context, const TfLiteRegistration& registration,
              TfLiteNode* node);
// kTfLiteOk where the operator has no such function.
TfLiteStatus PrepareNode(TfLiteContext* context,
                         const TfLiteRegistration& registration,
                         TfLiteNode* node);
// kTfLiteError where the operator has no such function.
TfLiteStatus InvokeNode(TfLiteContext* context,
                        const TfLiteRegistration& registration,
                        TfLiteNode* node);

// "CONV_2D"; a custom operator's own name; "DELEGATE" where a delegate's node
// has none. Lives as long as the registration.
const char* OpName(const TfLiteRegistration& registration);

}  // namespace tflite::core

namespace tflite {

// A registration that stands for a custom operator the resolver does not have:
// it fails when it is prepared, unless a delegate takes the node. `name` must
// outlive it.
TfLiteRegistration CreateUnresolvedCustomOp(const char* custom_op_name);
bool IsUnresolvedCustomOp(const TfLiteRegistration& registration);

// The schema's name, followed by the custom name where there is one:
// "CUSTOM Atan".
std::string GetOpNameByRegistration(const TfLiteRegistration& registration);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_NODE_CALLS_H_
