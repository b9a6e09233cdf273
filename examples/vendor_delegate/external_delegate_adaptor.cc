// The plugin. Its options are read as command-line flags.
#include <string>
#include <vector>

#include "examples/vendor_delegate/my_delegate.h"
#include "tensorflow/lite/c/common.h"
#include "tensorflow/lite/tools/command_line_flags.h"
#include "tensorflow/lite/tools/logging.h"

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    char** options_keys, char** options_values, size_t num_options,
    void (*report_error)(const char*)) {
  std::vector<std::string> args = {"my_delegate"};
  for (size_t i = 0; i < num_options; ++i) {
    args.push_back(std::string("--") + options_keys[i] + "=" +
                   options_values[i]);
  }
  std::vector<const char*> argv;
  for (const std::string& arg : args) argv.push_back(arg.c_str());
  int argc = static_cast<int>(argv.size());

  MyDelegateOptions options = TfLiteMyDelegateOptionsDefault();
  const std::vector<tflite::Flag> flags = {
      tflite::Flag::CreateFlag("additions_only", &options.additions_only,
                               "leave subtractions alone"),
  };
  if (!tflite::Flags::Parse(&argc, argv.data(), flags) || argc > 1) {
    if (report_error != nullptr) report_error("MyDelegate: a bad option");
    return nullptr;
  }
  TFLITE_LOG(INFO) << "MyDelegate: additions only: [" << options.additions_only
                   << "].";
  return TfLiteMyDelegateCreate(&options);
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  TfLiteMyDelegateDelete(delegate);
}

}  // extern "C"
