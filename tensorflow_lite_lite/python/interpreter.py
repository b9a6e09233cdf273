"""Runs .tflite models.

    interpreter = Interpreter(model_path="model.tflite")
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], image)
    interpreter.invoke()
    scores = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
"""

import enum
import os
import sys
import warnings

import numpy as np

from .delegate import Delegate, load_delegate  # pylint: disable=unused-import

# Delegates and custom operators from shared libraries use the C API functions
# of the native module, so its symbols are made visible to them.
_flags = sys.getdlopenflags()
sys.setdlopenflags(_flags | os.RTLD_GLOBAL)
try:
    from . import _interpreter_wrapper  # pylint: disable=wrong-import-position
finally:
    sys.setdlopenflags(_flags)


@enum.unique
class OpResolverType(enum.Enum):
    """The set of operators that an interpreter uses."""

    # All builtin operators, and the default delegates.
    AUTO = 0
    BUILTIN = 1
    # All builtin operators with their reference kernels, which are slow.
    BUILTIN_REF = 2
    # All builtin operators, and no default delegates.
    BUILTIN_WITHOUT_DEFAULT_DELEGATES = 3


def _path_bytes(path):
    """The name of a file as bytes, which need not be text."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError(f"Could not open {path!r}: it has a null byte.")
    return name


class SignatureRunner:
    """Runs one entry point of a model by the names of its inputs and outputs.

    Created by Interpreter.get_signature_runner().
    """

    def __init__(self, interpreter, signature_key):
        if interpreter is None:
            raise ValueError("None interpreter provided.")
        if not signature_key:
            raise ValueError("None signature_key provided.")
        self._interpreter = interpreter
        self._signature_key = signature_key
        signature = self._native.GetSignatureDefs().get(signature_key)
        if signature is None:
            raise ValueError(f'Invalid signature_key provided: "{signature_key}".')
        self._inputs = signature["inputs"]
        self._outputs = signature["outputs"]
        self._subgraph = self._native.GetSubgraphIndexFromSignature(signature_key)

    @property
    def _native(self):
        return self._interpreter._interpreter

    def __call__(self, **kwargs):
        """Runs the signature on arrays given by name.

        Returns:
          A dictionary of the outputs by name.
        """
        if len(kwargs) != len(self._inputs):
            raise ValueError(
                "Invalid number of inputs provided for running a SignatureDef, "
                f"expected {len(self._inputs)} vs provided {len(kwargs)}"
            )
        values = {}
        for name, value in kwargs.items():
            if name not in self._inputs:
                raise ValueError(f"Invalid Input name ({name}) for SignatureDef")
            values[self._inputs[name]] = np.asarray(value)
        self._interpreter._ensure_safe()
        for index, value in values.items():
            self._native.ResizeInputTensor(index, value.shape, False, self._subgraph)
        self._native.AllocateTensors(self._subgraph)
        for index, value in values.items():
            self._native.SetTensor(index, value, self._subgraph)
        self._native.Invoke(self._subgraph)
        return {
            name: self._native.GetTensor(index, self._subgraph)
            for name, index in self._outputs.items()
        }

    def get_input_details(self):
        """Details of the inputs by name, as Interpreter.get_input_details()."""
        return self._details(self._inputs)

    def get_output_details(self):
        """Details of the outputs by name."""
        return self._details(self._outputs)

    def _details(self, tensors):
        return {
            name: self._interpreter._get_tensor_details(index, self._subgraph)
            for name, index in tensors.items()
        }


class Interpreter:
    """Runs a model.

    Not thread-safe; invoke() lets other Python threads run.
    """

    def __init__(
        self,
        model_path=None,
        model_content=None,
        experimental_delegates=None,
        num_threads=None,
        experimental_op_resolver_type=OpResolverType.AUTO,
        experimental_preserve_all_tensors=False,
        experimental_disable_delegate_clustering=False,
        experimental_default_delegate_latest_features=False,
        experimental_compress_quantization_zero_points=False,
        experimental_disable_delegate_node_fusion=False,
        experimental_force_delegate_node_profiling=False,
        require_delegation=False,
    ):
        """Loads a model.

        Args:
          model_path: path of a .tflite file, or
          model_content: its bytes.
          experimental_delegates: list of delegates (load_delegate()), applied
            in order. If one fails, its nodes run on the CPU, with a
            RuntimeWarning.
          num_threads: number of threads of the CPU's kernels; None lets the runtime
            choose.
          experimental_op_resolver_type: which operators and default delegates
            the interpreter has.
          experimental_preserve_all_tensors: keep intermediate tensors, so that
            get_tensor() can read them.
          experimental_disable_delegate_clustering: do not reorder nodes
            to form partitions.
          experimental_default_delegate_latest_features: accepted; the default
            delegate always uses all its features.
          experimental_compress_quantization_zero_points: report equal zero
            points as a single one.
          experimental_disable_delegate_node_fusion: make each node that a
            delegate takes a separate partition.
          experimental_force_delegate_node_profiling: accepted; profiles always
            include the delegates' nodes.
          require_delegation: a delegate that cannot be applied, or fails in a
            run, is an error.

        Raises:
          ValueError: the model cannot be read, or an argument is invalid.
          RuntimeError: a delegate cannot be applied, with require_delegation;
            or the model is incompatible with the operators.
        """
        self._init(
            model_path=model_path,
            model_content=model_content,
            delegates=experimental_delegates,
            num_threads=num_threads,
            op_resolver_type=experimental_op_resolver_type,
            preserve_all_tensors=experimental_preserve_all_tensors,
            disable_delegate_clustering=experimental_disable_delegate_clustering,
            disable_delegate_node_fusion=experimental_disable_delegate_node_fusion,
            compress_zero_points=experimental_compress_quantization_zero_points,
            require_delegation=require_delegation,
        )

    def _init(
        self,
        model_path,
        model_content,
        delegates,
        num_threads,
        op_resolver_type,
        preserve_all_tensors,
        disable_delegate_clustering,
        disable_delegate_node_fusion,
        compress_zero_points,
        require_delegation,
        registerers=(),
    ):
        if not isinstance(op_resolver_type, OpResolverType):
            raise ValueError(
                f"Unrecognized passed in op resolver type: {op_resolver_type}"
            )
        if num_threads is not None:
            if not isinstance(num_threads, int):
                raise ValueError("type of num_threads should be int")
            if num_threads < 1:
                raise ValueError("num_threads should >= 1")
        arguments = _interpreter_wrapper.InterpreterArguments(
            op_resolver=op_resolver_type.value,
            registerer_names=[r for r in registerers if isinstance(r, str)],
            registerers=[r for r in registerers if not isinstance(r, str)],
            preserve_all_tensors=preserve_all_tensors,
            disable_delegate_clustering=disable_delegate_clustering,
            disable_delegate_node_fusion=disable_delegate_node_fusion,
            require_delegation=require_delegation,
            num_threads=-1 if num_threads is None else num_threads,
        )
        self._compress_zero_points = compress_zero_points
        if model_path and model_content:
            raise ValueError("Can't both provide `model_path` and `model_content`")
        if model_path:
            self._interpreter = _interpreter_wrapper.CreateWrapperFromFile(
                _path_bytes(model_path), arguments
            )
        elif model_content:
            self._interpreter = _interpreter_wrapper.CreateWrapperFromBuffer(
                bytes(model_content), arguments
            )
        else:
            raise ValueError("`model_path` or `model_content` must be specified.")
        for delegate in delegates or []:
            # The native interpreter keeps the delegate, as it may outlive this
            # object: arrays of tensor() keep it.
            failure = self._interpreter.ModifyGraphWithDelegate(
                delegate._get_native_delegate_pointer(), delegate
            )
            if failure:
                warnings.warn(
                    "A delegate could not be applied; its nodes run on the CPU: "
                    + failure,
                    RuntimeWarning,
                    stacklevel=4,
                )
        self._signature_defs = self._interpreter.GetSignatureDefs()

    def allocate_tensors(self):
        """Plans memory; needed once, and again after a resize."""
        self._ensure_safe()
        self._interpreter.AllocateTensors()

    def invoke(self):
        """Runs the model on the inputs that were set.

        Raises:
          RuntimeError: tensors are not allocated, an operator failed, or an
            array of tensor() is still alive.
        """
        self._ensure_safe()
        self._interpreter.Invoke()

    def reset_all_variables(self):
        """Sets the model's variable tensors to their initial values."""
        self._interpreter.ResetVariableTensors()

    def num_subgraphs(self):
        """Number of subgraphs in the model."""
        return self._interpreter.NumSubgraphs()

    # Tensors.

    def set_tensor(self, tensor_index, value):
        """Copies an array of the tensor's shape and type into it."""
        self._interpreter.SetTensor(tensor_index, np.asarray(value))

    def get_tensor(self, tensor_index, subgraph_index=0):
        """A copy of a tensor's elements as an array."""
        return self._interpreter.GetTensor(tensor_index, subgraph_index)

    def tensor(self, tensor_index):
        """A function that returns an array that shares the tensor's memory.

        Drop the arrays before allocate_tensors() and invoke(), which refuse to
        run otherwise; keep the function.
        """
        return lambda: self._interpreter.tensor(tensor_index)

    def resize_tensor_input(self, input_index, tensor_size, strict=False):
        """Gives an input another shape; call allocate_tensors() afterwards.

        With strict, only dimensions that the model leaves unknown may change.
        """
        self._ensure_safe()
        shape = [int(extent) for extent in tensor_size]
        self._interpreter.ResizeInputTensor(input_index, shape, strict)

    def get_input_details(self):
        """One dictionary per input: name, index, shape, dtype, quantization …"""
        return [self._get_tensor_details(i) for i in self._interpreter.InputIndices()]

    def get_output_details(self):
        """One dictionary per output."""
        return [self._get_tensor_details(i) for i in self._interpreter.OutputIndices()]

    def get_tensor_details(self, subgraph_index=0):
        """One dictionary per tensor of a subgraph."""
        count = self._interpreter.NumTensors(subgraph_index)
        return [self._get_tensor_details(i, subgraph_index) for i in range(count)]

    # Signatures.

    def get_signature_list(self):
        """{key: {"inputs": [name, …], "outputs": [name, …]}}"""
        return {
            key: {kind: sorted(names) for kind, names in signature.items()}
            for key, signature in self._signature_defs.items()
        }

    def get_signature_runner(self, signature_key=None):
        """A function of the signature's inputs by name.

        Args:
          signature_key: may be omitted if the model has one signature.
        """
        if signature_key is None:
            if len(self._signature_defs) != 1:
                raise ValueError(
                    "SignatureDef signature_key is None and model has "
                    f"{len(self._signature_defs)} Signatures. None is only "
                    "allowed when the model has 1 SignatureDef"
                )
            signature_key = next(iter(self._signature_defs))
        return SignatureRunner(self, signature_key)

    # For tools and tests.

    @property
    def experimental_compress_quantization_zero_points(self):
        """Whether equal zero points are reported as a single one."""
        return self._compress_zero_points

    def _get_full_signature_list(self):
        return self._signature_defs

    def _get_op_details(self, op_index):
        native = self._interpreter
        inputs = native.NodeInputs(op_index)
        outputs = native.NodeOutputs(op_index)
        details = {
            "index": int(op_index),
            # "DELEGATE" for a partition.
            "op_name": native.NodeName(op_index),
            "inputs": np.array(inputs, np.int32),
            "outputs": np.array(outputs, np.int32),
            "operand_types": [native.TensorType(i) for i in inputs if i >= 0],
            "result_types": [native.TensorType(i) for i in outputs if i >= 0],
        }
        delegate = native.NodeDelegateName(op_index)
        if delegate:
            details["delegate_name"] = delegate
        return details

    def _get_ops_details(self):
        return [self._get_op_details(i) for i in range(self._interpreter.NumNodes())]

    def _get_tensor_details(self, tensor_index, subgraph_index=0):
        native = self._interpreter
        i, g = int(tensor_index), int(subgraph_index)
        scales, zero_points, axis, block_size = native.TensorQuantizationParameters(
            i, g
        )
        if (
            self._compress_zero_points
            and len(zero_points) > 1
            and (zero_points == zero_points[0]).all()
        ):
            zero_points = zero_points[:1]
        return {
            "name": native.TensorName(i, g),
            "index": i,
            "shape": np.array(native.TensorSize(i, g), np.int32),
            "shape_signature": np.array(native.TensorSizeSignature(i, g), np.int32),
            "dtype": native.TensorType(i, g),
            "quantization": native.TensorQuantization(i, g),
            "quantization_parameters": {
                "scales": scales,
                "zero_points": zero_points,
                "quantized_dimension": axis,
                "block_size": block_size,
            },
            "sparsity_parameters": native.TensorSparsityParameters(i, g),
        }

    def _native_handle(self):
        """The address of the C++ interpreter."""
        return self._interpreter.interpreter()

    def _safe_to_run(self):
        """False while an array of tensor() exists, which would dangle."""
        return self._interpreter.NumViews() == 0

    def _ensure_safe(self):
        if not self._safe_to_run():
            raise RuntimeError(
                "There is at least 1 reference to internal data\n"
                "      in the interpreter in the form of a numpy array or slice. "
                "Be sure to\n"
                "      only hold the function returned from tensor() if you are "
                "using raw\n"
                "      data access."
            )


class InterpreterWithCustomOps(Interpreter):
    """An Interpreter with custom operators."""

    def __init__(self, custom_op_registerers=None, **kwargs):
        """Loads a model.

        Args:
          custom_op_registerers: list of
            * paths of libraries that export tfll_register_custom_ops()
              (docs/CUSTOM_OPERATORS.md),
            * names of functions `void F(tflite::MutableOpResolver*)` that are
              loaded into the process, or
            * callables that take the resolver's address.
          **kwargs: as for Interpreter.
        """
        self._custom_op_registerers = list(custom_op_registerers or [])
        super().__init__(**kwargs)

    def _init(self, **kwargs):
        super()._init(registerers=self._custom_op_registerers, **kwargs)
