// What a program asks of its device: which memory of which use, the steps of a
// run, which of them are bound again, and what the host transfers. The device
// only writes it down. Results of drivers show few mistakes in it.
#include "delegates/gpu/program/gpu_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/tests/noting_device.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite::gpu {
namespace {

using base::StrCat;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

GpuCaps CapsOf(bool unified) {
  GpuCaps caps = IdleDevice::Caps("noting");
  caps.unified_memory = unified;
  return caps;
}

// A partition of two kernels and a copy between them.
class GpuProgramTest : public ::testing::Test {
 protected:
  GpuProgramTest() {
    for (TfLiteTensor& tensor : tensors_) {
      tensor.allocation_type = kTfLiteArenaRw;
      tensor.buffer_handle = kTfLiteNullBufferHandle;
    }
    SetBytes(64);
    tensors_[0].name = "first";
    context_.tensors = tensors_;
    context_.tensors_size = 2;
  }

  // Of the tensors.
  void SetBytes(size_t bytes) {
    for (int t : {0, 1}) {
      tensors_[t].bytes = bytes;
      tensors_[t].data.data = memory_[t];
    }
  }

  GpuValueId Add(GpuValue::Kind kind, uint64_t bytes, int tensor = -1) {
    GpuValue& value = graph_.values.emplace_back();
    value.kind = kind;
    value.bytes = bytes;
    value.tensor = tensor;
    value.label = StrCat("value ", graph_.values.size() - 1);
    if (kind == GpuValue::Kind::kConstant) value.data.assign(bytes, 1);
    return static_cast<GpuValueId>(graph_.values.size()) - 1;
  }
  void AddKernel(const std::string& label, std::vector<GpuOperand> operands) {
    GpuCall call;
    call.label = label;
    call.spec.kernel = label + "_kernel";
    call.operands = std::move(operands);
    call.params = {7, 8};
    call.groups = {2, 3, 4};
    graph_.calls.push_back(call);
  }
  // in -> a -> b -> out, of the tensors' size, with a constant for each kernel.
  void MakeGraph() {
    const uint64_t bytes = tensors_[0].bytes;
    const GpuValueId in = Add(GpuValue::Kind::kInput, bytes, 0);
    const GpuValueId first = Add(GpuValue::Kind::kConstant, 20);
    const GpuValueId a = Add(GpuValue::Kind::kInner, 100);
    const GpuValueId b = Add(GpuValue::Kind::kInner, 90);
    const GpuValueId second = Add(GpuValue::Kind::kConstant, 70);
    const GpuValueId out = Add(GpuValue::Kind::kOutput, bytes, 1);
    AddKernel("one", {{in, false}, {first, false}, {a, true}});
    GpuCall copy;
    copy.kind = GpuCall::Kind::kCopy;
    copy.label = "move";
    copy.operands = {{a, false}, {b, true}};
    graph_.calls.push_back(copy);
    AddKernel("two", {{b, false}, {second, false}, {out, true}, {in, false}});
  }
  // Its second kernel also reports two faults.
  void AddFaults() {
    const GpuValueId faults = Add(GpuValue::Kind::kFaults, 8);
    graph_.calls.back().operands.push_back({faults, true});
    graph_.faults = {"the first is wrong", "the second is wrong"};
  }

  Status Create(const GpuCaps& caps) {
    if (graph_.values.empty()) MakeGraph();
    device_ = std::make_shared<NotingDevice>(caps);
    environment_ = {device_, buffers_, &delegate_};
    return CreateAgain();
  }
  Status CreateAgain() {
    TFLL_ASSIGN_OR_RETURN(
        program_, GpuProgram::Create(environment_, &context_, {graph_, {}}));
    return OkStatus();
  }
  std::vector<std::string> Run() {
    ran_ = program_->Run(&context_);
    return device_->Take();
  }

  // Gives the tensor a buffer of the application.
  TfLiteBufferHandle Lent(int tensor, uint64_t offset, uint64_t bytes,
                          bool readable = true, bool writable = true) {
    GpuForeignBuffer foreign;
    foreign.part.buffer = lent_;
    foreign.part.offset = offset;
    foreign.part.bytes = bytes;
    foreign.readable = readable;
    foreign.writable = writable;
    foreign.memory = 1;
    tensors_[tensor].delegate = &delegate_;
    tensors_[tensor].buffer_handle =
        buffers_->Add(std::make_shared<const GpuForeignBuffer>(foreign));
    return tensors_[tensor].buffer_handle;
  }
  void UseLent() {
    lent_ = *device_->Allocate(4096, GpuUse::kDeviceOnly);
    device_->Take();
  }

