#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape, alpha;
  } kCases[] = {{"Channels", {2, 4, 5, 7}, {1, 1, 7}},
                {"ChannelsVector", {1, 4, 5, 8}, {8}},
                {"EachElement", {1, 3, 4, 5}, {3, 4, 5}},
                {"OneSlope", {2, 3, 4, 5}, {1, 1, 1}},
                {"Rows", {6, 9}, {9}}};
  for (const Elements& e : {kFloat32, kInt8, kUInt8}) {
    for (const auto& c : kCases) {
      for (const bool constant : {true, false}) {
        Case made(c.id + std::string(constant ? "" : "Input"), e.name);
        made.Op(kTfLiteBuiltinPrelu).In(e, c.shape);
        constant ? made.Const(e, c.alpha) : made.In(e, c.alpha);
        table.Add(made.Out(e).Within(Steps(1, 1)));
      }
    }
  }
  table.AddRandom([](Random& random) {
    std::vector<int> shape, alpha;
    for (int64_t rank = random.Int(1, 4), i = 0; i < rank; ++i) {
      shape.push_back(static_cast<int>(random.Int(1, 12)));
      alpha.push_back(random.Flip() ? shape.back() : 1);
    }
    alpha.erase(alpha.begin(), alpha.begin() + random.Int(0, alpha.size() - 1));
    const Elements e = random.Pick<Elements>({kFloat32, kInt8, kUInt8});
    return Case("Slopes", e.name)
        .Op(kTfLiteBuiltinPrelu)
        .In(e, shape)
        .Const(e, alpha)
        .Out(e)
        .Within(Steps(1, 1));
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
