#ifndef TENSORFLOW_LITE_LITE_C_API_OPAQUE_CASTS_H_
#define TENSORFLOW_LITE_LITE_C_API_OPAQUE_CASTS_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::c_api {

// Opaque handles are pointers to the classic structs; only these casts depend
// on that. Null stays null.
inline TfLiteTensor* Classic(TfLiteOpaqueTensor* tensor) {
  return reinterpret_cast<TfLiteTensor*>(tensor);
}
inline const TfLiteTensor* Classic(const TfLiteOpaqueTensor* tensor) {
  return reinterpret_cast<const TfLiteTensor*>(tensor);
}
inline TfLiteNode* Classic(TfLiteOpaqueNode* node) {
  return reinterpret_cast<TfLiteNode*>(node);
}
inline const TfLiteNode* Classic(const TfLiteOpaqueNode* node) {
  return reinterpret_cast<const TfLiteNode*>(node);
}
inline TfLiteContext* Classic(TfLiteOpaqueContext* context) {
  return reinterpret_cast<TfLiteContext*>(context);
}
inline const TfLiteContext* Classic(const TfLiteOpaqueContext* context) {
  return reinterpret_cast<const TfLiteContext*>(context);
}

inline TfLiteOpaqueTensor* Opaque(TfLiteTensor* tensor) {
  return reinterpret_cast<TfLiteOpaqueTensor*>(tensor);
}
inline TfLiteOpaqueNode* Opaque(TfLiteNode* node) {
  return reinterpret_cast<TfLiteOpaqueNode*>(node);
}
inline TfLiteOpaqueContext* Opaque(TfLiteContext* context) {
  return reinterpret_cast<TfLiteOpaqueContext*>(context);
}

}  // namespace tflite::c_api

#endif  // TENSORFLOW_LITE_LITE_C_API_OPAQUE_CASTS_H_
