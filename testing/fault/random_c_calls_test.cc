// Random calls of the C API with right and wrong arguments, in any order: null
// pointers, indices and sizes out of range, objects deleted before those that
// were made from them. No call ends the process, and afterwards a model runs.

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/c/c_api.h"
#include "tensorflow_lite_lite/c/c_api_experimental.h"
#include "tensorflow_lite_lite/c/c_api_opaque.h"
#include "testing/conformance/mirror_delegate.h"
#include "testing/fault/small_model.h"

namespace tflite::fault {
namespace {

constexpr int kColumns = 3;
// Lent memory has room for so many rows.
constexpr int kLentRows = 6;
constexpr size_t kLentBytes = kLentRows * kColumns * sizeof(float);

// y = x + c with the signature "serving", and the number of strings that equal
// "b". Rows of x can be added, strings too.
std::string ModelFile() {
  ModelT model = AddModel();
  SubGraphT& graph = *model.subgraphs[0];
  const int c = graph.operators[0]->inputs[1];
  graph.tensors[c]->shape = {kColumns};
  model.buffers[graph.tensors[c]->buffer]->data = BytesOf<float>({1, 2, 3});
  const int words = AddTensor(&model, 0, "words", TensorType_STRING, {2});
  const int b =
      AddConstant(&model, 0, "b", TensorType_STRING, {}, StringContents({"b"}));
  const int equal = AddTensor(&model, 0, "equal", TensorType_BOOL, {2});
  AddNode(&model, 0, BuiltinOperator_EQUAL, {words, b}, {equal});
  graph.inputs.push_back(words);
  graph.outputs.push_back(equal);
  return Pack(model);
}

TfLiteOpaqueTensor* Opaque(TfLiteTensor* tensor) {
  return reinterpret_cast<TfLiteOpaqueTensor*>(tensor);
}

void Ignore(void* user_data, const char* format, va_list args) {
  char text[200];
  std::vsnprintf(text, sizeof(text), format, args);
  ++*static_cast<int*>(user_data);
}

// An interpreter with what must be deleted before or after it.
struct Live {
  TfLiteInterpreter* interpreter = nullptr;
  std::vector<TfLiteSignatureRunner*> runners;
  std::vector<std::unique_ptr<float[]>> lent;
};

class Caller {
 public:
  Caller(const std::string& file, uint32_t seed) : file_(file), random_(seed) {
    models_.push_back(TfLiteModelCreate(file.data(), file.size()));
    options_.push_back(TfLiteInterpreterOptionsCreate());
  }
  ~Caller() {
    while (!live_.empty()) Delete(live_.size() - 1);
    for (TfLiteModel* model : models_) TfLiteModelDelete(model);
    for (auto* options : options_) TfLiteInterpreterOptionsDelete(options);
  }

  void Step() {
    switch (Below(12)) {
      case 0:
        return CallModel();
      case 1:
      case 2:
        return CallOptions();
      case 3:
        return Create();
      case 4:
        return CallDelegate();
      case 5:
      case 6:
        return CallSignature();
      case 7:
      case 8:
        return CallTensor(AnyTensor());
      case 9:
        return CallOpaqueTensor(AnyTensor());
      default:
        return CallInterpreter();
    }
  }

  // Each interpreter that exists can be used, and so can a new one.
  void Check() {
    for (Live& live : live_) CheckRun(&live);
    Live fresh;
    TfLiteModel* model = TfLiteModelCreate(file_.data(), file_.size());
    fresh.interpreter = TfLiteInterpreterCreate(model, nullptr);
    TfLiteModelDelete(model);
    CheckRun(&fresh);
    TfLiteInterpreterDelete(fresh.interpreter);
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % n); }
  template <typename T>
  T Pick(std::initializer_list<T> values) {
    return values.begin()[Below(static_cast<int>(values.size()))];
  }
  int Index() { return Pick({0, 0, 0, 1, 1, 2, 3, -1, 99, kMin, kMax}); }
  const char* Name() {
    return Pick<const char*>({"serving", "x", "y", "x", "", "none", nullptr});
  }
  TfLiteModel* Model() { return Below(9) == 0 ? nullptr : AnyOf(models_); }
  TfLiteInterpreterOptions* Options() {
    return Below(9) == 0 ? nullptr : AnyOf(options_);
  }
  Live* AnyLive() {
    if (live_.empty()) return nullptr;
    return &live_[Below(static_cast<int>(live_.size()))];
  }
  TfLiteInterpreter* Interpreter() {
    Live* live = Below(20) == 0 ? nullptr : AnyLive();
    return live == nullptr ? nullptr : live->interpreter;
  }
  template <typename T>
  T* AnyOf(const std::vector<T*>& list) {
    if (list.empty()) return nullptr;
    return list[Below(static_cast<int>(list.size()))];
  }

