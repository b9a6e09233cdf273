"""What interpreter.py needs, by the functions of the C library in this folder.

It stands for the native module of the same name in wheels for any Python 3. The C
library tells nothing of subgraphs, nodes and custom operators: what needs them raises
an error. A subgraph index other than 0 is that of a signature, and a tensor's index in
it counts the inputs of the signature, then its outputs.
"""

import collections.abc
import ctypes
import weakref

from . import _c_library as c

_LIMIT = 2048  # bytes of a message

# TfLiteStatus: the delegate failed, and the interpreter continues without it.
_DELEGATE_ERRORS = (2, 3)
_CONSTANT = 1  # kTfLiteMmapRo


class InterpreterArguments:
    """How to create an interpreter."""

    def __init__(
        self,
        op_resolver,
        registerer_names,
        registerers,
        preserve_all_tensors,
        disable_delegate_clustering,
        disable_delegate_node_fusion,
        require_delegation,
        num_threads,
    ):
        for given, what in (
            (op_resolver not in (0, 1), "another set of operators than BUILTIN"),
            (registerer_names or registerers, "custom operators"),
            (preserve_all_tensors, "experimental_preserve_all_tensors"),
            (disable_delegate_clustering, "disable_delegate_clustering"),
            (disable_delegate_node_fusion, "disable_delegate_node_fusion"),
        ):
            if given:
                raise ValueError(
                    f"{what}: not in this wheel, which is made of the C library"
                )
        self.require_delegation = require_delegation
        self.num_threads = c.int32(num_threads)


class _Messages:
    """Collects what the library reports until it is raised."""

    def __init__(self):
        self._text = b""
        self.function = c.REPORTER(self._add)

    def _add(self, _, text, arguments):
        line = ctypes.create_string_buffer(_LIMIT)
        c.vsnprintf(line, _LIMIT, text, arguments)
        self._text += line.value

    def take(self):
        text, self._text = self._text, b""
        return c.text(text)


class _SignatureDefs(collections.abc.Mapping):
    """The signatures of an interpreter, which it reads when they are used."""

    def __init__(self, wrapper):
        self._wrapper = wrapper

    def __getitem__(self, key):
        return self._wrapper.signature_defs()[key]

    def __iter__(self):
        return iter(self._wrapper.signature_defs())

    def __len__(self):
        return len(self._wrapper.signature_defs())


class _View:
    """Held by an array over a tensor's memory, which it keeps."""

    def __init__(self, wrapper):
        self._wrapper = wrapper


