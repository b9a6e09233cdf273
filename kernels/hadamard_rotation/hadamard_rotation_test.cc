#include "kernels/hadamard_rotation/hadamard_rotation.h"

#include "flatbuffers/flexbuffers.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kRotate =
    MakeOpFunctions<&BindHadamardRotation, &EvalHadamardRotationReference>();

std::vector<uint8_t> Options(int size) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("hadamard_size", size);
    builder.TypedVector("random_binary_vector", [&] {
      builder.Int(1);
      builder.Int(-1);
    });
  });
  builder.Finish();
  return builder.GetBuffer();
}

TEST(HadamardRotationBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kRotate), "C1"));
}

TEST(HadamardRotationBind, RejectsTypesAndScalars_C2) {
  OpTest type;
  type.Input<half>({2}, {1, 2}).Output<half>().CustomOptions(Options(2));
  EXPECT_TRUE(Violates(type.Run(kRotate), "C2"));
  OpTest scalar;
  scalar.Input<float>({}, {1}).Output<float>().CustomOptions(Options(1));
  EXPECT_TRUE(Violates(scalar.Run(kRotate), "C2"));
}

TEST(HadamardRotationBind, RejectsUnsoundOptions_C3) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Output<float>().CustomOptions({7});
  EXPECT_TRUE(Violates(test.Run(kRotate), "C3"));
}

TEST(HadamardRotationBind, RejectsSizes_C4) {
  for (const int size : {0, -2, 3, 8}) {
    OpTest test;
    test.Input<float>({6}, {1, 2, 3, 4, 5, 6}).Output<float>();
    test.CustomOptions(Options(size));
    EXPECT_TRUE(Violates(test.Run(kRotate), "C4")) << size;
  }
}

TEST(HadamardRotation, MultipliesEachRun) {
  OpTest test;
  test.Input<float>({1, 8}, {1, 2, 3, 4, 1, 0, 0, 0}).Output<float>();
  test.CustomOptions(Options(4));
  ASSERT_TRUE(IsOk(test.Run(kRotate)));
  EXPECT_TRUE(test.OutputIs({5, -1, -2, 0, 0.5, 0.5, 0.5, 0.5}, 1e-6));
}

TEST(HadamardRotation, ThreadsTakeRuns) {
  EXPECT_TRUE(ThreadsAgree(kRotate, [](OpTest& test) {
    test.Input<float>({300, 128}, RandomElements<float>(38400, -1, 1, 1));
    test.Output<float>().CustomOptions(Options(64));
  }));
}

TEST(HadamardRotation, NoElements) {
  OpTest test;
  test.Input<float>({0, 4}, {}).Output<float>().CustomOptions(Options(4));
  ASSERT_TRUE(IsOk(test.Run(kRotate)));
  EXPECT_EQ(test.OutShape(), Shape({0, 4}));
}

}  // namespace
}  // namespace tflite::kernels