  TfLiteDelegate delegate_ = TfLiteDelegateCreate();
  const std::shared_ptr<GpuBuffers> buffers_ = std::make_shared<GpuBuffers>();
  alignas(64) char memory_[3][8192] = {};
  TfLiteTensor tensors_[2] = {};
  TfLiteContext context_{};
  GpuGraph graph_;
  std::shared_ptr<NotingDevice> device_;
  GpuEnvironment environment_;
  std::unique_ptr<PartitionProgram> program_;
  std::shared_ptr<GpuBuffer> lent_;
  Status ran_;
};

TEST_F(GpuProgramTest, PlacesValuesAndCopiesThroughStagingMemory) {
  SetBytes(60);
  MakeGraph();
  AddFaults();
  ASSERT_EQ(Create(CapsOf(/*unified=*/false)), OkStatus());
  EXPECT_THAT(
      device_->Take(),
      ElementsAre("#1 is inner 192",  // both constants
                  "#2 is inner 256",  // a and b
                  "#3 is inner 16",   // faults
                  "write #3 0+16 sum 0", "write #1 0+20 sum 20",
                  "write #1 64+70 sum 70", "#4 is inner 64", "#5 is upload 60",
                  "#6 is inner 64", "#7 is download 60",
                  "upload: #5[0+60] #4[0+60]",
                  "one: one_kernel #4[0+64] #1[0+32] #2[0+112]w (7,8) 2x3x4",
                  "move: #2[0+112] #2[128+96]w",
                  "two: two_kernel #2[128+96] #1[64+80] #6[0+64]w #4[0+64] "
                  "#3[0+16]w (7,8) 2x3x4",
                  "download: #6[0+60] #7[0+60]"));
  std::memset(memory_[0], 1, 60);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(Run(), ElementsAre("write #5 0+60 sum 60", "run", "read #3 0+8",
                                   "read #7 0+60"));
    EXPECT_EQ(ran_, OkStatus());
  }
}

TEST_F(GpuProgramTest, TransfersDirectlyWhereTheDriverStages) {
  GpuCaps caps = CapsOf(/*unified=*/false);
  caps.direct_transfers = true;
  ASSERT_EQ(Create(caps), OkStatus());
  device_->Take();
  EXPECT_THAT(Run(), ElementsAre("write #3 0+64 sum 0", "run", "read #4 0+64"));
}

TEST_F(GpuProgramTest, SharesMemoryWithTheHost) {
  SetBytes(60);
  MakeGraph();
  AddFaults();
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  EXPECT_THAT(
      device_->Take(),
      ElementsAre("#1 is shared 192", "#2 is inner 256", "#3 is shared 16",
                  "write #3 0+16 sum 0", "write #1 0+20 sum 20",
                  "write #1 64+70 sum 70", "#4 is shared 64", "#5 is shared 64",
                  "one: one_kernel #4[0+64] #1[0+32] #2[0+112]w (7,8) 2x3x4",
                  "move: #2[0+112] #2[128+96]w",
                  "two: two_kernel #2[128+96] #1[64+80] #5[0+64]w #4[0+64] "
                  "#3[0+16]w (7,8) 2x3x4"));
  EXPECT_THAT(Run(), ElementsAre("write #4 0+60 sum 0", "run", "read #3 0+8",
                                 "read #5 0+60"));
}

TEST_F(GpuProgramTest, KeepsTheDevicesAlignmentAndLargestBuffer) {
  GpuCaps caps = CapsOf(/*unified=*/false);
  caps.offset_alignment = 4;  // kernels want whole vectors
  ASSERT_EQ(Create(caps), OkStatus());
  EXPECT_THAT(device_->Take(),
              testing::IsSupersetOf({"#1 is inner 112", "#2 is inner 208"}));
  caps.offset_alignment = 256;
  caps.max_buffer_bytes = 511;
  ASSERT_EQ(Create(caps), OkStatus());
  EXPECT_THAT(device_->Take(),
              testing::IsSupersetOf({"#1 is inner 256", "#2 is inner 256",
                                     "#3 is inner 256", "#4 is inner 256"}));
}

