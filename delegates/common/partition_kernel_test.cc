#include "delegates/common/partition_kernel.h"

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/pool_2d/pool_2d.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::delegates {
namespace {

struct Caps {
  int largest_filter = 9;
};
struct Builder : PartitionBuilder {
  using PartitionBuilder::PartitionBuilder;
  std::vector<int32_t> heights;  // of the outputs emitted
  std::vector<int> nodes;
};

StatusOr<int32_t> Plan(const Pool2d& op, const NodeView&, const Caps& caps) {
  if (op.filter_height > caps.largest_filter) {
    return Unsupported("filter of ", op.filter_height);
  }
  return op.out_height;
}
void Emit(int32_t height, const NodeView&, Builder& builder) {
  builder.heights.push_back(height);
  builder.nodes.push_back(builder.node());
}
using Table = LoweringTable<Caps, Builder>;
constexpr Table::Row kRows[] = {TFLL_LOWER(Table, MaxPool2d, Plan, Emit)};
constexpr Table kTable(kRows);

struct Log {
  Caps caps;
  bool stale = false;
  int started = 0;
  Status start = OkStatus();
  std::vector<int> nodes;  // of the last compilation
  Status run = OkStatus();
  bool hungry = false;  // runs get no memory
  std::vector<std::vector<int32_t>> compiled;
  int prepared = 0;
};

class Program : public PartitionProgram {
 public:
  explicit Program(Log* log) : log_(log) {}
  Status Prepare(TfLiteContext*) override {
    ++log_->prepared;
    return OkStatus();
  }
  Status Run(TfLiteContext*) override {
    if (log_->hungry) throw std::bad_alloc();
    return log_->run;
  }
  bool IsStale(TfLiteContext*) const override { return log_->stale; }

 private:
  Log* log_;
};

// A host with two nodes, tensor 0 -> 1 -> 2, that halve height and width.
class Host {
 public:
  Host() {
    pool_.padding = kTfLitePaddingValid;
    pool_.stride_height = pool_.stride_width = 2;
    pool_.filter_height = pool_.filter_width = 2;
    for (int i = 0; i < 3; ++i) {
      tensors_[i].type = kTfLiteFloat32;
      tensors_[i].allocation_type = kTfLiteArenaRw;
      tensors_[i].dims = ToIntArray({1, 8 >> i, 8 >> i, 4});
    }
    for (int i = 0; i < 2; ++i) {
      nodes_[i].inputs = ToIntArray({i});
      nodes_[i].outputs = ToIntArray({i + 1});
      nodes_[i].builtin_data = &pool_;
    }
    registration_.builtin_code = kTfLiteBuiltinMaxPool2d;
    registration_.version = 1;
    params_.nodes_to_replace = ToIntArray({0, 1});
    params_.input_tensors = ToIntArray({0});
    params_.output_tensors = ToIntArray({2});
    params_.delegate = &delegate_;
    context_.impl_ = this;
    context_.tensors = tensors_;
    context_.tensors_size = 3;
    context_.ResizeTensor = [](TfLiteContext*, TfLiteTensor* tensor,
                               TfLiteIntArray* dims) {
      TfLiteIntArrayFree(tensor->dims);
      tensor->dims = dims;
      return kTfLiteOk;
    };
    context_.GetNodeAndRegistration = [](TfLiteContext* context, int i,
                                         TfLiteNode** node,
                                         TfLiteRegistration** registration) {
      auto* host = static_cast<Host*>(context->impl_);
      *node = &host->nodes_[i];
      *registration = &host->registration_;
      return kTfLiteOk;
    };
    context_.ReportError = Report;
  }
  ~Host() {
    for (TfLiteTensor& t : tensors_) TfLiteIntArrayFree(t.dims);
    for (TfLiteNode& node : nodes_) {
      TfLiteIntArrayFree(node.inputs);
      TfLiteIntArrayFree(node.outputs);
    }
    TfLiteIntArrayFree(params_.nodes_to_replace);
    TfLiteIntArrayFree(params_.input_tensors);
    TfLiteIntArrayFree(params_.output_tensors);
  }

  TfLiteContext* context() { return &context_; }
  const TfLiteDelegateParams* params() { return &params_; }
  void Resize(int i, const Shape& shape) {
    context_.ResizeTensor(&context_, &tensors_[i], ToIntArray(shape));
  }
  Shape ShapeOf(int i) { return Shape(tensors_[i].dims); }

  std::string error;

 private:
  static void Report(TfLiteContext* context, const char* format, ...) {
    char text[200];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    static_cast<Host*>(context->impl_)->error = text;
  }

  TfLitePoolParams pool_{};
  TfLiteTensor tensors_[3] = {};
  TfLiteNode nodes_[2] = {};
  TfLiteRegistration registration_{};
  TfLiteDelegate delegate_{};
  TfLiteDelegateParams params_{};
  TfLiteContext context_{};
};

class Compiler : public PartitionCompiler {
 public:
  explicit Compiler(Log* log) : log_(log) {}
  Status Start(TfLiteContext*) override {
    ++log_->started;
    return log_->start;
  }
  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition) override {
    Builder builder(context, partition, {});
    TFLL_RETURN_IF_ERROR(
        EmitPartition(kTable, context, partition, log_->caps, builder));
    log_->compiled.push_back(builder.heights);
    log_->nodes = builder.nodes;
    return std::unique_ptr<PartitionProgram>(new Program(log_));
  }

 private:
  Log* log_;
};

PartitionKernel MakeKernel(Log* log) {
  return PartitionKernel("Test", std::make_unique<Compiler>(log));
}

TEST(PartitionKernel, CompilesAtInitAndWhenShapesChange) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  EXPECT_EQ(log.compiled, (std::vector<std::vector<int32_t>>{{4, 2}}));
  EXPECT_EQ(log.nodes, (std::vector<int>{0, 1}));
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(log.compiled.size(), 1u);

  host.Resize(0, {1, 16, 8, 4});
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  ASSERT_EQ(log.compiled.size(), 2u);
  EXPECT_EQ(log.compiled[1], (std::vector<int32_t>{8, 4}));
  EXPECT_EQ(host.ShapeOf(2), (Shape{1, 4, 2, 4}));
  EXPECT_EQ(log.prepared, 2);
  EXPECT_EQ(log.started, 1);
}

