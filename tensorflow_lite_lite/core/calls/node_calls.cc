#include "tensorflow_lite_lite/core/calls/node_calls.h"

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite {
namespace {

TfLiteOpaqueContext* Opaque(TfLiteContext* context) {
  return reinterpret_cast<TfLiteOpaqueContext*>(context);
}
TfLiteOpaqueNode* Opaque(TfLiteNode* node) {
  return reinterpret_cast<TfLiteOpaqueNode*>(node);
}

const char* BuiltinOpName(int code) {
  return BuiltinOperatorName(static_cast<BuiltinOperator>(code));
}

TfLiteStatus InvokeUnresolved(TfLiteContext* context, TfLiteNode*) {
  context->ReportError(context,
                       "Encountered an unresolved custom op. Did you miss a "
                       "custom op or delegate?");
  return kTfLiteError;
}

}  // namespace
}  // namespace tflite

namespace tflite::core {

bool InitNode(TfLiteContext* context, const TfLiteRegistration& registration,
              const char* buffer, size_t length, TfLiteNode* node) {
  node->user_data = nullptr;
  void* data = nullptr;
  if (TfLiteOperator* op = registration.registration_external) {
    if (op->init_with_data != nullptr) {
      data = op->init_with_data(op->user_data, Opaque(context), buffer, length);
    } else if (op->init != nullptr) {
      data = op->init(Opaque(context), buffer, length);
    }
  } else if (registration.init != nullptr) {
    data = registration.init(context, buffer, length);
  }
  if (data == TfLiteKernelInitFailed()) return false;
  node->user_data = data;
  return true;
}

void FreeNode(TfLiteContext* context, const TfLiteRegistration& registration,
              TfLiteNode* node) {
  void* data = node->user_data;
  node->user_data = nullptr;
  if (data == nullptr) return;
  if (TfLiteOperator* op = registration.registration_external) {
    if (op->free_with_data != nullptr) {
      op->free_with_data(op->user_data, Opaque(context), data);
    } else if (op->free != nullptr) {
      op->free(Opaque(context), data);
    }
  } else if (registration.free != nullptr) {
    registration.free(context, data);
  }
}

TfLiteStatus PrepareNode(TfLiteContext* context,
                         const TfLiteRegistration& registration,
                         TfLiteNode* node) {
  if (TfLiteOperator* op = registration.registration_external) {
    if (op->prepare_with_data != nullptr) {
      return op->prepare_with_data(op->user_data, Opaque(context),
                                   Opaque(node));
    }
    return op->prepare == nullptr ? kTfLiteOk
                                  : op->prepare(Opaque(context), Opaque(node));
  }
  return registration.prepare == nullptr ? kTfLiteOk
                                         : registration.prepare(context, node);
}

TfLiteStatus InvokeNode(TfLiteContext* context,
                        const TfLiteRegistration& registration,
                        TfLiteNode* node) {
  if (TfLiteOperator* op = registration.registration_external) {
    if (op->invoke_with_data != nullptr) {
      return op->invoke_with_data(op->user_data, Opaque(context), Opaque(node));
    }
    return op->invoke == nullptr ? kTfLiteError
                                 : op->invoke(Opaque(context), Opaque(node));
  }
  return registration.invoke == nullptr ? kTfLiteError
                                        : registration.invoke(context, node);
}

const char* OpName(const TfLiteRegistration& registration) {
  int code = registration.builtin_code;
  const char* custom_name = registration.custom_name;
  if (const TfLiteOperator* op = registration.registration_external) {
    if (custom_name == nullptr) custom_name = op->custom_name;
    if (code == 0) code = op->builtin_code;
  }
  if (code == kTfLiteBuiltinCustom || code == kTfLiteBuiltinDelegate) {
    if (custom_name != nullptr) return custom_name;
    return code == kTfLiteBuiltinDelegate ? "DELEGATE" : "UnknownCustomOp";
  }
  return BuiltinOpName(code);
}

}  // namespace tflite::core

namespace tflite {

TfLiteRegistration CreateUnresolvedCustomOp(const char* custom_op_name) {
  TfLiteRegistration registration{};
  registration.invoke = InvokeUnresolved;
  registration.builtin_code = kTfLiteBuiltinCustom;
  registration.custom_name = custom_op_name;
  registration.version = 1;
  return registration;
}

bool IsUnresolvedCustomOp(const TfLiteRegistration& registration) {
  return registration.registration_external == nullptr &&
         registration.builtin_code == kTfLiteBuiltinCustom &&
         registration.invoke == &InvokeUnresolved;
}

std::string GetOpNameByRegistration(const TfLiteRegistration& registration) {
  const int code = registration.builtin_code;
  std::string name = BuiltinOpName(code);
  if ((code == kTfLiteBuiltinCustom || code == kTfLiteBuiltinDelegate) &&
      registration.custom_name != nullptr) {
    name += " " + std::string(registration.custom_name);
  }
  return name;
}

}  // namespace tflite