TEST_F(GpuProgramTest, ReportsMemoryThatIsMissing) {
  for (const auto& [bytes, value] : {std::pair(192, "value 4"),
                                     {256, "value 2"},
                                     {64, "tensor 0 'first'"}}) {
    MakeGraph();
    device_ = std::make_shared<NotingDevice>(CapsOf(/*unified=*/false));
    device_->unobtainable = bytes;
    environment_ = {device_, buffers_, &delegate_};
    const Status status = CreateAgain();
    EXPECT_TRUE(base::IsResourceExhausted(status)) << status;
    EXPECT_THAT(status.ToString(), HasSubstr(value));
    graph_ = {};
  }
  tensors_[0].name = nullptr;
  MakeGraph();
  EXPECT_THAT(CreateAgain().ToString(), HasSubstr("tensor 0 ''"));
}

TEST_F(GpuProgramTest, BindsAgainWhatTheApplicationReplaces) {
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  UseLent();
  Lent(0, 128, 64);
  EXPECT_THAT(Run(), ElementsAre("bind 0.0 #5[128+64]", "bind 2.3 #5[128+64]",
                                 "run", "read #4 0+64"));
  EXPECT_TRUE(tensors_[0].data_is_stale);
  EXPECT_THAT(Run(), ElementsAre("run", "read #4 0+64"));
  Lent(1, 256, 80);
  EXPECT_THAT(Run(), ElementsAre("bind 2.2 #5[256+64]", "run"));
  EXPECT_TRUE(tensors_[1].data_is_stale);
  // A new handle of the same part.
  Lent(1, 256, 64);
  EXPECT_THAT(Run(), ElementsAre("run"));
  // Back to the host's memory, which the program no longer had.
  tensors_[0].buffer_handle = tensors_[1].buffer_handle =
      kTfLiteNullBufferHandle;
  EXPECT_THAT(Run(), ElementsAre("#6 is shared 64", "#7 is shared 64",
                                 "bind 0.0 #6[0+64]", "bind 2.2 #7[0+64]",
                                 "bind 2.3 #6[0+64]", "write #6 0+64 sum 0",
                                 "run", "read #7 0+64"));
  EXPECT_FALSE(tensors_[1].data_is_stale);
}

// Kernels cannot use a part that is not aligned, that is too small for whole
// vectors, or that they may not access.
TEST_F(GpuProgramTest, CopiesPartsThatKernelsCannotUse) {
  SetBytes(60);
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  UseLent();
  Lent(0, 100, 64);
  Lent(1, 256, 63);
  const auto expect_copies = [&] {
    EXPECT_THAT(Run(),
                ElementsAre("upload: #5[100+60] #3[0+60]", HasSubstr("one: "),
                            HasSubstr("move: "), HasSubstr("two: "),
                            "download: #4[0+60] #5[256+60]", "run"));
  };
  expect_copies();
  // The same steps with other parts.
  Lent(0, 64, 64, /*readable=*/false);
  Lent(1, 512, 64, /*readable=*/true, /*writable=*/false);
  EXPECT_THAT(Run(), ElementsAre("bind 1.0 #3[0+64]", "bind 3.2 #4[0+64]",
                                 "bind 3.3 #3[0+64]", "bind 0.0 #5[64+60]",
                                 "bind 0.1 #3[0+60]", "bind 4.0 #4[0+60]",
                                 "bind 4.1 #5[512+60]", "run"));
  // Later calls may read what was written.
  Lent(1, 512, 64, /*readable=*/false);
  EXPECT_THAT(Run(), ElementsAre("run"));
  // An input need not be writable.
  Lent(0, 64, 64, /*readable=*/true, /*writable=*/false);
  Lent(1, 512, 64);
  EXPECT_THAT(Run(), ElementsAre(HasSubstr("one: one_kernel #5[64+64]"),
                                 HasSubstr("move: "),
                                 HasSubstr("#5[512+64]w #5[64+64]"), "run"));
}

