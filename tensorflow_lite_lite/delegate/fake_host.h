#ifndef TENSORFLOW_LITE_LITE_DELEGATE_FAKE_HOST_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_FAKE_HOST_H_

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/c/delegation_log.h"

namespace tflite {
namespace testing {

// A runtime that consists of the functions of TfLiteContext only: a chain of
// nodes in which node i reads tensor i and writes tensor i + 1. Its partitions
// are the contiguous runs of wanted nodes.
class FakeHost : public TfLiteContext {
 public:
  explicit FakeHost(const std::vector<int>& operators,
                    const std::vector<int>& dims = {2})
      : TfLiteContext() {
    const int count = static_cast<int>(operators.size());
    tensors_store.resize(count + 1);
    for (int t = 0; t <= count; ++t) {
      names.push_back("t" + std::to_string(t));
      SetDims(t, dims);
      tensors_store[t].type = kTfLiteFloat32;
    }
    for (int t = 0; t <= count; ++t) tensors_store[t].name = names[t].c_str();
    for (int i = 0; i < count; ++i) {
      nodes.emplace_back();
      nodes[i].inputs = Array({i});
      nodes[i].outputs = Array({i + 1});
      registrations.emplace_back();
      registrations[i].builtin_code = operators[i];
      plan_.push_back(i);
    }
    tensors = tensors_store.data();
    tensors_size = tensors_store.size();
    SetFunctions();
  }

  // Owned by the host.
  TfLiteIntArray* Array(const std::vector<int>& values) {
    TfLiteIntArray* a = TfLiteIntArrayCreate(static_cast<int>(values.size()));
    std::copy(values.begin(), values.end(), a->data);
    arrays_.emplace_back(a, TfLiteIntArrayFree);
    return a;
  }
  void SetDims(int tensor, const std::vector<int>& dims) {
    tensors_store[tensor].dims = Array(dims);
  }
  // Enables the log.
  void Listen() {
    log = {};
    log.base.type = static_cast<TfLiteExternalContextType>(kTfllDelegationLog);
    log.magic = kTfllDelegationLogMagic;
    log.size = sizeof(log);
    log.version = 1;
    log.refuse = [](TfllDelegationLog*, TfLiteContext* context, const char*,
                    int node, const char* reason) {
      static_cast<FakeHost*>(context)->said[node] = reason;
    };
    log.claim = [](TfllDelegationLog*, TfLiteContext* context, const char*,
                   int node) {
      static_cast<FakeHost*>(context)->said[node] = "claimed";
    };
  }

  std::vector<TfLiteTensor> tensors_store;
  std::vector<std::string> names;
  std::vector<TfLiteNode> nodes;
  std::vector<TfLiteRegistration> registrations;
  // Recorded messages.
  TfllDelegationLog log{};
  std::map<int, std::string> said;
  std::string errors;
  std::vector<int> replaced;
  TfLiteRegistration kernel{};
  int replacements = 0;

 private:
  static FakeHost* Of(TfLiteContext* context) {
    return static_cast<FakeHost*>(context);
  }

  static void CollectError(TfLiteContext* context, const char* format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    std::vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    Of(context)->errors += std::string(line) + "\n";
  }

  void SetFunctions() {
    GetExecutionPlan = [](TfLiteContext* c, TfLiteIntArray** plan) {
      *plan = Of(c)->Array(Of(c)->plan_);
      return kTfLiteOk;
    };
    GetNodeAndRegistration = [](TfLiteContext* c, int i, TfLiteNode** node,
                                TfLiteRegistration** registration) {
      if (i < 0 || i >= static_cast<int>(Of(c)->nodes.size())) {
        return kTfLiteError;
      }
      *node = &Of(c)->nodes[i];
      *registration = &Of(c)->registrations[i];
      return kTfLiteOk;
    };
    GetExternalContext = [](TfLiteContext* c, TfLiteExternalContextType type) {
      return type == kTfllDelegationLog && Of(c)->log.size > 0
                 ? &Of(c)->log.base
                 : nullptr;
    };
    ReportError = CollectError;
    PreviewDelegatePartitioning =
        [](TfLiteContext* c, const TfLiteIntArray* wanted,
           TfLiteDelegateParams** params, int* count) {
          Of(c)->MakePreview(wanted);
          *params = Of(c)->preview_.data();
          *count = static_cast<int>(Of(c)->preview_.size());
          return kTfLiteOk;
        };
    ReplaceNodeSubsetsWithDelegateKernels =
        [](TfLiteContext* c, TfLiteRegistration registration,
           const TfLiteIntArray* list, TfLiteDelegate*) {
          Of(c)->kernel = registration;
          Of(c)->replaced.assign(list->data, list->data + list->size);
          ++Of(c)->replacements;
          return kTfLiteOk;
        };
  }

  void MakePreview(const TfLiteIntArray* wanted) {
    preview_.clear();
    for (int i = 0; i < wanted->size;) {
      int end = i + 1;
      while (end < wanted->size &&
             wanted->data[end] == wanted->data[end - 1] + 1) {
        ++end;
      }
      preview_.push_back(
          {nullptr, Array({wanted->data + i, wanted->data + end}),
           Array({wanted->data[i]}), Array({wanted->data[end - 1] + 1})});
      i = end;
    }
  }

  std::vector<int> plan_;
  std::vector<TfLiteDelegateParams> preview_;
  std::vector<std::unique_ptr<TfLiteIntArray, void (*)(TfLiteIntArray*)>>
      arrays_;
};

}  // namespace testing
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_FAKE_HOST_H_
