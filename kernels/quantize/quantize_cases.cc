#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddQuantize(CaseTable& table, const Elements& in, const Elements& out,
                 const char* id, std::vector<int> shape) {
  table.Add(Case(id + std::string("To_") + out.name, in.name)
                .Op(kTfLiteBuiltinQuantize)
                .In(in, shape)
                .Out(out)
                .Within(Steps(1)));
}

void AddCases(CaseTable& table) {
  const std::vector<Elements> types = {kInt8, kUInt8, kInt16};
  for (const Elements& out : types) {
    AddQuantize(table, kFloat32.Range(-3, 3), out, "", {2, 5, 7, 3});
    AddQuantize(table, kFloat32.Range(-3, 3), out, "Vector", {37});
    AddQuantize(table, kFloat32, out, "Empty", {0, 3});
    for (const Elements& in : types) {
      AddQuantize(table, in.Scaled(in.scales[0] * 1.5f, in.zero_points[0]), out,
                  "", {2, 5, 7});
    }
    AddQuantize(table, out, out, "SameScale", {3, 9});
    table.Add(Case("Image", out.name)
                  .Op(kTfLiteBuiltinDequantize)
                  .In(out, {2, 5, 7, 3})
                  .Out(kFloat32)
                  .Within(Ulps(1)));
    table.Add(Case("Constant", out.name)
                  .Op(kTfLiteBuiltinDequantize)
                  .Const(out, {5, 7})
                  .Out(kFloat32)
                  .Within(Ulps(1)));
  }
  const Elements channels = kInt8.PerChannel(6, 1);
  table.Add(Case("PerChannelTo_int8", "float32")
                .Op(kTfLiteBuiltinQuantize)
                .In(kFloat32, {4, 6})
                .Out(channels)
                .Within(Steps(1)));
  table.Add(Case("Channels", "int8_per_channel")
                .Op(kTfLiteBuiltinDequantize)
                .In(channels.Range(-1, 1), {4, 6})
                .Out(kFloat32)
                .Within(Ulps(1)));
  for (const bool constant : {false, true}) {
    Case c(constant ? "Constant" : "Image", "int4");
    c.Op(kTfLiteBuiltinDequantize);
    constant ? c.Const(kInt4, {5, 7}) : c.In(kInt4, {2, 3, 5});
    table.Add(c.Out(kFloat32).Within(Ulps(1)));
  }
  table.Add(Case("Image", "float16")
                .Op(kTfLiteBuiltinDequantize)
                .In(kFloat16, {2, 5, 7})
                .Out(kFloat32));
  table.Add(Case("Constant", "float16")
                .Op(kTfLiteBuiltinDequantize)
                .Const(kFloat16, {2, 5, 7})
                .Out(kFloat32));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
