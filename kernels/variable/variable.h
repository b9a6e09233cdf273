#ifndef KERNELS_VARIABLE_VARIABLE_H_
#define KERNELS_VARIABLE_VARIABLE_H_

#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/base/resources.h"

namespace tflite::kernels {

// Tensors that keep their value from invoke to invoke and are shared by the
// graphs of a model.
//   VAR_HANDLE       output: RESOURCE, the id of a named variable
//   ASSIGN_VARIABLE  inputs: RESOURCE, value; replaces value and shape
//   READ_VARIABLE    input: RESOURCE; output: the value. An output that the
//                    model gives a shape (rank 1 or more) keeps it, and takes
//                    as many leading elements as it has; any other takes the
//                    value's
//
// Constraints:
//   C1 the handle is a RESOURCE (or INT32) of one element
//   C2 a variable that is read has been assigned a value of the output's type,
//      of no fewer elements than an output with a shape
//   C3 the value has a fixed element size, or is a STRING

// The resource behind a handle.
class Variable : public Resource {
 public:
  bool IsInitialized() const override { return type_ != kTfLiteNoType; }
  size_t MemoryBytes() const override { return data_.size(); }
  ResourceType GetResourceType() const override {
    return ResourceType::kVariable;
  }
  std::function<void()> Save() override {
    return [this, saved = *this] { *this = saved; };
  }

  TfLiteType type() const { return type_; }
  const Shape& shape() const { return shape_; }
  const std::vector<char>& data() const { return data_; }
  void Assign(const TensorView& value, ThreadPool& threads);

 private:
  TfLiteType type_ = kTfLiteNoType;
  Shape shape_;
  std::vector<char> data_;
};

struct VarHandle : BoundOp {
  std::string container;
  std::string name;
};
struct AssignVariable : BoundOp {};
struct ReadVariable : BoundOp {};

StatusOr<VarHandle> BindVarHandle(const NodeView& node);
StatusOr<AssignVariable> BindAssignVariable(const NodeView& node);
StatusOr<ReadVariable> BindReadVariable(const NodeView& node);

Status EvalVarHandleReference(const VarHandle& op, EvalContext& context);
Status EvalAssignVariableReference(const AssignVariable& op,
                                   EvalContext& context);
Status EvalReadVariableReference(const ReadVariable& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_VARIABLE_VARIABLE_H_
