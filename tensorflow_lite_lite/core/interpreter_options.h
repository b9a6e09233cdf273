#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_OPTIONS_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_OPTIONS_H_

namespace tflite {

// Options that control how an interpreter works. They are copied when an
// interpreter is built or InterpreterOptions are applied.
class InterpreterOptions {
 public:
  // Keeps the value of every tensor after a run: tensors share no memory, and
  // no default delegate is applied.
  void SetPreserveAllTensors(bool value = true) { preserve_all_ = value; }
  bool GetPreserveAllTensors() { return preserve_all_; }

  // Frees a dynamic tensor as soon as the last node that reads it has run.
  void SetEnsureDynamicTensorsAreReleased(bool value = true) {
    release_dynamic_ = value;
  }
  bool GetEnsureDynamicTensorsAreReleased() { return release_dynamic_; }

  // Tensors of at least `value` bytes are allocated on the heap instead of the
  // arena, from the node that writes them to the last node that reads them. 0,
  // the default, means never; negative values are ignored.
  void OptimizeMemoryForLargeTensors(int value = 1 << 20) {
    if (value >= 0) large_tensor_bytes_ = value;
  }
  int GetDynamicAllocationForLargeTensors() { return large_tensor_bytes_; }

  // Partitions contain only nodes that are consecutive in the execution plan;
  // the order of nodes does not change.
  void SetDisableDelegateClustering(bool value = true) {
    disable_clustering_ = value;
  }
  bool GetDisableDelegateClustering() { return disable_clustering_; }

  // A hint to the CAST kernel to cast constants only once.
  void SetCacheConstantCastOp(bool value) { cache_constant_cast_ = value; }
  bool GetCacheConstantCastOp() const { return cache_constant_cast_; }

  // Replaces STABLEHLO_COMPOSITE nodes with their decomposition when the model
  // is built.
  void SetShloCompositeInlining(bool value) { inline_composites_ = value; }
  bool GetShloCompositeInlining() const { return inline_composites_; }

  // Uses the names of the model's signature as the names of input and output
  // tensors.
  void SetUseSignatureTensorNames(bool value) { signature_names_ = value; }
  bool GetUseSignatureTensorNames() const { return signature_names_; }

  // Stores a single zero point per tensor if it is the same for all channels.
  void SetCompressQuantizationZeroPoints(bool value) {
    compress_zero_points_ = value;
  }
  bool GetCompressQuantizationZeroPoints() const {
    return compress_zero_points_;
  }

  // Each delegated node becomes a separate partition.
  void SetDisableDelegateNodeFusion(bool value) { disable_fusion_ = value; }
  bool GetDisableDelegateNodeFusion() const { return disable_fusion_; }

  // Delegates report each operator inside their kernels to the profiler.
  void SetForceDelegateNodeProfiling(bool value) { profile_delegates_ = value; }
  bool GetForceDelegateNodeProfiling() const { return profile_delegates_; }

  // Every node of the primary graph must be delegated, and no partition may
  // fail. Otherwise Interpreter::ModifyGraphWithDelegate, InterpreterBuilder
  // (after its last delegate) and AllocateTensors (after the default delegates)
  // return an error that names the nodes and reasons. If off, nodes that fail
  // or are refused run on the CPU.
  void SetRequireFullDelegation(bool value = true) { require_full_ = value; }
  bool GetRequireFullDelegation() const { return require_full_; }

  // A partition that fails goes back to the CPU; see Subgraph::Invoke and
  // docs/ARCHITECTURE.md. If off, the call in which it fails returns an error.
  // In both cases, nodes that no delegate requests stay on the CPU.
  void SetDelegateFallback(bool value) { delegate_fallback_ = value; }
  bool GetDelegateFallback() const { return delegate_fallback_; }

 private:
  bool preserve_all_ = false;
  bool release_dynamic_ = false;
  int large_tensor_bytes_ = 0;
  bool disable_clustering_ = false;
  bool cache_constant_cast_ = false;
  bool inline_composites_ = false;
  bool signature_names_ = false;
  bool compress_zero_points_ = false;
  bool disable_fusion_ = false;
  bool profile_delegates_ = false;
  bool require_full_ = false;
  bool delegate_fallback_ = true;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_OPTIONS_H_
