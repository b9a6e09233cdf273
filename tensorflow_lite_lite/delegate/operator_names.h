#ifndef TENSORFLOW_LITE_LITE_DELEGATE_OPERATOR_NAMES_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_OPERATOR_NAMES_H_

namespace tflite::delegates {

// The schema's name of a built-in operator, such as "CONV_2D"; for a custom
// operator its own name. "UNKNOWN" for codes that the schema lacks and for
// custom operators without a name. Valid as long as `custom_name`.
const char* OperatorName(int builtin_code, const char* custom_name);

// The code for a name such as "CONV_2D"; -1 if the schema has none.
int BuiltinOperatorCode(const char* name);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_OPERATOR_NAMES_H_