TEST_F(GpuProgramTest, RefusesPartsThatDoNotFit) {
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  UseLent();
  const TfLiteBufferHandle small = Lent(0, 0, 63);
  EXPECT_THAT(Run(), IsEmpty());
  EXPECT_THAT(ran_.ToString(),
              HasSubstr(StrCat("tensor 0 'first': the tensor has 64 bytes; its "
                               "buffer handle ",
                               small, " stands for 63")));
  // The steps are recorded anew.
  Lent(0, 0, 64);
  EXPECT_THAT(Run(), ElementsAre(HasSubstr("one: one_kernel #5[0+64]"),
                                 HasSubstr("move: "), HasSubstr("two: "), "run",
                                 "read #4 0+64"));
  EXPECT_TRUE(buffers_->Remove(tensors_[0].buffer_handle));
  EXPECT_THAT(Run(), IsEmpty());
  EXPECT_THAT(ran_.ToString(), HasSubstr("is not one of the delegate's"));
  // They may be registered later.
  EXPECT_EQ(CreateAgain(), OkStatus());
}

TEST_F(GpuProgramTest, WritesNoPartThatItAlsoUsesOtherwise) {
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  UseLent();
  // Next to each other, in both orders.
  for (const auto& [in, out] : {std::pair(0, 64), {128, 64}}) {
    Lent(0, in, 64);
    Lent(1, out, 64);
    Run();
    EXPECT_EQ(ran_, OkStatus()) << in;
  }
  for (const auto& [in, out] : {std::pair(0, 63), {127, 64}, {64, 64}}) {
    Lent(0, in, 64);
    Lent(1, out, 64);
    // Also in later runs, and where the program began with them.
    for (const bool created : {false, false, true}) {
      if (created) {
        ASSERT_EQ(CreateAgain(), OkStatus());
      }
      EXPECT_THAT(Run(), testing::Not(testing::Contains("run")));
      EXPECT_THAT(ran_.ToString(),
                  HasSubstr("tensors 1 and 0 have the same part of a buffer"));
    }
  }
  Lent(1, 128, 64);
  EXPECT_THAT(Run(), testing::Contains("run"));
  EXPECT_EQ(ran_, OkStatus());
}

TEST_F(GpuProgramTest, UsesTheHostsMemoryInPlace) {
  GpuCaps caps = CapsOf(/*unified=*/true);
  caps.import_alignment = 64;
  for (TfLiteTensor& t : tensors_) t.allocation_type = kTfLiteCustom;
  ASSERT_EQ(Create(caps), OkStatus());
  EXPECT_THAT(device_->Take(),
              testing::IsSupersetOf({"#3 is import 64", "#4 is import 64"}));
  const auto expect_run = [&] {
    EXPECT_THAT(Run(), ElementsAre("lend #3", "lend #4", "run", "return #3",
                                   "return #4"));
  };
  expect_run();
  expect_run();
  // Moved, or possibly so.
  tensors_[0].data.data = memory_[2];
  EXPECT_THAT(Run(), ElementsAre("#5 is import 64", "bind 0.0 #5[0+64]",
                                 "bind 2.3 #5[0+64]", "lend #5", "lend #4",
                                 "run", "return #5", "return #4"));
  ASSERT_EQ(program_->Prepare(&context_), OkStatus());
  EXPECT_THAT(Run(), testing::IsSupersetOf(
                         {"#6 is import 64", "#7 is import 64", "run"}));
  // The host gets it back after a failure, too.
  device_->fail_runs = true;
  EXPECT_THAT(Run(), ElementsAre("lend #6", "lend #7", "run", "return #6",
                                 "return #7"));
  EXPECT_EQ(ran_.message(), "the run failed");
}

// The CPU reads inputs after a run that fails at its end.
TEST_F(GpuProgramTest, ReturnsTheHostsMemoryIfAResultCannotBeRead) {
  GpuCaps caps = CapsOf(/*unified=*/true);
  caps.import_alignment = 64;
  tensors_[0].allocation_type = kTfLiteCustom;
  const GpuValueId out = Add(GpuValue::Kind::kOutput, 64, 1);
  const GpuValueId in = Add(GpuValue::Kind::kInput, 64, 0);
  AddKernel("one", {{in, false}, {out, true}});
  ASSERT_EQ(Create(caps), OkStatus());
  device_->Take();
  device_->fail_reads = true;
  EXPECT_THAT(Run(), ElementsAre("lend #2", "run", "return #2"));
  EXPECT_EQ(ran_.message(), "not read");
}