class InterpreterWrapper:
    """An interpreter: errors become exceptions, tensors numpy arrays."""

    def __init__(self, path, content, arguments):
        self._interpreter = None
        # References to the wrapper say less: frames of a kept error hold some, too.
        self._views = weakref.WeakSet()
        self._runners = {}
        self._delegates = []
        self._content = content
        self._messages = _Messages()
        report = self._messages.function
        if path is not None:
            model = c.TfLiteModelCreateFromFileWithErrorReporter(path, report, None)
        else:
            model = c.TfLiteModelCreateWithErrorReporter(
                content, len(content), report, None
            )
        if not model:
            raise ValueError(self._messages.take())
        options = c.TfLiteInterpreterOptionsCreate()
        c.TfLiteInterpreterOptionsSetErrorReporter(options, report, None)
        c.TfLiteInterpreterOptionsSetNumThreads(options, arguments.num_threads)
        c.TfLiteInterpreterOptionsSetEnableDelegateFallback(
            options, not arguments.require_delegation
        )
        self._must_delegate = arguments.require_delegation
        self._interpreter = c.TfLiteInterpreterCreate(model, options)
        c.TfLiteInterpreterOptionsDelete(options)
        c.TfLiteModelDelete(model)
        if not self._interpreter:
            raise ValueError(self._messages.take())
        self._messages.take()
        self._read = None

    def __del__(self):
        for runner in self._runners.values():
            c.TfLiteSignatureRunnerDelete(runner)
        self._runners = {}
        if self._interpreter:
            c.TfLiteInterpreterDelete(self._interpreter)
            self._interpreter = None

    def __getattr__(self, name):
        raise AttributeError(
            f"{name}: not in this wheel, which is made of the C library"
        )

    def _check(self, status):
        messages = self._messages.take()
        if status != 0:
            raise RuntimeError(messages or "The runtime gave no reason.")

    # Signatures.

    @property
    def _signatures(self):
        # Not read before they are wanted: it allocates tensors.
        if self._read is None:
            self._read = self._read_signatures()
        return self._read

    def _read_signatures(self):
        signatures = []
        for i in range(c.TfLiteInterpreterGetSignatureCount(self._interpreter)):
            key = c.TfLiteInterpreterGetSignatureKey(self._interpreter, i)
            runner = c.TfLiteInterpreterGetSignatureRunner(self._interpreter, key)
            self._runners[i + 1] = runner
            inputs = [
                c.TfLiteSignatureRunnerGetInputName(runner, n)
                for n in range(c.TfLiteSignatureRunnerGetInputCount(runner))
            ]
            outputs = [
                c.TfLiteSignatureRunnerGetOutputName(runner, n)
                for n in range(c.TfLiteSignatureRunnerGetOutputCount(runner))
            ]
            signatures.append((c.text(key), inputs, outputs))
        return signatures

    def GetSignatureDefs(self):
        return _SignatureDefs(self)

    def signature_defs(self):
        return {
            key: {
                "inputs": {c.text(n): i for i, n in enumerate(inputs)},
                "outputs": {c.text(n): len(inputs) + i for i, n in enumerate(outputs)},
            }
            for key, inputs, outputs in self._signatures
        }

    def _names(self, subgraph_index):
        """The names of a signature's inputs and outputs."""
        if not 0 < subgraph_index <= len(self._signatures):
            raise ValueError(
                f"Invalid signature index {subgraph_index} of {len(self._signatures)}"
            )
        return self._signatures[subgraph_index - 1][1:]

    def _runner(self, subgraph_index):
        self._names(subgraph_index)
        return self._runners[subgraph_index]

    def GetSubgraphIndexFromSignature(self, key):
        return 1 + [k for k, _, _ in self._signatures].index(key)

    # Shapes, memory, running.

    def NumViews(self):
        """Number of arrays that share memory with tensors."""
        return len(self._views)

    def AllocateTensors(self, subgraph_index=0):
        self._check(
            c.TfLiteInterpreterAllocateTensors(self._interpreter)
            if subgraph_index == 0
            else c.TfLiteSignatureRunnerAllocateTensors(self._runner(subgraph_index))
        )

    def Invoke(self, subgraph_index=0):
        self._check(
            c.TfLiteInterpreterInvoke(self._interpreter)
            if subgraph_index == 0
            else c.TfLiteSignatureRunnerInvoke(self._runner(subgraph_index))
        )

    def ResetVariableTensors(self):
        self._check(c.TfLiteInterpreterResetVariableTensors(self._interpreter))

    def ResizeInputTensor(self, index, shape, strict=False, subgraph_index=0):
        if strict:
            known = self.TensorSizeSignature(index, subgraph_index)
            if len(known) != len(shape) or any(
                k not in (-1, s) for k, s in zip(known, shape)
            ):
                raise RuntimeError(
                    f"input {index} cannot be resized to {list(shape)}: "
                    f"the model fixes {known}"
                )
        dims = c.ints(shape)
        if subgraph_index != 0:
            inputs, _ = self._names(subgraph_index)
            if not 0 <= index < len(inputs):
                raise ValueError(f"tensor {index} is no input")
            status = c.TfLiteSignatureRunnerResizeInputTensor(
                self._runner(subgraph_index), inputs[index], dims, len(shape)
            )
        elif index in self.InputIndices():
            status = c.TfLiteInterpreterResizeInputTensor(
                self._interpreter, self.InputIndices().index(index), dims, len(shape)
            )
        else:
            raise ValueError(f"tensor {index} is no input")
        self._check(status)

    def ModifyGraphWithDelegate(self, pointer, owner):
        # Until the interpreter is deleted, which views of tensors may delay.
        self._delegates.append(owner)
        status = c.TfLiteInterpreterModifyGraphWithDelegate(self._interpreter, pointer)
        if status not in _DELEGATE_ERRORS or self._must_delegate:
            self._check(status)
            return ""
        return self._messages.take() or "The delegate gave no reason."

    # Tensors.

    def InputIndices(self):
        count = c.TfLiteInterpreterGetInputTensorCount(self._interpreter)
        return c.TfLiteInterpreterInputTensorIndices(self._interpreter)[:count]

    def OutputIndices(self):
        count = c.TfLiteInterpreterGetOutputTensorCount(self._interpreter)
        return c.TfLiteInterpreterOutputTensorIndices(self._interpreter)[:count]

    def NumTensors(self, subgraph_index=0):
        if subgraph_index != 0:
            inputs, outputs = self._names(subgraph_index)
            return len(inputs) + len(outputs)
        count = 0
        while c.TfLiteInterpreterGetTensor(self._interpreter, count):
            count += 1
        return count

    def _tensor(self, index, subgraph_index):
        tensor = None
        if subgraph_index == 0:
            tensor = c.TfLiteInterpreterGetTensor(self._interpreter, index)
        else:
            inputs, outputs = self._names(subgraph_index)
            runner, at = self._runner(subgraph_index), index - len(inputs)
            if 0 <= index < len(inputs):
                tensor = c.TfLiteSignatureRunnerGetInputTensor(runner, inputs[index])
            elif 0 <= at < len(outputs):
                tensor = c.TfLiteSignatureRunnerGetOutputTensor(runner, outputs[at])
        if not tensor:
            count = self.NumTensors(subgraph_index)
            raise ValueError(
                f"Invalid tensor index {index} exceeds max tensor index {count}"
            )
        return tensor

    def _tensor_with_data(self, index, subgraph_index):
        tensor = self._tensor(index, subgraph_index)
        if subgraph_index == 0:
            self._check(
                c.TfLiteInterpreterEnsureTensorDataIsReadable(self._interpreter, index)
            )
        if c.TfLiteTensorByteSize(tensor) and not c.TfLiteTensorData(tensor):
            raise ValueError("Tensor data is null. Run allocate_tensors() first")
        return tensor

    def TensorName(self, index, subgraph_index=0):
        name = c.TfLiteTensorName(self._tensor(index, subgraph_index))
        return c.text(name or b"")

    def TensorType(self, index, subgraph_index=0):
        return c.numpy_type(self._tensor(index, subgraph_index))

    def TensorSize(self, index, subgraph_index=0):
        return c.shape(self._tensor(index, subgraph_index))

    def TensorSizeSignature(self, index, subgraph_index=0):
        return c.shape_signature(self._tensor(index, subgraph_index))

    def TensorQuantization(self, index, subgraph_index=0):
        params = c.TfLiteTensorQuantizationParams(self._tensor(index, subgraph_index))
        return params.scale, params.zero_point

    def TensorQuantizationParameters(self, index, subgraph_index=0):
        return c.quantization(self._tensor(index, subgraph_index))

    def TensorSparsityParameters(self, index, subgraph_index=0):
        self._tensor(index, subgraph_index)
        return {}

    @staticmethod
    def _check_shape(index, given, wanted):
        text = "Cannot set tensor: Dimension mismatch. Got {} but expected {} for {}"
        if len(given) != len(wanted):
            raise ValueError(text.format(len(given), len(wanted), f"input {index}."))
        for i, (g, w) in enumerate(zip(given, wanted)):
            if g != w:
                where = f"dimension {i} of input {index}."
                raise ValueError(text.format(g, w, where))

    def SetTensor(self, index, value, subgraph_index=0):
        tensor = self._tensor(index, subgraph_index)
        if not c.holds(tensor, value):
            wanted = c.TfLiteTypeGetName(c.TfLiteTensorType(tensor)).decode()
            raise ValueError(
                f"Cannot set tensor: Got value of type {value.dtype.name.upper()} but "
                f"expected type {wanted} for input {index}, "
                f"name: {self.TensorName(index, subgraph_index)} "
            )
        self._check_shape(index, value.shape, c.shape(tensor))
        if c.TfLiteOpaqueTensorGetAllocationType(tensor) == _CONSTANT:
            raise ValueError(
                f"Cannot set tensor: input {index} is a constant of the model."
            )
        if c.is_string(tensor):
            c.write_strings(tensor, value)
            return
        data = c.packed(tensor, value)
        if len(data) and not c.TfLiteTensorData(tensor):
            raise ValueError(
                "Cannot set tensor: Tensor is unallocated. Try calling "
                "allocate_tensors() first"
            )
        self._check(c.TfLiteTensorCopyFromBuffer(tensor, data, len(data)))

    def GetTensor(self, index, subgraph_index=0):
        return c.copy_of(self._tensor_with_data(index, subgraph_index))

    def _new_view(self):
        view = _View(self)
        self._views.add(view)
        return view

    def tensor(self, index, subgraph_index=0):
        tensor = self._tensor_with_data(index, subgraph_index)
        if c.is_string(tensor) or c.is_packed(tensor):
            return c.copy_of(tensor)
        view = c.view_of(tensor, self._new_view)
        if c.TfLiteOpaqueTensorGetAllocationType(tensor) == _CONSTANT:
            view = view.view()
            view.flags.writeable = False
        return view


def CreateWrapperFromFile(path, arguments):
    return InterpreterWrapper(path, None, arguments)


def CreateWrapperFromBuffer(content, arguments):
    return InterpreterWrapper(None, content, arguments)
