#include "delegates/skeleton/skeleton_program.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tflite::skeleton {
namespace {

// Instructions run one after another. Tensors at the border of the partition
// are the host's; those within it belong to the program.
class SkeletonProgram : public PartitionProgram {
 public:
  SkeletonProgram(std::vector<SkeletonInstruction> instructions,
                  const std::vector<int>& outputs)
      : instructions_(std::move(instructions)) {
    const std::set<int> border(outputs.begin(), outputs.end());
    for (const SkeletonInstruction& i : instructions_) {
      if (border.count(i.output) == 0) inner_[i.output].resize(i.elements);
    }
  }

  Status Run(TfLiteContext* context) override {
    for (const SkeletonInstruction& i : instructions_) {
      const float* in = Memory(context, i.inputs[0]);
      float* out = Memory(context, i.output);
      switch (i.opcode) {
        case SkeletonInstruction::kNegate:
          std::transform(in, in + i.elements, out, std::negate<float>());
          break;
      }
    }
    return OkStatus();
  }

 private:
  float* Memory(TfLiteContext* context, int tensor) {
    const auto inner = inner_.find(tensor);
    return inner != inner_.end() ? inner->second.data()
                                 : context->tensors[tensor].data.f;
  }

  const std::vector<SkeletonInstruction> instructions_;
  std::map<int, std::vector<float>> inner_;
};

}  // namespace

StatusOr<std::unique_ptr<PartitionProgram>> SkeletonBuilder::Finish() {
  return std::unique_ptr<PartitionProgram>(
      new SkeletonProgram(std::move(instructions_), partition_.outputs));
}

}  // namespace tflite::skeleton
