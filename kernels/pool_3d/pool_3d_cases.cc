#include "flatbuffers/flexbuffers.h"
#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

std::vector<uint8_t> Options(const char* padding, const std::vector<int>& size,
                             const std::vector<int>& strides) {
  flexbuffers::Builder builder;
  const auto write = [&](const char* key, const std::vector<int>& numbers) {
    builder.TypedVector(key, [&] {
      for (const int number : numbers) builder.Int(number);
    });
  };
  builder.Map([&] {
    builder.String("data_format", "NDHWC");
    builder.String("padding", padding);
    write("ksize", size);
    write("strides", strides);
  });
  builder.Finish();
  return builder.GetBuffer();
}

void AddCases(CaseTable& table) {
  for (const char* name : {"AveragePool3D", "MaxPool3D"}) {
    for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt16}) {
      const Tolerance within = name[0] == 'A' ? Depth(12) : Exact();
      table.Add(
          Case("Same", e.name)
              .Custom(name, Options("SAME", {1, 2, 3, 2, 1}, {1, 1, 2, 1, 1}))
              .In(e, {2, 4, 5, 6, 3})
              .Out(e)
              .Within(within));
      table.Add(
          Case("Valid", e.name)
              .Custom(name, Options("VALID", {1, 2, 2, 3, 1}, {1, 2, 2, 2, 1}))
              .In(e, {1, 4, 4, 7, 2})
              .Out(e)
              .Within(within));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
