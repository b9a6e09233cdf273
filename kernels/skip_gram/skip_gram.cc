#include "kernels/skip_gram/skip_gram.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<SkipGram> BindSkipGram(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView text, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteSkipGramParams>());
  TFLL_CONSTRAINT(
      C2, text.type() == kTfLiteString && output.type() == kTfLiteString,
      "text is ", text.ToString(), ", output ", output.ToString());
  SkipGram op;
  op.ngram_size = params->ngram_size;
  op.max_skip_size = params->max_skip_size;
  op.include_all_ngrams = params->include_all_ngrams;
  op.outputs.push_back(OutputSpec::Dynamic());
  return op;
}

}  // namespace tflite::kernels
