// What release of TensorFlow Lite the interfaces here are those of.
#ifndef TENSORFLOW_LITE_LITE_CORE_VERSION_H_
#define TENSORFLOW_LITE_LITE_CORE_VERSION_H_

#define TFLITE_VERSION_STRING "2.21.0"
#define TFLITE_EXTENSION_APIS_VERSION_STRING TFLITE_VERSION_STRING

// Of .tflite files; c_api.h has it too.
#define TFLITE_SCHEMA_VERSION 3

#endif  // TENSORFLOW_LITE_LITE_CORE_VERSION_H_
