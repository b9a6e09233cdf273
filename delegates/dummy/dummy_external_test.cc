// Tests the plugin, loaded as by a host.
#include <dlfcn.h>

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/add_sub_add.h"

namespace tflite {
namespace testing {
namespace {

std::string* last_error = nullptr;

class DummyExternalTest : public ::testing::Test {
 protected:
  using Create = TfLiteDelegate* (*)(const char* const*, const char* const*,
                                     size_t, void (*)(const char*));
  using Destroy = void (*)(TfLiteDelegate*);

  DummyExternalTest() {
    last_error = &error_;
    library_ = dlopen("delegates/dummy/dummy_external_delegate.so",
                      RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return;
    create_ = reinterpret_cast<Create>(
        dlsym(library_, "tflite_plugin_create_delegate"));
    destroy_ = reinterpret_cast<Destroy>(
        dlsym(library_, "tflite_plugin_destroy_delegate"));
  }
  ~DummyExternalTest() override {
    if (library_ != nullptr) dlclose(library_);
  }
  void SetUp() override {
    ASSERT_NE(library_, nullptr) << dlerror();
    ASSERT_NE(create_, nullptr);
    ASSERT_NE(destroy_, nullptr);
  }
  TfLiteDelegate* Make(const std::vector<const char*>& keys,
                       const std::vector<const char*>& values) {
    return create_(keys.data(), values.data(), keys.size(),
                   [](const char* text) { *last_error = text; });
  }

  void* library_ = nullptr;
  Create create_ = nullptr;
  Destroy destroy_ = nullptr;
  std::string error_;
};

TEST_F(DummyExternalTest, RunsInAnInterpreter) {
  TfLiteDelegate* delegate = Make({"allowed_builtin_code"}, {"41"});  // SUB
  ASSERT_NE(delegate, nullptr) << error_;
  {
    AddSubAdd graph;
    ASSERT_EQ(graph.interpreter().ModifyGraphWithDelegate(delegate), kTfLiteOk);
    EXPECT_EQ(graph.DelegateNodes(), 1);
    EXPECT_EQ(graph.Run(), kSubGivesZeros);
  }
  destroy_(delegate);
}

TEST_F(DummyExternalTest, FailsOnRequestAndTheHostGoesOn) {
  TfLiteDelegate* delegate =
      Make({"allowed_builtin_code", "error_during_invoke"}, {"41", "true"});
  ASSERT_NE(delegate, nullptr) << error_;
  {
    AddSubAdd graph;
    ASSERT_EQ(graph.interpreter().ModifyGraphWithDelegate(delegate), kTfLiteOk);
    EXPECT_EQ(graph.Run(), kAllOnCpu);
  }
  destroy_(delegate);
}

TEST_F(DummyExternalTest, FailsBeforeItRunsOnRequest) {
  for (const char* key : {"error_during_init", "error_during_prepare"}) {
    TfLiteDelegate* delegate =
        Make({"allowed_builtin_code", key}, {"41", "true"});
    ASSERT_NE(delegate, nullptr) << error_;
    {
      AddSubAdd graph;
      EXPECT_EQ(graph.interpreter().ModifyGraphWithDelegate(delegate),
                kTfLiteDelegateError)
          << key;
    }
    destroy_(delegate);
  }
}

TEST_F(DummyExternalTest, DeniesNodes) {
  TfLiteDelegate* delegate =
      Make({"allowed_builtin_code", "deny_nodes"}, {"41", "SUB"});
  ASSERT_NE(delegate, nullptr) << error_;
  {
    AddSubAdd graph;
    ASSERT_EQ(graph.interpreter().ModifyGraphWithDelegate(delegate), kTfLiteOk);
    EXPECT_EQ(graph.DelegateNodes(), 0);
  }
  destroy_(delegate);
}

TEST_F(DummyExternalTest, BadOptionsAreReported) {
  EXPECT_EQ(Make({"no_such_option"}, {"7"}), nullptr);
  EXPECT_NE(error_.find("'no_such_option'"), std::string::npos) << error_;
  EXPECT_EQ(Make({"error_during_init"}, {"perhaps"}), nullptr);
  EXPECT_NE(error_.find("'perhaps'"), std::string::npos) << error_;
  const char* key = "no_such_option";
  EXPECT_EQ(create_(&key, &key, 1, nullptr), nullptr);
}

TEST_F(DummyExternalTest, ExportsNothingElse) {
  EXPECT_EQ(dlsym(library_, "TfLiteDummyDelegateCreate"), nullptr);
  EXPECT_EQ(dlsym(library_, "TfLiteIntArrayCreate"), nullptr);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
