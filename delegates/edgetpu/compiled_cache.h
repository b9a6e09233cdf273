#ifndef DELEGATES_EDGETPU_COMPILED_CACHE_H_
#define DELEGATES_EDGETPU_COMPILED_CACHE_H_

#include <string_view>
#include <vector>

#include "delegates/common/cache/program_cache.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/compiler_digest.h"

namespace tflite::edgetpu {

// The key of CompileLayers' result for these arguments. A compiler built from
// other sources has other keys, whatever its version: `compiler` identifies it.
delegates::ProgramKey CacheKeyOf(const LayerGraph& graph,
                                 const std::vector<Image>& images,
                                 const Target& target,
                                 std::string_view compiler = kCompilerDigest);

// CompileLayers, or the program of an earlier call that is in the cache,
// without CompiledProgram::packed and its numbers of bytes. What the cache
// holds under the key and is no such program is replaced. If it cannot be
// written, a warning is logged. `from_cache` tells which it was; may be null.
StatusOr<CompiledProgram> CompileLayersOnce(
    const LayerGraph& graph, const std::vector<Image>& images,
    const Target& target, const delegates::ProgramCache& cache,
    bool* from_cache);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILED_CACHE_H_