TEST(PartitionKernel, CompilesAgainWhenStale) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  log.stale = true;
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(log.compiled.size(), 2u);
}

TEST(PartitionKernel, RunThatGetsNoMemoryFails) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  log.hungry = true;
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
  EXPECT_EQ(host.error, "Test: not enough memory");
  log.hungry = false;
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
}

// As after SetNumThreads without AllocateTensors.
TEST(PartitionKernel, CompilesAgainWhenStaleBeforeARun) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  ASSERT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(log.compiled.size(), 1u);
  log.stale = true;
  ASSERT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(log.compiled.size(), 2u);
  EXPECT_EQ(log.prepared, 2);
  log.caps.largest_filter = 1;
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
  EXPECT_EQ(host.error, "Test: node 0 (to ''): filter of 2");
  // The program before is gone.
  log.stale = false;
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
  EXPECT_EQ(host.error, "Test: not prepared");
  log.caps.largest_filter = 9;
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
}

TEST(PartitionKernel, RunsNeedTheMemoryOfInputsAndOutputs) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  TfLiteDelegate other{};
  char memory[4];
  for (const int t : {0, 2}) {
    TfLiteTensor& tensor = host.context()->tensors[t];
    tensor.bytes = sizeof(memory);
    host.error.clear();
    EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
    EXPECT_EQ(host.error.find("Test: tensor " + std::to_string(t) + " "), 0u)
        << host.error;
    EXPECT_NE(host.error.find(" has no memory"), std::string::npos);
    // A buffer of the delegate is memory, one of another delegate is none.
    tensor.buffer_handle = 1;
    tensor.delegate = &other;
    EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
    tensor.delegate = host.params()->delegate;
    EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
    tensor.buffer_handle = kTfLiteNullBufferHandle;
    EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
    tensor.allocation_type = kTfLiteNonCpu;
    EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
    tensor.allocation_type = kTfLiteArenaRw;
    tensor.data.raw = memory;
    EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
  }
}

// Programs have copies of constants, whose memory may be gone.
TEST(PartitionKernel, RunsNeedNoMemoryOfConstants) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  TfLiteTensor& input = host.context()->tensors[0];
  input.bytes = 4;
  input.allocation_type = kTfLiteMmapRo;
  char memory[4];
  input.data.raw = memory;
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  input.data.raw = nullptr;
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk) << host.error;
}

TEST(PartitionKernel, InputsMayBeAbsent) {
  Host host;
  Log log;
  const std::unique_ptr<TfLiteIntArray, void (*)(TfLiteIntArray*)> inputs(
      ToIntArray({-1, 0}), TfLiteIntArrayFree);
  TfLiteDelegateParams params = *host.params();
  params.input_tensors = inputs.get();
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), &params), kTfLiteOk) << host.error;
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(log.compiled.size(), 1u);
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk) << host.error;
  host.Resize(0, {1, 16, 8, 4});
  ASSERT_EQ(kernel.Prepare(host.context(), nullptr), kTfLiteOk);
  EXPECT_EQ(log.compiled.size(), 2u);
}

TEST(PartitionKernel, CompilesNothingThatDoesNotStart) {
  Host host;
  Log log;
  log.start = Internal("no device");
  PartitionKernel kernel = MakeKernel(&log);
  EXPECT_EQ(kernel.Init(host.context(), host.params()), kTfLiteError);
  EXPECT_EQ(host.error, "Test: no device");
  EXPECT_TRUE(log.compiled.empty());
}

TEST(PartitionKernel, ErrorsNameTheNode) {
  Host host;
  Log log;
  log.caps.largest_filter = 1;
  PartitionKernel kernel = MakeKernel(&log);
  EXPECT_EQ(kernel.Init(host.context(), host.params()), kTfLiteError);
  EXPECT_EQ(host.error, "Test: node 0 (to ''): filter of 2");
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
}

TEST(PartitionKernel, ReportsWhatARunSays) {
  Host host;
  Log log;
  PartitionKernel kernel = MakeKernel(&log);
  ASSERT_EQ(kernel.Init(host.context(), host.params()), kTfLiteOk);
  ASSERT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteOk);
  log.run = Internal("the device is gone");
  EXPECT_EQ(kernel.Eval(host.context(), nullptr), kTfLiteError);
  EXPECT_EQ(host.error, "Test: the device is gone");
}

}  // namespace
}  // namespace tflite::delegates
