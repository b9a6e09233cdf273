#include <algorithm>
#include <vector>

#include "kernels/math/cells.h"
#include "kernels/skip_gram/skip_gram.h"

namespace tflite::kernels {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::vector<StringRef> SplitWords(StringRef text) {
  std::vector<StringRef> words;
  const char* end = text.str + text.len;
  for (const char* p = text.str; p != end;) {
    const char* start = std::find_if_not(p, end, IsSpace);
    p = std::find_if(start, end, IsSpace);
    if (p != start) words.push_back({start, static_cast<size_t>(p - start)});
  }
  return words;
}

// Walks the runs depth first.
class Runs {
 public:
  Runs(const SkipGram& op, const std::vector<StringRef>& words)
      : op_(op), words_(words) {}

  // Adds all runs; their number.
  StatusOr<int32_t> AddTo(DynamicBuffer* out) {
    for (size_t first = 0; first < words_.size(); ++first) {
      run_.assign(1, first);
      next_.assign(1, first + 1);
      while (!run_.empty()) TFLL_RETURN_IF_ERROR(Step(out));
    }
    return count_;
  }

 private:
  // How many words, counted from the first, may come next in the run. Where
  // only whole runs count, it stops where too few words are left for one: there
  // may be any number of such runs, of which nothing is added.
  size_t End() const {
    const size_t more = static_cast<size_t>(op_.ngram_size) - run_.size();
    if (more == 0) return 0;
    return op_.include_all_ngrams ? words_.size() : words_.size() - (more - 1);
  }

  // Extends the run by the next word possible; where there is none, adds the
  // run if it counts and goes back.
  Status Step(DynamicBuffer* out) {
    const bool whole = run_.size() == static_cast<size_t>(op_.ngram_size);
    const int64_t reach =
        static_cast<int64_t>(run_.back()) + 1 + op_.max_skip_size;
    const size_t next = next_.back();
    if (next < End() && static_cast<int64_t>(next) <= reach) {
      ++next_.back();
      run_.push_back(next);
      next_.push_back(next + 1);
      return OkStatus();
    }
    if (whole || op_.include_all_ngrams) TFLL_RETURN_IF_ERROR(Add(out));
    run_.pop_back();
    next_.pop_back();
    return OkStatus();
  }

  Status Add(DynamicBuffer* out) {
    joined_.clear();
    for (const size_t i : run_) {
      if (!joined_.empty()) joined_.push_back(' ');
      joined_.insert(joined_.end(), words_[i].str,
                     words_[i].str + words_[i].len);
    }
    if (out->AddString(joined_.data(), joined_.size()) != kTfLiteOk) {
      return Invalid("the text has too many runs of words");
    }
    ++count_;
    return OkStatus();
  }

  const SkipGram& op_;
  const std::vector<StringRef>& words_;
  std::vector<size_t> run_;   // positions of the run's words
  std::vector<size_t> next_;  // for each, the word to try behind it
  std::vector<char> joined_;
  int32_t count_ = 0;
};

}  // namespace

Status EvalSkipGramReference(const SkipGram& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const auto texts, ReadStrings(context.input(0)));
  std::vector<StringRef> words;
  if (!texts.empty()) words = SplitWords(texts[0]);
  DynamicBuffer out;
  int32_t count = 0;
  if (op.ngram_size > 0 && words.size() >= static_cast<size_t>(op.ngram_size)) {
    TFLL_ASSIGN_OR_RETURN(count, Runs(op, words).AddTo(&out));
  }
  return WriteStrings(out, {count}, context.output(0));
}

}  // namespace tflite::kernels
