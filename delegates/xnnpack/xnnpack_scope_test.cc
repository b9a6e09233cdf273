// A process may have other copies of XNNPACK and of what it needs, of other
// releases: PyTorch brings some. Neither sees the other.
#include <dlfcn.h>

#include <string>

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "delegates/xnnpack/xnnpack_functions.h"
#include "delegates/xnnpack/xnnpack_options.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::xnnpack {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::kFloat32;
using conformance::NodesLeft;
using conformance::Prepared;

// Runs an addition on XNNPACK, in two threads.
void RunOnXnnpack() {
  Case c("Add", "float32");
  c.Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(kFloat32, {3, 500})
      .In(kFloat32, {3, 500})
      .Out(kFloat32);
  TfLiteDelegate* const delegate = CreateXnnpackDelegate({});
  {
    const auto run = Prepared(c, delegate, /*threads=*/2);
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    ExpectSame(c, *run);
  }
  TfLiteXNNPackDelegateDelete(delegate);
}

TEST(XnnpackScope, IsApartFromOtherCopies) {
  for (const char* name : {"__asan_init", "__msan_init", "__tsan_init"}) {
    if (dlsym(RTLD_DEFAULT, name) != nullptr) {
      GTEST_SKIP() << "sanitizers refuse RTLD_DEEPBIND";
    }
  }
  void* const other = dlopen("delegates/xnnpack/other_copy.so",
                             RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  ASSERT_NE(other, nullptr) << dlerror();
  const auto* const calls =
      static_cast<const int*>(dlsym(other, "other_copy_calls"));
  ASSERT_NE(calls, nullptr);
  ASSERT_TRUE(LoadXnnpack().ok()) << LoadXnnpack();
  RunOnXnnpack();
  EXPECT_EQ(*calls, 0);
  for (const char* name :
       {"cpuinfo_initialize", "pthreadpool_create", "xnn_initialize"}) {
    EXPECT_EQ(dlsym(RTLD_DEFAULT, name), dlsym(other, name)) << name;
  }
  // What the other copy lacks.
  for (const char* name : {"cpuinfo_get_cores", "pthreadpool_parallelize_6d",
                           "xnn_define_clamp"}) {
    EXPECT_EQ(dlsym(RTLD_DEFAULT, name), nullptr) << name;
  }
}

}  // namespace
}  // namespace tflite::xnnpack
