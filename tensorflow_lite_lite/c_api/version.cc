#include "tensorflow_lite_lite/c/c_api.h"

extern "C" {

// The release of TensorFlow Lite whose interfaces these are.
const char* TfLiteVersion(void) { return "2.21.0"; }

const char* TfLiteExtensionApisVersion(void) { return TfLiteVersion(); }

int TfLiteSchemaVersion(void) { return TFLITE_SCHEMA_VERSION; }

}  // extern "C"
