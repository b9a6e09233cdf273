#ifndef KERNELS_TESTING_OP_TEST_H_
#define KERNELS_TESTING_OP_TEST_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/elements.h"
#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// One scale and zero point, or one per slice of `dimension`. Default: none.
struct Quantized {
  Quantized() = default;
  Quantized(float scale, int32_t zero_point = 0)  // NOLINT: the usual case
      : scales{scale}, zero_points{zero_point} {}
  Quantized(std::vector<float> s, std::vector<int32_t> z, int dim = 0)
      : scales(std::move(s)), zero_points(std::move(z)), dimension(dim) {}

  std::vector<float> scales;
  std::vector<int32_t> zero_points;
  int dimension = 0;
};

// A graph of one node, run through the adapter that resolvers use:
//
//   OpTest t;
//   t.Input<float>({1, 2}, {3, 4}).Output<float>().Params(TfLiteAddParams{});
//   ASSERT_TRUE(IsOk(t.Run(MakeOpFunctions<&BindAdd, &EvalAddReference>())));
//   EXPECT_TRUE(t.OutputIs({...}));
//
// Outputs are filled with garbage before each invoke. Every tensor has guard
// bands; a write outside of one fails the run. Errors carry the text that the
// interpreter would report. One thread at a time.
class OpTest {
 public:
  // `threads` is what the node's thread pool has.
  explicit OpTest(int threads = 1);
  ~OpTest();
  OpTest(const OpTest&) = delete;
  OpTest& operator=(const OpTest&) = delete;

  // Adds an input; a constant one can be read while binding, a variable one
  // keeps from run to run what the node writes to it.
  template <typename T>
  OpTest& Input(const Shape& shape, const std::vector<T>& values,
                const Quantized& quantized = {}) {
    return Add(kInput, TypeOf<T>(), shape, EncodeElements(values), quantized);
  }
  template <typename T>
  OpTest& Const(const Shape& shape, const std::vector<T>& values,
                const Quantized& quantized = {}) {
    return Add(kConstant, TypeOf<T>(), shape, EncodeElements(values),
               quantized);
  }
  template <typename T>
  OpTest& Variable(const Shape& shape, const std::vector<T>& values,
                   const Quantized& quantized = {}) {
    return Add(kVariable, TypeOf<T>(), shape, EncodeElements(values),
               quantized);
  }
  // Element types without a C++ type, e.g. INT4: the bytes as stored.
  OpTest& InputBytes(TfLiteType type, const Shape& shape,
                     const std::vector<uint8_t>& bytes,
                     const Quantized& quantized = {}) {
    return Add(kInput, type, shape, bytes, quantized);
  }
  OpTest& ConstBytes(TfLiteType type, const Shape& shape,
                     const std::vector<uint8_t>& bytes,
                     const Quantized& quantized = {}) {
    return Add(kConstant, type, shape, bytes, quantized);
  }
  // An optional input left out.
  OpTest& NoInput();

  // Adds an output or intermediate tensor.
  OpTest& OutputOf(TfLiteType type, const Quantized& quantized = {}) {
    return Add(kOutput, type, {}, {}, quantized);
  }
  template <typename T>
  OpTest& Output(const Quantized& quantized = {}) {
    return OutputOf(TypeOf<T>(), quantized);
  }
  OpTest& Intermediate(TfLiteType type, const Quantized& quantized = {}) {
    return Add(kIntermediate, type, {}, {}, quantized);
  }

  // The node's options; without a call it has none.
  template <typename P>
  OpTest& Params(const P& params) {
    static_assert(std::is_trivially_copyable_v<P>, "options are C structs");
    return SetParams(&params, sizeof(P));
  }
  OpTest& CustomOptions(const std::vector<uint8_t>& options);

  // Binds and plans memory as the interpreter does, on a fresh node; evaluates.
  Status Prepare(const OpFunctions& functions);
  // Binds the same node again, which keeps its state: what the interpreter does
  // after inputs were resized.
  Status PrepareAgain();
  Status Invoke();
  Status Run(const OpFunctions& functions);

  // Only binds, for a look at the bound operator.
  template <typename Op>
  StatusOr<Op> Bound(StatusOr<Op> (*bind)(const NodeView&)) {
    return bind(View());
  }

  // New values (as many as before) or a new shape of input i, zeros in it;
  // after a new shape, Run or Prepare.
  template <typename T>
  void SetInput(int i, const std::vector<T>& values) {
    SetInputBytes(i, EncodeElements(values));
  }
  void ResizeInput(int i, const Shape& shape);

  // Whether output i holds these numbers, each within abs + rel * |want|. NaN
  // matches NaN. Prints the first that differs.
  ::testing::AssertionResult OutputIs(const std::vector<double>& want,
                                      double abs = 0, double rel = 0,
                                      int i = 0);
  // The numbers of output i; complex ones give two each, packed types none.
  std::vector<double> Numbers(int i = 0);
  // Elements after a run.
  template <typename T>
  std::vector<T> Out(int i = 0) {
    EXPECT_EQ(output(i)->type, TypeOf<T>());
    return DecodeElements<T>(*output(i));
  }
  template <typename T>
  std::vector<T> In(int i) {
    return DecodeElements<T>(*input(i));
  }
  int num_outputs() const;
  Shape OutShape(int i = 0) { return Shape(output(i)->dims); }
  // How often constants were packed whose memory is not needed any more.
  int PackedConstants() const;
  // The sizes in bytes of the scratch memory that the node requested.
  std::vector<size_t> ScratchBytes() const;

  // For what the functions above leave out. Valid until the next call.
  TfLiteTensor* input(int i);
  TfLiteTensor* output(int i);
  Host& host();

 private:
  enum Role { kInput, kConstant, kVariable, kOutput, kIntermediate };
  struct Graph;

  OpTest& Add(Role role, TfLiteType type, const Shape& shape,
              const std::vector<uint8_t>& bytes, const Quantized& quantized);
  OpTest& SetParams(const void* params, size_t bytes);
  void SetInputBytes(int i, const std::vector<uint8_t>& bytes);
  NodeView View();

  std::unique_ptr<Graph> graph_;
};

// Whether there is no error; prints it otherwise.
::testing::AssertionResult IsOk(const Status& status);
// Whether the text of an error names a numbered constraint: "C3".
::testing::AssertionResult Violates(const Status& status,
                                    const std::string& constraint);

// Runs the node with both kernels and compares all outputs, as OutputIs does.
::testing::AssertionResult Agree(OpTest& test, const OpFunctions& reference,
                                 const OpFunctions& fast, double abs = 0,
                                 double rel = 0);

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_OP_TEST_H_
