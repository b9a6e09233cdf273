#include <dlfcn.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "testing/fault/small_model.h"
#include "tools/evaluation/mlperf/backend_api.h"

namespace tflite {
namespace mlperf {
namespace {

constexpr char kLibrary[] = "tools/evaluation/mlperf/libtfll_mlperf_backend.so";
constexpr char kFloat[] = "examples/detection/digits_rgb_float.tflite";
constexpr char kInt8[] = "examples/detection/digits_rgb_int8.tflite";
constexpr char kShapes[] = "examples/detection/shapes_float.tflite";

// Every function that a driver looks up, from the library.
struct Library {
  Library() : handle(dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) {
    if (handle == nullptr) ADD_FAILURE() << dlerror();
#define FIND(name)                             \
  name = reinterpret_cast<decltype(name)>(     \
      dlsym(handle, "mlperf_backend_" #name)); \
  EXPECT_NE(name, nullptr) << #name
    FIND(matches_hardware);
    FIND(create);
    FIND(vendor_name);
    FIND(accelerator_name);
    FIND(name);
    FIND(issue_query);
    FIND(flush_queries);
    FIND(get_input_count);
    FIND(get_input_type);
    FIND(set_input);
    FIND(get_output_count);
    FIND(get_output_type);
    FIND(get_output);
#undef FIND
    destroy = reinterpret_cast<decltype(destroy)>(
        dlsym(handle, "mlperf_backend_delete"));
    EXPECT_NE(destroy, nullptr);
  }

  void* handle;
  decltype(&mlperf_backend_matches_hardware) matches_hardware;
  decltype(&mlperf_backend_create) create;
  decltype(&mlperf_backend_vendor_name) vendor_name;
  decltype(&mlperf_backend_accelerator_name) accelerator_name;
  decltype(&mlperf_backend_name) name;
  decltype(&mlperf_backend_issue_query) issue_query;
  decltype(&mlperf_backend_flush_queries) flush_queries;
  decltype(&mlperf_backend_get_input_count) get_input_count;
  decltype(&mlperf_backend_get_input_type) get_input_type;
  decltype(&mlperf_backend_set_input) set_input;
  decltype(&mlperf_backend_get_output_count) get_output_count;
  decltype(&mlperf_backend_get_output_type) get_output_type;
  decltype(&mlperf_backend_get_output) get_output;
  decltype(&mlperf_backend_delete) destroy;
};

size_t BytesOf(mlperf_data_t data) {
  switch (data.type) {
    case mlperf_data_t::Float32:
    case mlperf_data_t::Int32:
      return 4 * data.size;
    case mlperf_data_t::Int64:
      return 8 * data.size;
    case mlperf_data_t::Float16:
      return 2 * data.size;
    default:
      return data.size;
  }
}

using Keys = std::vector<std::pair<const char*, const char*>>;

// A driver: one backend, and samples of reproducible values.
class MlperfBackendTest : public testing::Test {
 protected:
  ~MlperfBackendTest() override {
    if (backend_ != nullptr) lib_.destroy(backend_);
  }

  bool Create(const char* model, const char* delegate, uint32_t batch_size = 1,
              const Keys& keys = {}) {
    config_ = {};
    config_.delegate_selected = delegate;
    config_.batch_size = batch_size;
    for (const auto& [key, value] : keys) {
      config_.keys[config_.count] = key;
      config_.values[config_.count++] = value;
    }
    if (backend_ != nullptr) lib_.destroy(backend_);
    backend_ = lib_.create(model, &config_, "");
    return backend_ != nullptr;
  }

  // Input `i` of a sample.
  std::vector<char> Sample(int sample, int i) {
    const mlperf_data_t type = lib_.get_input_type(backend_, i);
    std::vector<char> bytes(BytesOf(type));
    uint32_t state = 7 * sample + i + 1;
    const auto next = [&state] { return state = state * 1664525 + 1013904223; };
    if (type.type != mlperf_data_t::Float32) {
      for (char& byte : bytes) byte = static_cast<char>(next() >> 24);
      return bytes;
    }
    for (int64_t e = 0; e < type.size; ++e) {
      const float value = static_cast<float>(next() >> 8) / (1 << 23) - 1;
      std::memcpy(&bytes[4 * e], &value, sizeof(value));
    }
    return bytes;
  }

  // Outputs of each sample of one query.
  std::vector<std::vector<std::vector<char>>> Query(int first, int count) {
    std::vector<std::vector<char>> inputs;
    for (int b = 0; b < count; ++b) {
      for (int i = 0; i < lib_.get_input_count(backend_); ++i) {
        inputs.push_back(Sample(first + b, i));
        EXPECT_EQ(lib_.set_input(backend_, b, i, inputs.back().data()),
                  MLPERF_SUCCESS);
      }
    }
    EXPECT_EQ(lib_.issue_query(backend_, nullptr, nullptr), MLPERF_SUCCESS);
    std::vector<std::vector<std::vector<char>>> outputs(count);
    for (int b = 0; b < count; ++b) {
      for (int i = 0; i < lib_.get_output_count(backend_); ++i) {
        void* data = nullptr;
        EXPECT_EQ(lib_.get_output(backend_, b, i, &data), MLPERF_SUCCESS);
        if (data == nullptr) return {};
        const auto* bytes = static_cast<const char*>(data);
        outputs[b].emplace_back(
            bytes, bytes + BytesOf(lib_.get_output_type(backend_, i)));
      }
    }
    EXPECT_EQ(lib_.flush_queries(backend_), MLPERF_SUCCESS);
    return outputs;
  }

  // What the interpreter computes for one sample.
  std::vector<std::vector<char>> Expected(const char* model_file, int sample) {
    const auto model = FlatBufferModel::BuildFromFile(model_file);
    const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
    std::unique_ptr<Interpreter> interpreter;
    InterpreterBuilder(*model, resolver)(&interpreter);
    EXPECT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
    for (size_t i = 0; i < interpreter->inputs().size(); ++i) {
      const std::vector<char> bytes = Sample(sample, static_cast<int>(i));
      TfLiteTensor* tensor = interpreter->input_tensor(i);
      EXPECT_EQ(tensor->bytes, bytes.size());
      std::memcpy(tensor->data.raw, bytes.data(), bytes.size());
    }
    EXPECT_EQ(interpreter->Invoke(), kTfLiteOk);
    std::vector<std::vector<char>> outputs;
    for (size_t i = 0; i < interpreter->outputs().size(); ++i) {
      const TfLiteTensor* tensor = interpreter->output_tensor(i);
      outputs.emplace_back(tensor->data.raw, tensor->data.raw + tensor->bytes);
    }
    return outputs;
  }

  Library lib_;
  mlperf_backend_ptr_t backend_ = nullptr;
  mlperf_backend_configuration_t config_;
};

TEST_F(MlperfBackendTest, OffersDelegatesForEachBenchmark) {
  const char* message = "untouched";
  const char* settings = nullptr;
  const mlperf_device_info_t device = {"Unknown model", "Unknown manufacturer",
                                       ""};
  ASSERT_TRUE(lib_.matches_hardware(&message, &settings, &device));
  EXPECT_EQ(message, nullptr);
  ASSERT_NE(settings, nullptr);
  const std::string text = settings;
  for (const char* part :
       {"benchmark_id: \"image_classification_v2\"",
        "benchmark_id: \"object_detection\"", "delegate_name: \"CPU\"",
        "delegate_name: \"EDGETPU\"", "delegate_selected: \"CPU\"",
        "id: \"num_threads\""}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST_F(MlperfBackendTest, SingleSamplesAreThoseOfTheInterpreter) {
  for (const char* model : {kFloat, kInt8, kShapes}) {
    SCOPED_TRACE(model);
    ASSERT_TRUE(Create(model, "CPU"));
    for (int sample = 0; sample < 3; ++sample) {
      const auto outputs = Query(sample, 1);
      ASSERT_EQ(outputs.size(), 1u);
      EXPECT_EQ(outputs[0], Expected(model, sample));
    }
  }
}

TEST_F(MlperfBackendTest, BatchesHoldOneResultPerSample) {
  ASSERT_TRUE(Create(kInt8, "CPU", 4));
  const auto outputs = Query(10, 4);
  ASSERT_EQ(outputs.size(), 4u);
  for (int b = 0; b < 4; ++b) EXPECT_EQ(outputs[b], Expected(kInt8, 10 + b));
  EXPECT_NE(outputs[0], outputs[1]);
}

TEST_F(MlperfBackendTest, RunsOnTheChosenDelegate) {
  ASSERT_TRUE(Create(kInt8, "EDGETPU"));
  EXPECT_STREQ(lib_.accelerator_name(backend_), "tpu");
  EXPECT_STREQ(lib_.name(backend_), "tensorflow_lite_lite, Edge TPU");
  EXPECT_STREQ(lib_.vendor_name(backend_), "tensorflow_lite_lite");
  EXPECT_EQ(Query(1, 1)[0], Expected(kInt8, 1));
  // The key wins over what the settings select.
  ASSERT_TRUE(Create(kInt8, "CPU", 1, {{"delegate", "EDGETPU"}}));
  EXPECT_STREQ(lib_.accelerator_name(backend_), "tpu");
}

TEST_F(MlperfBackendTest, DelegatesThatCannotRunAreErrors) {
  EXPECT_FALSE(Create(kInt8, "NPU"));
  // Takes no float network.
  EXPECT_FALSE(Create(kFloat, "EDGETPU"));
  EXPECT_FALSE(Create(kInt8, "CPU", 1,
                      {{"external_delegate_path", "no_such_plugin.so"}}));
}

TEST_F(MlperfBackendTest, EmptyConfigurationRunsOnTheCpu) {
  ASSERT_TRUE(Create(kInt8, nullptr, 0));
  EXPECT_STREQ(lib_.accelerator_name(backend_), "cpu");
  EXPECT_EQ(Query(2, 1)[0], Expected(kInt8, 2));
}

TEST_F(MlperfBackendTest, KeysAreFlagsOfDelegates) {
  EXPECT_TRUE(
      Create(kInt8, "CPU", 1, {{"num_threads", "2"}, {"shards_num", "4"}}));
  // Keys of other backends are ignored, wrong values are not.
  EXPECT_TRUE(Create(kInt8, "CPU", 1, {{"turbo", "on"}}));
  EXPECT_FALSE(Create(kInt8, "CPU", 1, {{"num_threads", "two"}}));
  EXPECT_FALSE(Create(kInt8, "EDGETPU", 1, {{"edgetpu_device", "none"}}));
}

TEST_F(MlperfBackendTest, MissingModelIsAnError) {
  EXPECT_FALSE(Create("no_such_model.tflite", "CPU"));
}

TEST_F(MlperfBackendTest, WrongCallsAreErrorsAndLeaveTheBackendUsable) {
  ASSERT_TRUE(Create(kInt8, "CPU", 2));
  void* data = nullptr;
  EXPECT_EQ(lib_.get_output(backend_, 0, 0, &data), MLPERF_FAILURE);
  EXPECT_EQ(data, nullptr);
  // Only one of the two samples is set.
  std::vector<char> input = Sample(0, 0);
  EXPECT_EQ(lib_.set_input(backend_, 0, 0, input.data()), MLPERF_SUCCESS);
  EXPECT_EQ(lib_.issue_query(backend_, nullptr, nullptr), MLPERF_FAILURE);
  EXPECT_EQ(lib_.set_input(backend_, 2, 0, input.data()), MLPERF_FAILURE);
  EXPECT_EQ(lib_.set_input(backend_, -1, 0, input.data()), MLPERF_FAILURE);
  EXPECT_EQ(lib_.set_input(backend_, 0, 1, input.data()), MLPERF_FAILURE);
  EXPECT_EQ(lib_.set_input(backend_, 0, 0, nullptr), MLPERF_FAILURE);
  EXPECT_EQ(lib_.get_input_type(backend_, 9).size, 0);
  EXPECT_EQ(lib_.get_output_type(backend_, -1).size, 0);
  const auto outputs = Query(5, 2);
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_EQ(outputs[1], Expected(kInt8, 6));
  // The results are dropped by flush_queries.
  EXPECT_EQ(lib_.get_output(backend_, 0, 0, &data), MLPERF_FAILURE);
}

// A driver that goes on after a creation that failed.
TEST_F(MlperfBackendTest, NullBackendsAreErrors) {
  EXPECT_EQ(lib_.get_input_count(nullptr), 0);
  EXPECT_EQ(lib_.get_output_count(nullptr), 0);
  EXPECT_EQ(lib_.get_input_type(nullptr, 0).size, 0);
  EXPECT_EQ(lib_.get_output_type(nullptr, 0).size, 0);
  EXPECT_STREQ(lib_.name(nullptr), "");
  EXPECT_STREQ(lib_.accelerator_name(nullptr), "");
  char byte = 0;
  void* data = &byte;
  EXPECT_EQ(lib_.set_input(nullptr, 0, 0, &byte), MLPERF_FAILURE);
  EXPECT_EQ(lib_.issue_query(nullptr, nullptr, nullptr), MLPERF_FAILURE);
  EXPECT_EQ(lib_.get_output(nullptr, 0, 0, &data), MLPERF_FAILURE);
  EXPECT_EQ(data, nullptr);
  EXPECT_EQ(lib_.flush_queries(nullptr), MLPERF_FAILURE);
  lib_.destroy(nullptr);
  EXPECT_EQ(lib_.create(nullptr, nullptr, nullptr), nullptr);
  ASSERT_TRUE(Create(kInt8, "CPU"));
  EXPECT_EQ(lib_.get_output(backend_, 0, 0, nullptr), MLPERF_FAILURE);
}

TEST_F(MlperfBackendTest, OddConfigurationsAreErrorsOrIgnored) {
  EXPECT_FALSE(Create(kInt8, "CPU", UINT32_MAX));
  EXPECT_TRUE(Create(kInt8, "CPU", 1, {{nullptr, nullptr}, {"", "x"}}));
  EXPECT_TRUE(Create(kInt8, "CPU", 1, {{"=", "="}, {"turbo", nullptr}}));
  EXPECT_FALSE(Create(kInt8, "CPU", 1, {{"num_threads", nullptr}}));
  EXPECT_FALSE(Create(kInt8, "CPU", 1, {{"num_threads", "-7"}}));
  EXPECT_FALSE(Create(kInt8, "CPU", 1, {{"delegate", "gpu"}}));
  for (const int count : {-1, 1 << 30}) {
    mlperf_backend_configuration_t config = {};
    config.count = count;
    mlperf_backend_ptr_t backend = lib_.create(kInt8, &config, nullptr);
    EXPECT_NE(backend, nullptr) << count;
    lib_.destroy(backend);
  }
}

TEST_F(MlperfBackendTest, RefusesInputsThatCannotBeSet) {
  ModelT model = fault::AddModel();
  model.subgraphs[0]->inputs.push_back(1);
  const std::string path = testing::TempDir() + "/constant_input.tflite";
  std::ofstream(path, std::ios::binary) << fault::Pack(model);
  testing::internal::CaptureStderr();
  EXPECT_FALSE(Create(path.c_str(), "CPU"));
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("input c is a constant of the model"), std::string::npos)
      << text;
}

// As MLPerf's backends do if a driver has several.
TEST_F(MlperfBackendTest, BackendsInThreadsAreIndependent) {
  ASSERT_TRUE(Create(kInt8, "CPU"));
  const auto expected = Expected(kInt8, 3);
  const std::vector<char> sample = Sample(3, 0);
  std::vector<std::thread> threads;
  std::atomic<int> right(0);
  for (const char* delegate : {"CPU", "EDGETPU", "CPU", "DSP"}) {
    threads.emplace_back([&, delegate] {
      for (int round = 0; round < 3; ++round) {
        mlperf_backend_configuration_t config = {};
        config.delegate_selected = delegate;
        mlperf_backend_ptr_t backend = lib_.create(kInt8, &config, nullptr);
        std::vector<char> mine = sample;
        void* data = nullptr;
        lib_.set_input(backend, 0, 0, mine.data());
        lib_.issue_query(backend, nullptr, nullptr);
        lib_.get_output(backend, 0, 0, &data);
        right += data != nullptr &&
                 std::memcmp(data, expected[0].data(), expected[0].size()) == 0;
        lib_.destroy(backend);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 12);
}

// Not what is resident, which the kernel may round by megabytes on machines of
// many processors. Sanitizers count no memory here; there, leaks are errors
// anyway.
size_t AllocatedBytes() {
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

// A driver loads the library to ask what it offers, and again to run. It stays
// in memory (-z nodelete), and each load is to find it as it was.
TEST(MlperfLibraryTest, CanBeClosedAndLoadedAgain) {
  size_t before = 0;
  for (int round = 0; round < 20; ++round) {
    if (round == 5) before = AllocatedBytes();
    {
      Library lib;
      ASSERT_NE(lib.handle, nullptr);
      const char* settings = nullptr;
      EXPECT_TRUE(lib.matches_hardware(nullptr, &settings, nullptr));
      ASSERT_NE(settings, nullptr);
      EXPECT_NE(std::string(settings).find("EDGETPU"), std::string::npos);
      EXPECT_EQ(dlclose(lib.handle), 0);
    }
    Library lib;
    for (const char* delegate : {"CPU", "EDGETPU"}) {
      mlperf_backend_configuration_t config = {};
      config.delegate_selected = delegate;
      mlperf_backend_ptr_t backend = lib.create(kInt8, &config, "");
      ASSERT_NE(backend, nullptr);
      std::vector<char> input(BytesOf(lib.get_input_type(backend, 0)));
      EXPECT_EQ(lib.set_input(backend, 0, 0, input.data()), MLPERF_SUCCESS);
      EXPECT_EQ(lib.issue_query(backend, nullptr, nullptr), MLPERF_SUCCESS);
      lib.destroy(backend);
    }
    EXPECT_EQ(dlclose(lib.handle), 0);
  }
  EXPECT_LT(AllocatedBytes(), before + (256 << 10));
}

}  // namespace
}  // namespace mlperf
}  // namespace tflite
