// Handles and enums of the asynchronous API.
#ifndef TENSORFLOW_LITE_LITE_C_ASYNC_TYPES_H_
#define TENSORFLOW_LITE_LITE_C_ASYNC_TYPES_H_

#ifdef __cplusplus
extern "C" {
#endif

// A delegate's kernel that runs asynchronously, and one request to run it.
typedef struct TfLiteAsyncKernel TfLiteAsyncKernel;
typedef struct TfLiteExecutionTask TfLiteExecutionTask;

// Side of a signature on which a name is looked up.
typedef enum TfLiteIoType {
  kTfLiteIoTypeUnknown = 0,
  kTfLiteIoTypeInput = 1,
  kTfLiteIoTypeOutput = 2
} TfLiteIoType;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_ASYNC_TYPES_H_