TEST_F(GpuProgramTest, ChecksTheDevicesLimitsFirst) {
  GpuCaps caps = CapsOf(/*unified=*/true);
  caps.max_groups = {2, 3, 3};
  const Status status = Create(caps);
  EXPECT_TRUE(base::IsUnsupported(status)) << status;
  EXPECT_EQ(status.message(), "one: 4 workgroups are too many for the device");
  EXPECT_THAT(device_->Take(), IsEmpty());
  caps.max_groups = {2, 3, 4};
  EXPECT_EQ(Create(caps), OkStatus());
}

TEST_F(GpuProgramTest, TriesToImportOnce) {
  GpuCaps caps = CapsOf(/*unified=*/true);
  caps.import_alignment = 64;
  tensors_[0].allocation_type = kTfLiteCustom;
  ASSERT_EQ(Create(caps), OkStatus());
  device_->refuse_imports = true;
  tensors_[0].data.data = memory_[2];
  EXPECT_THAT(Run(), testing::IsSupersetOf(
                         {"import refused", "#5 is shared 64", "run"}));
  EXPECT_THAT(Run(), ElementsAre("write #5 0+64 sum 0", "run", "read #4 0+64"));
}

// A program keeps no memory beside the application's buffers.
TEST_F(GpuProgramTest, ReleasesItsMemoryMeanwhile) {
  const auto made = [](const std::string& what) {
    return testing::Contains(testing::EndsWith(" is " + what));
  };
  SetBytes(60);
  ASSERT_EQ(Create(CapsOf(/*unified=*/false)), OkStatus());
  UseLent();
  Lent(0, 100, 64);  // to be copied
  Run();
  tensors_[0].buffer_handle = kTfLiteNullBufferHandle;
  std::vector<std::string> notes = Run();
  EXPECT_THAT(notes, made("upload 60"));
  EXPECT_THAT(notes, testing::Not(made("inner 64")));
  Lent(0, 128, 64);  // to be used in place
  Run();
  tensors_[0].buffer_handle = kTfLiteNullBufferHandle;
  notes = Run();
  EXPECT_THAT(notes, made("upload 60"));
  EXPECT_THAT(notes, made("inner 64"));
  EXPECT_EQ(ran_, OkStatus());
}

TEST_F(GpuProgramTest, ReleasesTheHostsMemoryMeanwhile) {
  const auto made = [](const std::string& what) {
    return testing::Contains(testing::EndsWith(" is " + what));
  };
  GpuCaps caps = CapsOf(/*unified=*/true);
  caps.import_alignment = 64;
  tensors_[0].allocation_type = kTfLiteCustom;
  ASSERT_EQ(Create(caps), OkStatus());
  UseLent();
  EXPECT_THAT(Run(), testing::Not(made("import 64")));
  Lent(0, 128, 64);
  Run();
  tensors_[0].buffer_handle = kTfLiteNullBufferHandle;
  EXPECT_THAT(Run(), made("import 64"));
  // Each time, what was used before is gone.
  for (int i = 0; i < 2; ++i) {
    tensors_[0].allocation_type = kTfLiteArenaRw;  // may move
    const std::vector<std::string> notes = Run();
    EXPECT_THAT(notes, made("shared 64"));
    EXPECT_THAT(notes, testing::Contains(testing::StartsWith("write #")));
    tensors_[0].allocation_type = kTfLiteCustom;
    EXPECT_THAT(Run(), made("import 64"));
  }
  EXPECT_EQ(ran_, OkStatus());
}

