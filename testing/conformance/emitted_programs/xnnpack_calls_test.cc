// How the XNNPACK delegate defines graphs of conformance cases, creates
// runtimes of them and sets them up. A library that only records the calls is
// in the place of XNNPACK, with all operations, whatever is installed. Results
// show little of flags, of ranges that do not bind, and of what the installed
// release does not have. xnnpack.golden has a digest for each operator.
//
// If calls were changed on purpose, run
// ./bazelw run //:update_goldens -- digests
// The test with --list=conv_2d prints the calls of an operator.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "delegates/xnnpack/xnnpack_device.h"
#include "delegates/xnnpack/xnnpack_library.h"
#include "delegates/xnnpack/xnnpack_options.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/digest.h"

namespace tflite {
namespace xnnpack {

// In place of functions that need the library (linkopts in BUILD).
base::Status LoadNothing() asm("__wrap__ZN6tflite7xnnpack11LoadXnnpackEv");
base::Status LoadNothing() { return base::OkStatus(); }
void HasAllOperations(void* operations) asm(
    "__wrap__ZN6tflite7xnnpack17LibraryOperationsC1Ev");
void HasAllOperations(void* operations) {
  std::memset(operations, 0xff, sizeof(LibraryOperations));
}

}  // namespace xnnpack

namespace conformance {
namespace {

using base::StrAppend;

constexpr char kGolden[] =
    "testing/conformance/emitted_programs/xnnpack.golden";
constexpr int kSeed = 1;
constexpr int kRandomCases = 10;  // of each operator
// Not external, and far from the numbers of those that are.
constexpr uint32_t kFirstValue = 1000;

// The calls since the last Start.
struct Calls {
  std::string text;
  std::map<uint32_t, size_t> ranks;  // of values
  uint32_t next_value = kFirstValue;
} g_calls;

size_t BytesOf(xnn_datatype type) {
  switch (type) {
    case xnn_datatype_fp32:
    case xnn_datatype_qint32:
    case xnn_datatype_qcint32:
      return 4;
    default:
      return 1;
  }
}

std::string Contents(const void* data, size_t bytes) {
  const auto* first = static_cast<const char*>(data);
  return Digest().Add(std::string(first, first + bytes)).text();
}

// The text of a call's arguments. Arrays have as many elements as the first
// argument of type size_t says, or as the value to pad has dimensions.
class Arguments {
 public:
  template <typename R, typename... Args>
  explicit Arguments(R (*)(Args...), const Args&... args) {
    (Note(args), ...);
    if constexpr (std::is_same_v<R (*)(Args...), Pad>) {
      sizes_ = {g_calls.ranks[std::get<4>(std::tie(args...))]};
    }
    (Add(args), ...);
  }
  const std::string& text() const { return text_; }
  size_t rank() const { return dims_.size(); }

 private:
  using Pad = decltype(&::xnn_define_static_constant_pad);

  template <typename T>
  void Note(const T& x) {
    if constexpr (std::is_same_v<T, size_t>) sizes_.push_back(x);
    if constexpr (std::is_same_v<T, xnn_datatype>) type_ = x;
  }

  template <typename T>
  void Add(const T& x) {
    if constexpr (std::is_same_v<T, const size_t*>) {
      dims_.assign(x, x + (sizes_.empty() ? 0 : sizes_[0]));
      for (const size_t extent : dims_) StrAppend(&text_, " x", extent);
    } else if constexpr (std::is_same_v<T, const float*>) {
      scales_ = x;  // one for each index of a dimension that comes later
    } else if constexpr (std::is_same_v<T, const void*>) {
      AddContents(x);
    } else if constexpr (std::is_same_v<T, const xnn_external_value*>) {
      for (size_t i = 0; i < sizes_[0]; ++i) {
        StrAppend(&text_, " value ", x[i].id, x[i].data ? "" : " nowhere");
      }
    } else if constexpr (std::is_pointer_v<T>) {
      StrAppend(&text_, x == nullptr ? " null" : " pointer");
    } else {
      StrAppend(&text_, " ", x);
    }
  }

  void AddContents(const void* data) {
    if (data == nullptr) return StrAppend(&text_, " no contents");
    const size_t count = std::accumulate(dims_.begin(), dims_.end(), size_t{1},
                                         std::multiplies<size_t>());
    StrAppend(&text_, " ", Contents(data, count * BytesOf(type_)));
    if (scales_ == nullptr) return;
    StrAppend(&text_, " scales ",
              Contents(scales_, dims_[sizes_[1]] * sizeof(float)));
  }

