#ifndef KERNELS_SKIP_GRAM_SKIP_GRAM_H_
#define KERNELS_SKIP_GRAM_SKIP_GRAM_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SKIP_GRAM: the runs of words of a text in which up to max_skip_size words are
// left out between neighbours, joined by single spaces. Runs have ngram_size
// words; with include_all_ngrams also fewer. Words are what ASCII white space
// parts. Runs come in the order of their words' positions, a run behind those
// that begin with it: "a b c" with sizes 2 and 1 gives a b, a c, (a,) b c, (b,
// c). A text of fewer than ngram_size words gives none.
//
// Input  0 STRING, of which the first element is the text
// Output [runs], STRING
//
// Constraints:
//   C1 one input and one output
//   C2 both are STRING
struct SkipGram : BoundOp {
  int ngram_size, max_skip_size;
  bool include_all_ngrams;
};

StatusOr<SkipGram> BindSkipGram(const NodeView& node);

Status EvalSkipGramReference(const SkipGram& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SKIP_GRAM_SKIP_GRAM_H_
