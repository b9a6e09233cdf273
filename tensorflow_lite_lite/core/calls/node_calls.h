#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_NODE_CALLS_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_NODE_CALLS_H_

#include <cstddef>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Functions that call an operator in the form in which it was registered:
// classic, or opaque with TfLiteRegistration::registration_external, which
// takes precedence.

// Sets node->user_data. Returns false if the operator fails.
bool InitNode(TfLiteContext* context, const TfLiteRegistration& registration,
              const char* buffer, size_t length, TfLiteNode* node);
// Reverts a successful InitNode and sets user_data to null.
void FreeNode(TfLiteContext* context, const TfLiteRegistration& registration,
              TfLiteNode* node);
// Returns kTfLiteOk if the operator has no such function.
TfLiteStatus PrepareNode(TfLiteContext* context,
                         const TfLiteRegistration& registration,
                         TfLiteNode* node);
// Returns kTfLiteError if the operator has no such function.
TfLiteStatus InvokeNode(TfLiteContext* context,
                        const TfLiteRegistration& registration,
                        TfLiteNode* node);

// Returns for example "CONV_2D", the name of a custom operator, or "DELEGATE"
// for a delegate's node without a name. Valid as long as the registration.
const char* OpName(const TfLiteRegistration& registration);

}  // namespace tflite::core

namespace tflite {

// Creates a placeholder for a custom operator that the resolver does not have.
// It fails in Prepare unless a delegate takes the node. `custom_op_name` must
// outlive it.
TfLiteRegistration CreateUnresolvedCustomOp(const char* custom_op_name);
bool IsUnresolvedCustomOp(const TfLiteRegistration& registration);

// Returns the schema's name, followed by the name of a custom operator if there
// is one: "CUSTOM Atan".
std::string GetOpNameByRegistration(const TfLiteRegistration& registration);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_NODE_CALLS_H_
