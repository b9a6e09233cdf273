// Arena sizes beside their lower bound, for each model and subgraph.
//
//   arena MODEL.tflite...

#include <cstdio>
#include <memory>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"

int main(int argc, char** argv) {
  const tflite::ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  double worst = 0;
  bool ok = true;
  std::printf("%12s %12s %7s  model, subgraph\n", "arena", "lower bound", "ratio");
  for (int i = 1; i < argc; ++i) {
    const auto model = tflite::FlatBufferModel::BuildFromFile(argv[i]);
    std::unique_ptr<tflite::Interpreter> interpreter;
    if (model == nullptr ||
        tflite::InterpreterBuilder(*model, resolver)(&interpreter) != kTfLiteOk ||
        interpreter->AllocateTensors() != kTfLiteOk) {
      std::printf("cannot prepare %s\n", argv[i]);
      ok = false;
      continue;
    }
    for (size_t s = 0; s < interpreter->subgraphs_size(); ++s) {
      const tflite::Subgraph& subgraph = *interpreter->subgraph(static_cast<int>(s));
      tflite::Subgraph::SubgraphAllocInfo info;
      subgraph.GetMemoryAllocInfo(&info);
      const size_t least = subgraph.memory().LowerBound();
      if (least == 0) continue;
      const double ratio = static_cast<double>(info.arena_size) / least;
      worst = ratio > worst ? ratio : worst;
      std::printf("%12zu %12zu %7.3f  %s, %s\n", info.arena_size, least, ratio, argv[i],
                  subgraph.GetName().c_str());
    }
  }
  std::printf("worst ratio: %.3f\n", worst);
  return ok ? 0 : 1;
}