TEST_F(GpuProgramTest, ImportsOnlyWhatStaysInPlace) {
  struct Tensor {
    TfLiteAllocationType type;
    bool software;
    uint64_t bytes;
    bool imported;
    bool state = false, has_memory = true;
  };
  for (const Tensor& t :
       {Tensor{kTfLiteArenaRw, true, 4096, true},
        {kTfLiteArenaRwPersistent, true, 4096, true},
        {kTfLiteArenaRw, true, 4080, false},
        {kTfLiteArenaRw, false, 4096, false},
        {kTfLiteDynamic, true, 4096, false},
        {kTfLiteCustom, false, 16, true},
        {kTfLiteCustom, true, 16, true},
        {kTfLiteCustom, true, 20, false},  // kernels write whole vectors
        {kTfLiteCustom, true, 64, false, /*state=*/true},
        {kTfLiteCustom, true, 64, false, false, /*has_memory=*/false}}) {
    SCOPED_TRACE(StrCat(t.type, " ", t.software, " ", t.bytes));
    GpuCaps caps = CapsOf(/*unified=*/true);
    caps.import_alignment = 64;
    caps.software = t.software;
    SetBytes(t.bytes);
    if (!t.has_memory) tensors_[0].data.data = nullptr;
    for (TfLiteTensor& tensor : tensors_) tensor.allocation_type = t.type;
    graph_ = {};
    MakeGraph();
    graph_.values[0].state = t.state;
    ASSERT_EQ(Create(caps), OkStatus());
    const auto notes = device_->Take();
    EXPECT_EQ(std::count(notes.begin(), notes.end(),
                         StrCat("#3 is import ", t.bytes)),
              t.imported);
  }
}

TEST_F(GpuProgramTest, ReportsFaultsAndGoesOn) {
  MakeGraph();
  AddFaults();
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  device_->Take();
  device_->read_as = 1;
  EXPECT_THAT(Run(), ElementsAre("write #4 0+64 sum 0", "run", "read #3 0+8",
                                 "write #3 0+8 sum 0"));
  EXPECT_TRUE(base::IsInvalid(ran_));
  EXPECT_EQ(ran_.message(), "the first is wrong");
  device_->zeros_read = 4;
  EXPECT_THAT(Run(), testing::Contains("write #3 0+8 sum 0"));
  EXPECT_EQ(ran_.message(), "the second is wrong");
  device_->read_as = 0;
  Run();
  EXPECT_EQ(ran_, OkStatus());
}

// The times of steps for the host's profiler.
class Times : public Profiler {
 public:
  uint32_t BeginEvent(const char*, EventType, int64_t, int64_t) override {
    return 0;
  }
  void EndEvent(uint32_t) override {}
  void AddEvent(const char* tag, EventType, uint64_t microseconds, int64_t step,
                int64_t) override {
    all.push_back(StrCat(step, " ", tag, " ", microseconds));
  }
  std::vector<std::string> all;
};

TEST_F(GpuProgramTest, ReportsTheTimesOfItsSteps) {
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  device_->Take();
  Times times;
  context_.profiler = &times;
  // The device may not measure any.
  EXPECT_THAT(Run(), testing::Contains("run"));
  EXPECT_EQ(ran_, OkStatus());
  EXPECT_THAT(times.all, IsEmpty());
  device_->times = true;
  EXPECT_THAT(Run(), testing::Contains("run timed"));
  EXPECT_EQ(ran_, OkStatus());
  EXPECT_THAT(times.all, ElementsAre("0 one 0", "1 move 5", "2 two 10"));
  // Recorded anew, with a copy before the others.
  UseLent();
  Lent(0, 100, 64);
  times.all.clear();
  Run();
  EXPECT_THAT(times.all,
              ElementsAre("0 upload 0", "1 one 5", "2 move 10", "3 two 15"));
  device_->fail_runs = true;
  EXPECT_THAT(Run(), testing::Not(testing::Contains("run")));
  EXPECT_EQ(ran_.message(), "the run failed");
}

TEST_F(GpuProgramTest, RecordsAnewAfterAFailure) {
  ASSERT_EQ(Create(CapsOf(/*unified=*/true)), OkStatus());
  UseLent();
  Lent(0, 0, 64);
  device_->fail_rebinding = true;
  EXPECT_THAT(Run(), ElementsAre("bind 0.0 #5[0+64]", "bind 2.3 #5[0+64]"));
  EXPECT_EQ(ran_.message(), "not bound");
  EXPECT_THAT(Run(), ElementsAre(HasSubstr("one: one_kernel #5[0+64]"),
                                 HasSubstr("move: "), HasSubstr("two: "), "run",
                                 "read #4 0+64"));
}

}  // namespace
}  // namespace tflite::gpu
