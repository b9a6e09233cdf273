// Loads the libraries of testing/plugins and runs their delegates.
#include "delegates/external/external_delegate.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "delegates/external/plugin_library.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"

namespace tflite::external {
namespace {

// [n, 3] + [3]
constexpr char kModel[] = "testing/c_api/testdata/add_resized/model.tflite";

std::string Plugin(const std::string& name) {
  return "testing/plugins/" + name + ".so";
}

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DelegatePtr Load(const std::string& name, const PluginOptions& options = {}) {
  const std::string path = Plugin(name);
  TfLiteExternalDelegateOptions c_options =
      TfLiteExternalDelegateOptionsDefault(path.c_str());
  for (const auto& [key, value] : options) {
    EXPECT_EQ(c_options.insert(&c_options, key.c_str(), value.c_str()),
              kTfLiteOk);
  }
  return DelegatePtr(TfLiteExternalDelegateCreate(&c_options),
                     TfLiteExternalDelegateDelete);
}

// The error message of a failed load.
std::string LoadError(const std::string& name,
                      const PluginOptions& options = {}) {
  const auto delegate = CreateExternalDelegate(Plugin(name), options);
  EXPECT_FALSE(delegate.ok());
  return std::string(delegate.status().message());
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Session {
 public:
  Session() : model_(FlatBufferModel::BuildFromFile(kModel)) {
    InterpreterBuilder(*model_, resolver_)(&interpreter_);
  }

  Interpreter& interpreter() { return *interpreter_; }

  TfLiteStatus Apply(const DelegatePtr& delegate) {
    return interpreter_->ModifyGraphWithDelegate(delegate.get());
  }

  // Returns {1 + 10, 2 + 20, 3 + 30}, plus what the delegate adds.
  std::vector<float> Run() {
    if (interpreter_->AllocateTensors() != kTfLiteOk) return {};
    for (int i = 0; i < 3; ++i) {
      interpreter_->typed_input_tensor<float>(0)[i] = 1.0f + i;
      interpreter_->typed_input_tensor<float>(1)[i] = 10.0f * (1 + i);
    }
    if (interpreter_->Invoke() != kTfLiteOk) return {};
    const float* out = interpreter_->typed_output_tensor<float>(0);
    return {out, out + 3};
  }

 private:
  std::unique_ptr<FlatBufferModel> model_;
  ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
  std::unique_ptr<Interpreter> interpreter_;
};

const std::vector<float> kOnCpu = {11, 22, 33};
const std::vector<float> kDelegated = {1011, 1022, 1033};

// The same delegate in all plugin forms.
class EachPlugin : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Plugins, EachPlugin,
    testing::Values("classic_add", "short_registration_add", "opaque_add",
                    "opaque_add_over_shim", "simple_opaque_add_over_shim"),
    [](const auto& info) { return std::string(info.param); });

TEST_P(EachPlugin, Runs) {
  const DelegatePtr delegate = Load(GetParam());
  ASSERT_NE(delegate, nullptr);
  Session session;
  ASSERT_EQ(session.Apply(delegate), kTfLiteOk);
  EXPECT_EQ(session.interpreter().execution_plan().size(), 1u);
  EXPECT_EQ(session.Run(), kDelegated);
}

TEST_P(EachPlugin, ServesSeveralModelsAndInstances) {
  const DelegatePtr first = Load(GetParam(), {{"bias", "1"}});
  const DelegatePtr second = Load(GetParam(), {{"bias", "2"}});
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  EXPECT_NE(first.get(), second.get());
  Session a;
  Session b;
  Session c;
  ASSERT_EQ(a.Apply(first), kTfLiteOk);
  ASSERT_EQ(b.Apply(second), kTfLiteOk);
  ASSERT_EQ(c.Apply(first), kTfLiteOk);
  EXPECT_EQ(a.Run(), (std::vector<float>{12, 23, 34}));
  EXPECT_EQ(b.Run(), (std::vector<float>{13, 24, 35}));
  EXPECT_EQ(c.Run(), (std::vector<float>{12, 23, 34}));
}

TEST_P(EachPlugin, LoadsAgainAfterItsLastDelegateIsGone) {
  for (int i = 0; i < 3; ++i) {
    const DelegatePtr delegate = Load(GetParam());
    ASSERT_NE(delegate, nullptr);
    Session session;
    ASSERT_EQ(session.Apply(delegate), kTfLiteOk);
    EXPECT_EQ(session.Run(), kDelegated);
  }
}

TEST_P(EachPlugin, RunsInManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> results(4);
  for (auto& result : results) {
    threads.emplace_back([&result] {
      const DelegatePtr delegate = Load(GetParam());
      Session session;
      if (delegate != nullptr && session.Apply(delegate) == kTfLiteOk) {
        result = session.Run();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, kDelegated);
}

TEST_P(EachPlugin, GetsEveryOptionInOrder) {
  PluginOptions options = {{"list", ""}};
  std::string expected = "list=\n";
  for (int i = 0; i < 300; ++i) {
    options.emplace_back("k" + std::to_string(i), ":;=\"' \xC3\xA4\t");
    expected += "k" + std::to_string(i) + "=:;=\"' \xC3\xA4\t\n";
  }
  TfLiteExternalDelegateOptions c_options =
      TfLiteExternalDelegateOptionsDefault("");
  for (const auto& [key, value] : options) {
    c_options.insert(&c_options, key.c_str(), value.c_str());
  }
  EXPECT_TRUE(
      Contains(LoadError(GetParam(), *AllOptions(c_options)), expected));
}

TEST_P(EachPlugin, ReportsWhyItMakesNothing) {
  const std::string error =
      LoadError(GetParam(), {{"fail", "no device at /dev/accel: 2"}});
  EXPECT_TRUE(Contains(error, Plugin(GetParam()))) << error;
  EXPECT_TRUE(Contains(error, "no device at /dev/accel: 2")) << error;
}

TEST_P(EachPlugin, LeavesTheGraphToTheCpuWhereItFails) {
  for (const char* place : {"prepare", "init", "kernel_prepare"}) {
    const DelegatePtr delegate = Load(GetParam(), {{"fail_at", place}});
    ASSERT_NE(delegate, nullptr);
    Session session;
    EXPECT_NE(session.Apply(delegate), kTfLiteOk) << place;
    EXPECT_EQ(session.Run(), kOnCpu) << place;
  }
}

TEST_P(EachPlugin, KnowsItsBufferHandles) {
  const DelegatePtr delegate = Load(GetParam());
  Session session;
  ASSERT_EQ(session.Apply(delegate), kTfLiteOk);
  ASSERT_EQ(session.interpreter().AllocateTensors(), kTfLiteOk);
  const int out = session.interpreter().outputs()[0];
  ASSERT_EQ(session.interpreter().SetBufferHandle(out, 5, delegate.get()),
            kTfLiteOk);
  session.interpreter().tensor(out)->data_is_stale = true;
  ASSERT_EQ(session.interpreter().EnsureTensorDataIsReadable(out), kTfLiteOk);
  EXPECT_EQ(session.interpreter().typed_output_tensor<float>(0)[2], 5.0f);
}

TEST_P(EachPlugin, FollowsNewShapes) {
  const DelegatePtr delegate = Load(GetParam());
  Session session;
  ASSERT_EQ(session.Apply(delegate), kTfLiteOk);
  EXPECT_EQ(session.Run(), kDelegated);
  ASSERT_EQ(session.interpreter().ResizeInputTensor(
                session.interpreter().inputs()[0], {2, 3}),
            kTfLiteOk);
  EXPECT_EQ(session.Run(), kDelegated);
}

TEST_P(EachPlugin, MayBeDeletedBeforeItsInterpreter) {
  int gone = 0;
  DelegatePtr delegate =
      Load(GetParam(),
           {{"counter", std::to_string(reinterpret_cast<uintptr_t>(&gone))}});
  TfLiteDelegate* const raw = delegate.get();
  {
    Session first;
    Session second;
    ASSERT_EQ(first.Apply(delegate), kTfLiteOk);
    ASSERT_EQ(second.Apply(delegate), kTfLiteOk);
    delegate.reset();
    EXPECT_FALSE(DeleteExternalDelegate(raw));
    EXPECT_EQ(gone, 0);
    EXPECT_EQ(first.Run(), kDelegated);
    // Applies it again.
    ASSERT_EQ(first.interpreter().ResizeInputTensor(
                  first.interpreter().inputs()[0], {2, 3}),
              kTfLiteOk);
    EXPECT_EQ(first.Run(), kDelegated);
    EXPECT_EQ(second.Run(), kDelegated);
    EXPECT_EQ(gone, 0);
  }
  EXPECT_EQ(gone, 1);
}

TEST_P(EachPlugin, GoesWithItsOwnerAfterTheInterpreter) {
  int gone = 0;
  DelegatePtr delegate =
      Load(GetParam(),
           {{"counter", std::to_string(reinterpret_cast<uintptr_t>(&gone))}});
  {
    Session session;
    ASSERT_EQ(session.Apply(delegate), kTfLiteOk);
  }
  EXPECT_EQ(gone, 0);
  delegate.reset();
  EXPECT_EQ(gone, 1);
}

// Nothing is written to the library's structs.
TEST(ExternalDelegate, SeveralDelegatesMayHaveOneConstantBuilder) {
  DelegatePtr first = Load("shared_builder_add");
  DelegatePtr second = Load("shared_builder_add");
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  Session a;
  Session b;
  ASSERT_EQ(a.Apply(first), kTfLiteOk);
  ASSERT_EQ(b.Apply(second), kTfLiteOk);
  first.reset();
  second.reset();
  EXPECT_EQ(a.Run(), kDelegated);
  EXPECT_EQ(b.Run(), kDelegated);
}

TEST(ExternalDelegate, TakesAStableDelegate) {
  const DelegatePtr delegate = Load("stable_add");
  ASSERT_NE(delegate, nullptr);
  Session session;
  ASSERT_EQ(session.Apply(delegate), kTfLiteOk);
  EXPECT_EQ(session.Run(), kDelegated);
}

TEST(ExternalDelegate, RefusesOptionsForAStableDelegate) {
  EXPECT_TRUE(Contains(LoadError("stable_add", {{"bias", "1"}}),
                       "stable delegate, which takes no options; \"bias\""));
}

TEST(ExternalDelegate, RefusesAStableDelegateWithoutABuilder) {
  EXPECT_TRUE(
      Contains(LoadError("lacking_prepare"), "without a Prepare function"));
  EXPECT_NE(std::getenv("LACKING_PREPARE_DESTROYED"), nullptr);
}

TEST(ExternalDelegate, SaysWhichFileIsMissing) {
  EXPECT_TRUE(Contains(LoadError("absent"), "absent.so: cannot open"));
  EXPECT_EQ(CreateExternalDelegate("", {}).status().message(),
            "the path of the delegate's library is empty");
  // The system's loader has searched for this one.
  const auto searched = CreateExternalDelegate("libabsent.so", {});
  EXPECT_FALSE(
      Contains(std::string(searched.status().message()), "cannot be read"));
}

TEST(ExternalDelegate, SaysThatAFileIsNoLibrary) {
  EXPECT_TRUE(Contains(LoadError("not_a_library"),
                       "not_a_library.so is not an ELF file"));
}

TEST(ExternalDelegate, NamesEverySymbolThatIsMissing) {
  const std::string error = LoadError("lacking_symbols");
  EXPECT_TRUE(Contains(error, "no_host_has_this, nor_this") ||
              Contains(error, "nor_this, no_host_has_this"))
      << error;
}

TEST(ExternalDelegate, NamesTheFunctionThatALibraryDoesNotExport) {
  EXPECT_TRUE(Contains(LoadError("lacking_destroy"),
                       "does not export tflite_plugin_destroy_delegate"));
  const auto libm = CreateExternalDelegate("libm.so.6", {});
  ASSERT_FALSE(libm.ok());
  EXPECT_TRUE(Contains(std::string(libm.status().message()),
                       "tflite_plugin_create_delegate and "
                       "tflite_plugin_destroy_delegate"));
}

TEST(ExternalDelegate, LogsWhyCreateReturnsNull) {
  std::vector<std::string> messages;
  SetLogSink([&](LogLevel level, const char* message) {
    if (level == LogLevel::kError) messages.push_back(message);
  });
  EXPECT_EQ(Load("classic_add", {{"fail", "out of order"}}), nullptr);
  EXPECT_EQ(TfLiteExternalDelegateCreate(nullptr), nullptr);
  SetLogSink({});
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_TRUE(Contains(messages[0], "out of order"));
}

TEST(ExternalDelegate, TakesAnExceptionForAReason) {
  for (const char* name : {"classic_add", "opaque_add"}) {
    const std::string error = LoadError(name, {{"throw", "no such option"}});
    EXPECT_TRUE(Contains(error, "made no delegate: no such option")) << error;
  }
}

TEST(ExternalDelegate, LogsWhatIsReportedWithADelegate) {
  std::vector<std::string> messages;
  SetLogSink([&](LogLevel level, const char* message) {
    if (level == LogLevel::kWarning) messages.push_back(message);
  });
  EXPECT_NE(Load("classic_add", {{"report", "device 0 is slow"}}), nullptr);
  SetLogSink({});
  EXPECT_EQ(messages, std::vector<std::string>{Plugin("classic_add") +
                                               ": device 0 is slow"});
}

TEST(ExternalDelegate, LogsWhatIsReportedAfterCreation) {
  std::vector<std::string> messages;
  SetLogSink([&](LogLevel level, const char* message) {
    if (level == LogLevel::kError) messages.push_back(message);
  });
  for (const char* text : {"first", "second"})
    EXPECT_NE(Load("classic_add", {{"report_late", text}}), nullptr);
  SetLogSink({});
  EXPECT_EQ(messages, (std::vector<std::string>{"first", "second"}));
}

TEST(ExternalDelegate, DestroysADelegateThatItRefuses) {
  int destroyed = 0;
  const std::string error = LoadError(
      "classic_add",
      {{"no_prepare", "1"},
       {"counter", std::to_string(reinterpret_cast<uintptr_t>(&destroyed))}});
  EXPECT_TRUE(Contains(error, "without a Prepare function")) << error;
  EXPECT_EQ(destroyed, 1);
}

bool IsLoaded(const std::string& name) {
  void* const handle = dlopen(Plugin(name).c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return false;
  dlclose(handle);
  return true;
}

// Threads of a library that has made a delegate may still run.
TEST(ExternalDelegate, LibrariesThatMadeADelegateStayLoaded) {
  LoadError("lacking_destroy");
  EXPECT_FALSE(IsLoaded("lacking_destroy"));
  LoadError("stable_add", {{"bias", "1"}});
  for (const char* name : {"classic_add", "stable_add"}) {
    EXPECT_NE(Load(name), nullptr);
    EXPECT_TRUE(IsLoaded(name));
  }
}

TEST(ExternalDelegate, DeleteRefusesWhatItDidNotMake) {
  TfLiteDelegate mine = TfLiteDelegateCreate();
  EXPECT_FALSE(DeleteExternalDelegate(&mine));
  TfLiteExternalDelegateDelete(nullptr);
  TfLiteDelegate* delegate = Load("classic_add").release();
  EXPECT_TRUE(DeleteExternalDelegate(delegate));
  EXPECT_FALSE(DeleteExternalDelegate(delegate));
}

}  // namespace
}  // namespace tflite::external
