#include "tensorflow_lite_lite/core/upstream/version.h"

#include "tensorflow_lite_lite/c/c_api.h"

extern "C" {

const char* TfLiteVersion(void) { return TFLITE_VERSION_STRING; }

const char* TfLiteExtensionApisVersion(void) {
  return TFLITE_EXTENSION_APIS_VERSION_STRING;
}

int TfLiteSchemaVersion(void) { return TFLITE_SCHEMA_VERSION; }

}  // extern "C"
