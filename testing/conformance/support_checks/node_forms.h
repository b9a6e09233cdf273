#ifndef TESTING_CONFORMANCE_SUPPORT_CHECKS_NODE_FORMS_H_
#define TESTING_CONFORMANCE_SUPPORT_CHECKS_NODE_FORMS_H_

#include <functional>
#include <memory>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace conformance {

// A copy of a node and of its graph's tensors that takes other forms, as models
// may have them: other types, shapes, quantization, contents of constants and
// options, absent inputs, other versions. The host's graph does not change.
class NodeForms {
 public:
  // Whether a form is taken.
  using Check = std::function<bool(TfLiteContext*, const TfLiteRegistration&,
                                   const TfLiteNode&)>;

  // While the host lets delegates look at the node, which has this index.
  NodeForms(TfLiteContext* context, int index);
  NodeForms(const NodeForms&) = delete;
  NodeForms& operator=(const NodeForms&) = delete;

  // Pretends that one convolution writes the node's inputs and another one
  // reads its output.
  void PutBetweenLayers();

  // Calls the function for the node as it is, then for each of its forms. The
  // context has the copy's tensors. Which forms there are depends on answers:
  // the largest extents and options that are taken are searched for.
  void ForEach(const Check& check);

  TfLiteContext* context() { return &context_; }
  const TfLiteRegistration& registration() const { return registration_; }

 private:
  struct FreeArray {
    void operator()(TfLiteIntArray* a) const { TfLiteIntArrayFree(a); }
    void operator()(TfLiteFloatArray* a) const { TfLiteFloatArrayFree(a); }
  };

  TfLiteTensor& At(int t) { return context_.tensors[t]; }
  bool IsConstant(int t);
  std::vector<int> ShapeOf(int t);
  TfLiteIntArray* Ints(const std::vector<int>& values);
  // Checks the current form if it `fits`, and returns to the original one.
  bool Try(bool fits);
  // Searches for the largest number that is taken, if `from` is.
  void Largest(int from, const std::function<bool(int)>& taken);
  // Changes the tensor; false if its contents would be too large.
  bool SetType(int t, TfLiteType type);
  bool SetShape(int t, const std::vector<int>& shape);
  bool GiveContents(int t);
  void SetScales(int t, const std::vector<float>& scales, int zero_point,
                 int dimension);

  void Types();
  void Shapes(const std::vector<int>& tensors);
  void Together();
  void Roles(int t);
  void Quantization(int t);
  void Contents(int t);
  template <typename T>
  void Values(int t, const std::vector<T>& values);
  void Operands();
  void Options();
  template <typename T>
  void Field(char* field, const std::vector<T>& values);

  const Check* check_ = nullptr;
  TfLiteContext context_;
  TfLiteRegistration registration_, first_registration_;
  TfLiteNode node_, first_node_;
  std::vector<TfLiteTensor> tensors_, first_tensors_;
  std::vector<int> operands_;  // tensors that are present, each once
  // What the current form consists of.
  std::vector<std::unique_ptr<TfLiteIntArray, FreeArray>> arrays_;
  std::vector<std::unique_ptr<TfLiteFloatArray, FreeArray>> scales_;
  std::vector<std::unique_ptr<TfLiteAffineQuantization>> quantizations_;
  std::vector<std::vector<char>> contents_;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_SUPPORT_CHECKS_NODE_FORMS_H_