  void CallModel() {
    TfLiteModel* model = nullptr;
    switch (Below(6)) {
      case 0:
        model = TfLiteModelCreate(nullptr, Below(2) * file_.size());
        break;
      case 1:
        model = TfLiteModelCreate(file_.data(),
                                  Below(static_cast<int>(file_.size())));
        break;
      case 2:
        model =
            TfLiteModelCreateFromFile(Pick<const char*>({nullptr, "", "/"}));
        break;
      case 3:
        model = TfLiteModelCreateWithErrorReporter(file_.data(), file_.size(),
                                                   Ignore, &messages_);
        break;
      case 4:
        if (models_.empty()) return;
        TfLiteModelDelete(models_.back());
        models_.pop_back();
        return;
      default:
        model = TfLiteModelCreate(file_.data(), file_.size());
    }
    if (model != nullptr) models_.push_back(model);
  }

  void CallOptions() {
    TfLiteInterpreterOptions* options = Options();
    switch (Below(10)) {
      case 0:
        options_.push_back(TfLiteInterpreterOptionsCreate());
        return;
      case 1:
        options = TfLiteInterpreterOptionsCopy(options);
        if (options != nullptr) options_.push_back(options);
        return;
      case 2:
        if (options_.empty()) return;
        TfLiteInterpreterOptionsDelete(options_.back());
        options_.pop_back();
        return;
      case 3:
        return TfLiteInterpreterOptionsSetNumThreads(
            options, Pick({1, 2, 3, -1, 0, -7, kMin}));
      case 4:
        return TfLiteInterpreterOptionsSetErrorReporter(
            options, Below(3) == 0 ? nullptr : Ignore, &messages_);
      case 5:
        EXPECT_EQ(TfLiteInterpreterOptionsEnableCancellation(options, true),
                  options == nullptr ? kTfLiteError : kTfLiteOk);
        return;
      case 6:
        return TfLiteInterpreterOptionsAddCustomOp(
            options, Pick<const char*>({nullptr, "", "op"}), nullptr, Index(),
            Index());
      case 7:
        return TfLiteInterpreterOptionsAddBuiltinOp(
            options,
            static_cast<TfLiteBuiltinOperator>(
                Pick({kMin, -1, 205, 9999, kMax})),
            nullptr, Index(), Index());
      case 8:
        return TfLiteInterpreterOptionsSetOpResolver(options, nullptr, nullptr,
                                                     nullptr);
      default:
        TfLiteInterpreterOptionsAddOperator(options, nullptr);
        TfLiteInterpreterOptionsAddDelegate(
            options, Below(2) == 0 ? nullptr : NewDelegate());
    }
  }

  void Create() {
    if (live_.size() > 3) return Delete(Below(4));
    Live live;
    if (Below(5) == 0) {
      live.interpreter =
          TfLiteInterpreterCreateWithSelectedOps(Model(), Options());
      // There are no operators.
      EXPECT_EQ(live.interpreter, nullptr);
      return;
    }
    live.interpreter = TfLiteInterpreterCreate(Model(), Options());
    if (live.interpreter != nullptr) live_.push_back(std::move(live));
  }