  std::string text_;
  std::vector<size_t> sizes_, dims_;
  const float* scales_ = nullptr;
  xnn_datatype type_ = xnn_datatype_invalid;
};

template <typename Name, typename Function>
struct Recorded;
template <typename Name, typename R, typename... Args>
struct Recorded<Name, R (*)(Args...)> {
  static R Call(Args... args) {
    const Arguments arguments(&Call, args...);
    StrAppend(&g_calls.text, Name::Get(), arguments.text(), "\n");
    const auto all = std::tie(args...);
    auto& last = std::get<sizeof...(Args) - 1>(all);
    using Last = std::decay_t<decltype(last)>;
    if constexpr (std::is_same_v<Last, uint32_t*>) {
      // Of a value: its number is asked for, or new.
      const uint32_t asked = std::get<sizeof...(Args) - 3>(all);
      *last = asked == XNN_INVALID_VALUE_ID ? g_calls.next_value++ : asked;
      g_calls.ranks[*last] = arguments.rank();
    } else if constexpr (std::is_pointer_v<Last>) {
      if constexpr (std::is_pointer_v<std::remove_pointer_t<Last>>) {
        *last = reinterpret_cast<std::remove_pointer_t<Last>>(&g_calls);
      }
    }
    if constexpr (std::is_pointer_v<R>) {
      return reinterpret_cast<R>(&g_calls);
    } else if constexpr (!std::is_void_v<R>) {
      return R();  // success
    }
  }
};

#define TFLL_NAME(name)                        \
  struct name##Name {                          \
    static const char* Get() { return #name; } \
  };
TFLL_XNN_FUNCTIONS(TFLL_NAME)
#undef TFLL_NAME

void RecordCalls() {
#define TFLL_RECORD(name) \
  xnnpack::name = &Recorded<name##Name, decltype(xnnpack::name)>::Call;
  TFLL_XNN_FUNCTIONS(TFLL_RECORD)
#undef TFLL_RECORD
}

// Which functions these operators call, or lack, depends on the release. The
// recorded ones are those of Debian 12.
const std::set<std::string> kDiffering = {"concatenation", "depth_to_space",
                                          "split", "tanh", "transpose"};
constexpr bool kIsRecordedRelease =
    TFLL_HAS_xnn_define_depth_to_space && !TFLL_HAS_xnn_define_concatenate2 &&
    !TFLL_HAS_xnn_define_even_split2 && !TFLL_HAS_xnn_define_static_transpose &&
    !TFLL_HAS_xnn_define_tanh;

// Nothing is computed when this runs.
Case OfConstants() {
  return Case("OfConstants", "float16")
      .Op(kTfLiteBuiltinDequantize)
      .Const(kFloat16, {4})
      .Out(kFloat32);
}

std::vector<Case> AllCases() {
  Suite::Options options;
  options.seed = kSeed;
  options.random_cases = kRandomCases;
  auto cases = Suite(nullptr, options).Cases();
  EXPECT_TRUE(cases.ok()) << cases.status();
  if (!cases.ok()) return {};
  cases->push_back(OfConstants());
  return *std::move(cases);
}

// The calls for a case with the delegate, from applying it to a second run.
std::string CallsOf(const Case& c, TfLiteDelegate* delegate) {
  CaseRun shaped(c, kSeed), run(c, kSeed);
  EXPECT_TRUE(shaped.Build(ReferenceKernels(), nullptr).ok()) << FullName(c);
  EXPECT_TRUE(shaped.Allocate().ok()) << FullName(c);
  const TensorShapes shapes = shaped.Shapes();
  EXPECT_TRUE(run.Build(ReferenceKernels(), &shapes).ok()) << FullName(c);
  g_calls = {};
  const TfLiteStatus applied =
      run.interpreter().ModifyGraphWithDelegate(delegate);
  if (g_calls.text.empty()) return "";
  EXPECT_TRUE(applied == kTfLiteOk || kDiffering.count(OperatorName(c)) != 0)
      << FullName(c) << run.reported();
  EXPECT_TRUE(run.Allocate().ok()) << FullName(c);
  // A loop would not end: nothing is computed.
  const int runs = c.graphs().size() == 1 ? 2 : 0;
  for (int i = 0; i < runs; ++i) {
    EXPECT_EQ(run.interpreter().Invoke(), kTfLiteOk) << FullName(c);
  }
  return g_calls.text;
}

std::map<std::string, std::string> DigestsNow(const std::string& listed = "") {
  RecordCalls();
  xnnpack::XnnpackOptions options;
  options.c.num_threads = 3;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      xnnpack::CreateXnnpackDelegate(options), TfLiteXNNPackDelegateDelete);
  std::map<std::string, Digest> digests;
  for (const Case& c : AllCases()) {
    const std::string name = OperatorName(c);
    if (!listed.empty() && name != listed) continue;
    const std::string calls = CallsOf(c, delegate.get());
    if (calls.empty()) continue;
    digests[name].Add(calls);
    if (!listed.empty()) {
      std::printf("%s\n%s\n", FullName(c).c_str(), calls.c_str());
    }
  }
  std::map<std::string, std::string> texts;
  for (const auto& [name, digest] : digests) texts[name] = digest.text();
  return texts;
}

TEST(XnnpackCalls, AreTheRecordedOnes) {
  auto now = DigestsNow(), kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 30u);
  for (const std::string& name : kDiffering) {
    if (kIsRecordedRelease) break;
    now.erase(name);
    kept.erase(name);
  }
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of calls, see xnnpack_calls_test.cc.",
                      DigestsNow());
}

}  // namespace
}  // namespace conformance
}  // namespace tflite

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(
      argc, argv, tflite::conformance::UpdateGolden,
      [](const char* text) { tflite::conformance::DigestsNow(text); });
}
