#include <new>

#include "tensorflow_lite_lite/c/async/interop/types.h"

struct TfLiteBackendBuffer {
  void* ptr = nullptr;
};

struct TfLiteSynchronization {
  void* ptr = nullptr;
};

extern "C" {

TfLiteBackendBuffer* TfLiteBackendBufferCreate(void) {
  return new (std::nothrow) TfLiteBackendBuffer;
}

void TfLiteBackendBufferDelete(TfLiteBackendBuffer* buf) { delete buf; }

void TfLiteBackendBufferSetPtr(TfLiteBackendBuffer* buf, void* ptr) {
  if (buf != nullptr) buf->ptr = ptr;
}

void* TfLiteBackendBufferGetPtr(const TfLiteBackendBuffer* buf) {
  return buf == nullptr ? nullptr : buf->ptr;
}

TfLiteSynchronization* TfLiteSynchronizationCreate(void) {
  return new (std::nothrow) TfLiteSynchronization;
}

void TfLiteSynchronizationDelete(TfLiteSynchronization* sync) { delete sync; }

void TfLiteSynchronizationSetPtr(TfLiteSynchronization* sync, void* ptr) {
  if (sync != nullptr) sync->ptr = ptr;
}

void* TfLiteSynchronizationGetPtr(const TfLiteSynchronization* sync) {
  return sync == nullptr ? nullptr : sync->ptr;
}

}  // extern "C"