  void Delete(size_t i) {
    const bool runners_first = Below(2) == 0;
    if (!runners_first) TfLiteInterpreterDelete(live_[i].interpreter);
    for (auto* runner : live_[i].runners) TfLiteSignatureRunnerDelete(runner);
    if (runners_first) TfLiteInterpreterDelete(live_[i].interpreter);
    live_.erase(live_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  TfLiteDelegate* NewDelegate() {
    if (!delegates_.empty() && Below(3) == 0) return delegates_.back().get();
    conformance::MirrorOptions options;
    options.operators = {BuiltinOperator_ADD};
    constexpr conformance::MirrorFault kFaults[] = {
        conformance::MirrorFault::kNone, conformance::MirrorFault::kInit,
        conformance::MirrorFault::kPrepare, conformance::MirrorFault::kInvoke};
    options.fault = kFaults[Below(4)];
    delegates_.push_back(CreateMirrorDelegate(options));
    return delegates_.back().get();
  }

  void CallDelegate() {
    TfLiteInterpreter* interpreter = Interpreter();
    TfLiteDelegate* delegate = Below(5) == 0 ? nullptr : NewDelegate();
    TfLiteInterpreterModifyGraphWithDelegate(interpreter, delegate);
    // The host shares the ownership.
    if (Below(4) == 0 && !UsedByOptions()) delegates_.clear();
  }
  // Options have the delegates' addresses only.
  bool UsedByOptions() const { return !options_.empty(); }

  std::vector<int> Dims() {
    switch (Below(8)) {
      case 0:
        return {Below(5)};
      case 1:
        return {};
      case 2:
        return {Pick({-1, kMin, kMax, 1 << 20}), Pick({kMax, -1, 1 << 20})};
      case 3:
        return std::vector<int>(Below(9), 1);
      default:
        return {1 + Below(kLentRows - 1), kColumns};
    }
  }

  void CallInterpreter() {
    TfLiteInterpreter* interpreter = Interpreter();
    TfLiteBufferHandle handle = 0;
    TfLiteOpaqueDelegate* delegate = nullptr;
    char text[50];
    switch (Below(13)) {
      case 0:
      case 1: {
        const std::vector<int> dims = Dims();
        TfLiteInterpreterResizeInputTensor(
            interpreter, Index(), Below(9) == 0 ? nullptr : dims.data(),
            Below(9) == 0 ? Pick({-1, kMin}) : static_cast<int>(dims.size()));
        return;
      }
      case 2:
      case 3:
        TfLiteInterpreterAllocateTensors(interpreter);
        return;
      case 4:
      case 5:
        TfLiteInterpreterInvoke(interpreter);
        return;
      case 6:
        TfLiteInterpreterCancel(interpreter);
        return;
      case 7:
        TfLiteInterpreterSetBufferHandle(interpreter, AnyTensor(), Index(),
                                         nullptr);
        TfLiteInterpreterGetBufferHandle(interpreter, Index(), &handle,
                                         Below(2) == 0 ? nullptr : &delegate);
        return;
      case 8:
        TfLiteInterpreterEnsureTensorDataIsReadable(interpreter, Index());
        return TfLiteSetAllowBufferHandleOutput(interpreter, Below(2) == 0);
      case 9:
        TfLiteInterpreterDelegationReportJson(
            interpreter, Below(2) == 0 ? nullptr : text, Below(sizeof(text)));
        return;
      case 10:
        TfLiteInterpreterResetVariableTensors(interpreter);
        EXPECT_EQ(TfLiteInterpreterGetVariableTensor(interpreter, Index()),
                  nullptr);
        return;
      default:
        return Lend();
    }
  }

  // Memory of the application for a tensor, sometimes too little or none.
  void Lend() {
    Live* live = AnyLive();
    if (live == nullptr) return;
    live->lent.emplace_back(new float[kLentBytes / sizeof(float)]());
    const TfLiteCustomAllocation allocation = {
        Below(5) == 0 ? nullptr : live->lent.back().get(),
        Pick<size_t>({0, 4, kLentBytes, kLentBytes, kLentBytes, kLentBytes})};
    TfLiteInterpreterSetCustomAllocationForTensor(
        live->interpreter, Index(), Below(9) == 0 ? nullptr : &allocation,
        Pick<int64_t>({0, 1, 1, 1, -1}));
  }

  void CallSignature() {
    Live* live = AnyLive();
    TfLiteInterpreter* interpreter =
        Below(9) == 0 || live == nullptr ? nullptr : live->interpreter;
    TfLiteInterpreterGetSignatureKey(interpreter, Index());
    TfLiteSignatureRunner* runner =
        TfLiteInterpreterGetSignatureRunner(interpreter, Name());
    if (runner != nullptr) live->runners.push_back(runner);
    runner = live == nullptr ? nullptr : AnyOf(live->runners);
    TfLiteSignatureRunnerGetInputName(runner, Index());
    TfLiteSignatureRunnerGetOutputName(runner, Index());
    CallTensor(TfLiteSignatureRunnerGetInputTensor(runner, Name()));
    TfLiteTensorName(TfLiteSignatureRunnerGetOutputTensor(runner, Name()));
    switch (Below(5)) {
      case 0: {
        const std::vector<int> dims = Dims();
        TfLiteSignatureRunnerResizeInputTensor(
            runner, Name(), Below(9) == 0 ? nullptr : dims.data(),
            static_cast<int>(dims.size()));
        return;
      }
      case 1:
        TfLiteSignatureRunnerAllocateTensors(runner);
        return;
      case 2:
        TfLiteSignatureRunnerInvoke(runner);
        return;
      case 3:
        TfLiteSignatureRunnerCancel(runner);
        return;
      default:
        if (live == nullptr || live->runners.empty()) return;
        TfLiteSignatureRunnerDelete(live->runners.back());
        live->runners.pop_back();
    }
  }

  TfLiteTensor* AnyTensor() {
    TfLiteInterpreter* interpreter = Interpreter();
    switch (Below(3)) {
      case 0:
        return TfLiteInterpreterGetInputTensor(interpreter, Index());
      case 1:
        return const_cast<TfLiteTensor*>(
            TfLiteInterpreterGetOutputTensor(interpreter, Index()));
      default:
        return TfLiteInterpreterGetTensor(interpreter, Index());
    }
  }

  void CallTensor(TfLiteTensor* tensor) {
    TfLiteTensorDim(tensor, Index());
    TfLiteTensorQuantizationParams(tensor);
    TfLiteTensorName(tensor);
    std::vector<char> bytes(TfLiteTensorByteSize(tensor), 'b');
    const bool right = Below(2) == 0;
    const size_t size =
        right ? bytes.size()
              : Pick({size_t{0}, bytes.size() - 1, bytes.size() + 1, SIZE_MAX});
    void* data = Below(9) == 0 ? nullptr : bytes.data();
    if (!right && size == bytes.size()) return;
    const TfLiteStatus status =
        Below(2) == 0 ? TfLiteTensorCopyFromBuffer(tensor, data, size)
                      : TfLiteTensorCopyToBuffer(tensor, data, size);
    EXPECT_TRUE(right || status == kTfLiteError);
  }

  void CallOpaqueTensor(TfLiteTensor* tensor) {
    TfLiteOpaqueTensor* opaque = Opaque(tensor);
    const char* const texts[] = {"a", "b", nullptr};
    const int lengths[] = {1, 1, Pick({0, 1, -1})};
    const char* text = nullptr;
    int length = 0;
    int32_t extent = 0;
    switch (Below(8)) {
      case 0:
        TfLiteOpaqueTensorWriteStrings(opaque, Below(9) == 0 ? nullptr : texts,
                                       Pick({0, 1, 2, 2, 2, 3, -1}), lengths);
        return;
      case 1:
        TfLiteOpaqueTensorWriteString(opaque, texts[Below(3)],
                                      Pick({0, 1, -1, kMin}));
        return;
      case 2:
        TfLiteOpaqueTensorGetString(opaque, Index(), &text,
                                    Below(9) == 0 ? nullptr : &length);
        return;
      case 3:
        TfLiteOpaqueTensorGetDimSignature(opaque, Index(), &extent);
        TfLiteOpaqueTensorGetNumDimsSignature(opaque, nullptr);
        return;
      case 4:
        TfLiteOpaqueTensorGetDataStability(opaque);
        TfLiteOpaqueTensorGetShapeKnownStep(opaque);
        TfLiteOpaqueTensorGetDataKnownStep(opaque);
        TfLiteOpaqueTensorGetAllocationStrategy(opaque);
        return;
      default:
        TfLiteOpaqueTensorGetStringCount(opaque);
        TfLiteOpaqueTensorGetQuantization(opaque);
    }
  }

  void CheckRun(Live* live) {
    ASSERT_NE(live->interpreter, nullptr);
    const int rows = 1 + Below(kLentRows - 1);
    const int dims[] = {rows, kColumns}, two[] = {2};
    TfLiteInterpreter* interpreter = live->interpreter;
    for (const int t : {0, 2}) {
      if (live->lent.empty()) break;
      live->lent.emplace_back(new float[kLentBytes / sizeof(float)]());
      const TfLiteCustomAllocation enough = {live->lent.back().get(),
                                             kLentBytes};
      TfLiteInterpreterSetCustomAllocationForTensor(
          interpreter, t, &enough, kTfLiteCustomAllocationFlagsSkipAlignCheck);
    }
    for (const int t : {3, 5}) ASSERT_TRUE(TakeBack(live, t)) << t;
    ASSERT_EQ(TfLiteInterpreterResizeInputTensor(interpreter, 0, dims, 2),
              kTfLiteOk);
    ASSERT_EQ(TfLiteInterpreterResizeInputTensor(interpreter, 1, two, 1),
              kTfLiteOk);
    ASSERT_EQ(TfLiteInterpreterAllocateTensors(interpreter), kTfLiteOk);
    const std::vector<float> x(rows * kColumns, 0.5f);
    ASSERT_EQ(TfLiteTensorCopyFromBuffer(
                  TfLiteInterpreterGetInputTensor(interpreter, 0), x.data(),
                  x.size() * sizeof(float)),
              kTfLiteOk);
    const char* const words[] = {"a", "b"};
    const int lengths[] = {1, 1};
    TfLiteTensor* strings = TfLiteInterpreterGetInputTensor(interpreter, 1);
    ASSERT_EQ(
        TfLiteOpaqueTensorWriteStrings(Opaque(strings), words, 2, lengths),
        kTfLiteOk);
    ASSERT_EQ(TfLiteInterpreterInvoke(interpreter), kTfLiteOk);
    std::vector<float> y(x.size());
    ASSERT_EQ(TfLiteTensorCopyToBuffer(
                  TfLiteInterpreterGetOutputTensor(interpreter, 0), y.data(),
                  y.size() * sizeof(float)),
              kTfLiteOk);
    for (size_t i = 0; i < y.size(); ++i) {
      ASSERT_EQ(y[i], 1.5f + static_cast<float>(i % kColumns)) << i;
    }
    bool equal[2] = {true, true};
    ASSERT_EQ(TfLiteTensorCopyToBuffer(
                  TfLiteInterpreterGetOutputTensor(interpreter, 1), equal, 2),
              kTfLiteOk);
    ASSERT_FALSE(equal[0]);
    ASSERT_TRUE(equal[1]);
  }

  // There is no function to take lent memory back, so that other tensors get
  // memory that is large enough.
  bool TakeBack(Live* live, int tensor) {
    TfLiteTensor* t = TfLiteInterpreterGetTensor(live->interpreter, tensor);
    if (t == nullptr) return false;
    if (t->allocation_type != kTfLiteCustom) return true;
    live->lent.emplace_back(new float[kLentBytes / sizeof(float)]());
    const TfLiteCustomAllocation enough = {live->lent.back().get(), kLentBytes};
    return TfLiteInterpreterSetCustomAllocationForTensor(
               live->interpreter, tensor, &enough, 1) == kTfLiteOk;
  }

  static constexpr int kMin = std::numeric_limits<int>::min();
  static constexpr int kMax = std::numeric_limits<int>::max();

  const std::string& file_;
  std::mt19937 random_;
  int messages_ = 0;
  std::vector<TfLiteDelegateUniquePtr> delegates_;
  std::vector<TfLiteModel*> models_;
  std::vector<TfLiteInterpreterOptions*> options_;
  std::vector<Live> live_;
};

TEST(RandomCCalls, EndInAnErrorAtMost) {
  constexpr uint32_t kSeeds = 300;
  constexpr int kSteps = 60;
  base::SetMinLogLevel(base::LogLevel::kSilent);
  const std::string file = ModelFile();
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    {
      Caller caller(file, seed);
      for (int i = 0; i < kSteps && !HasFailure(); ++i) caller.Step();
      if (!HasFailure()) caller.Check();
      ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
    ASSERT_EQ(conformance::LiveMirrorKernels(), 0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tflite::fault
