#ifndef TESTING_C_API_SESSION_H_
#define TESTING_C_API_SESSION_H_

#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "tflite/c/c_api.h"
#include "tflite/c/c_api_experimental.h"

// Owning handles of the C API.
struct DeleteHandle {
  void operator()(TfLiteModel* p) { TfLiteModelDelete(p); }
  void operator()(TfLiteInterpreter* p) { TfLiteInterpreterDelete(p); }
  void operator()(TfLiteInterpreterOptions* p) {
    TfLiteInterpreterOptionsDelete(p);
  }
  void operator()(TfLiteOperator* p) { TfLiteOperatorDelete(p); }
  void operator()(TfLiteOpaqueDelegate* p) { TfLiteOpaqueDelegateDelete(p); }
};
template <typename T>
using Handle = std::unique_ptr<T, DeleteHandle>;

// Models stored with the tests.
inline constexpr char kAddModel[] = "add_resized/model.tflite";  // [n,3] + [3]
inline constexpr char kAtanModel[] = "atan/model.tflite";

// A model, options to set, and the interpreter created from both. Collects
// messages.
class Session {
 public:
  explicit Session(const std::string& model)
      : model_(TfLiteModelCreateFromFile(
            ("testing/c_api/testdata/" + model).c_str())),
        options_(TfLiteInterpreterOptionsCreate()) {
    TfLiteInterpreterOptionsSetErrorReporter(options_.get(), Collect, this);
  }

  TfLiteModel* model() { return model_.get(); }
  TfLiteInterpreterOptions* options() { return options_.get(); }
  TfLiteInterpreter* interpreter() { return interpreter_.get(); }
  const std::string& messages() const { return messages_; }

  // Creates the interpreter and allocates tensors; returns whether that
  // succeeded.
  bool Start(bool builtin_operators = true) {
    interpreter_.reset(
        builtin_operators
            ? TfLiteInterpreterCreate(model(), options())
            : TfLiteInterpreterCreateWithSelectedOps(model(), options()));
    return interpreter_ != nullptr &&
           TfLiteInterpreterAllocateTensors(interpreter()) == kTfLiteOk;
  }
  void Stop() { interpreter_.reset(); }

  // Runs with these inputs; returns the first output, empty on failure.
  std::vector<float> Run(const std::vector<std::vector<float>>& inputs) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      TfLiteTensor* in = TfLiteInterpreterGetInputTensor(interpreter(), i);
      const size_t bytes = inputs[i].size() * sizeof(float);
      if (TfLiteTensorCopyFromBuffer(in, inputs[i].data(), bytes)) return {};
    }
    if (TfLiteInterpreterInvoke(interpreter()) != kTfLiteOk) return {};
    const TfLiteTensor* out =
        TfLiteInterpreterGetOutputTensor(interpreter(), 0);
    std::vector<float> values(TfLiteTensorByteSize(out) / sizeof(float));
    TfLiteTensorCopyToBuffer(out, values.data(), values.size() * sizeof(float));
    return values;
  }

 private:
  static void Collect(void* self, const char* format, va_list args) {
    char text[512];
    std::vsnprintf(text, sizeof(text), format, args);
    static_cast<Session*>(self)->messages_ += std::string(text) + "\n";
  }

  std::string messages_;
  Handle<TfLiteModel> model_;
  Handle<TfLiteInterpreterOptions> options_;
  Handle<TfLiteInterpreter> interpreter_;
};

#endif  // TESTING_C_API_SESSION_H_
