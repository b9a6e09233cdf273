#ifndef TOOLS_PROFILING_STATS_H_
#define TOOLS_PROFILING_STATS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

// In this namespace because benchmark listeners written for TensorFlow Lite use
// this name.
namespace tensorflow {

// Summary of a series of values.
template <typename ValueType, typename HighPrecisionValueType = double>
class Stat {
 public:
  void UpdateStat(ValueType v) {
    if (count_ == 0) first_ = v;
    newest_ = v;
    max_ = count_ == 0 ? v : std::max(v, max_);
    min_ = count_ == 0 ? v : std::min(v, min_);
    ++count_;
    sum_ += v;
    squared_sum_ += static_cast<HighPrecisionValueType>(v) * v;
    const auto step = static_cast<HighPrecisionValueType>(v) -
                      static_cast<HighPrecisionValueType>(first_);
    steps_ += step;
    squared_steps_ += step * step;
  }
  void Reset() { *this = Stat(); }

  bool empty() const { return count_ == 0; }
  ValueType first() const { return first_; }
  ValueType newest() const { return newest_; }
  ValueType max() const { return max_; }
  ValueType min() const { return min_; }
  int64_t count() const { return count_; }
  ValueType sum() const { return sum_; }
  HighPrecisionValueType squared_sum() const { return squared_sum_; }
  bool all_same() const { return count_ == 0 || min_ == max_; }

  // NaN if there are no values.
  HighPrecisionValueType avg() const {
    return empty() ? std::numeric_limits<HighPrecisionValueType>::quiet_NaN()
                   : static_cast<HighPrecisionValueType>(sum_) / count_;
  }
  // With Bessel's correction; 0 for a single value.
  ValueType sample_variance() const {
    return all_same() || count_ < 2
               ? ValueType{0}
               : static_cast<ValueType>(SquaredDeviations() / (count_ - 1));
  }
  // Population variance.
  ValueType variance() const {
    return all_same() ? ValueType{0}
                      : static_cast<ValueType>(SquaredDeviations() / count_);
  }
  ValueType std_deviation() const {
    return all_same() ? ValueType{0}
                      : static_cast<ValueType>(std::sqrt(variance()));
  }

  // "count=50 first=.. curr=.. min=.. max=.. avg=.. std=.."
  void OutputToStream(std::ostream* stream) const {
    if (empty()) {
      *stream << "count=0";
    } else if (all_same()) {
      *stream << "count=" << count_ << " curr=" << newest_;
      if (count_ > 1) *stream << "(all same)";
    } else {
      *stream << "count=" << count_ << " first=" << first_
              << " curr=" << newest_ << " min=" << min_ << " max=" << max_
              << " avg=" << avg() << " std=" << std_deviation();
    }
  }

 private:
  HighPrecisionValueType SquaredDeviations() const {
    const auto sum = squared_steps_ - steps_ * steps_ / count_;
    return sum < 0 ? 0 : sum;  // not less by rounding; NaN stays NaN
  }

  ValueType first_ = 0;
  ValueType newest_ = 0;
  ValueType max_ = 0;
  ValueType min_ = 0;
  int64_t count_ = 0;
  ValueType sum_ = 0;
  HighPrecisionValueType squared_sum_ = 0;
  // The same of the distances from the first value: squares of large values
  // have lost the digits in which close ones differ.
  HighPrecisionValueType steps_ = 0;
  HighPrecisionValueType squared_steps_ = 0;
};

// The same with percentiles; stores every value.
template <typename ValueType, typename HighPrecisionValueType = double>
class StatWithPercentiles : public Stat<ValueType, HighPrecisionValueType> {
 public:
  void UpdateStat(ValueType v) {
    Stat<ValueType, HighPrecisionValueType>::UpdateStat(v);
    values_.push_back(v);
  }

  // The percentile by the nearest-rank method; NaN, or 0 for integers, if there
  // are no values or it is outside of [0, 100].
  ValueType percentile(int percentile) const {
    if (percentile < 0 || percentile > 100 || values_.empty()) {
      return std::numeric_limits<ValueType>::quiet_NaN();
    }
    std::vector<ValueType> values = values_;
    const size_t at = percentile * (values.size() - 1) / 100;
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[at];
  }

  void OutputToStream(std::ostream* stream) const {
    Stat<ValueType, HighPrecisionValueType>::OutputToStream(stream);
    if (this->empty() || this->all_same()) return;
    *stream << " p5=" << percentile(5) << " median=" << percentile(50)
            << " p95=" << percentile(95);
  }

 private:
  std::vector<ValueType> values_;
};

template <typename A, typename B>
std::ostream& operator<<(std::ostream& stream, const Stat<A, B>& stat) {
  stat.OutputToStream(&stream);
  return stream;
}
template <typename A, typename B>
std::ostream& operator<<(std::ostream& stream,
                         const StatWithPercentiles<A, B>& stat) {
  stat.OutputToStream(&stream);
  return stream;
}

}  // namespace tensorflow

#endif  // TOOLS_PROFILING_STATS_H_
