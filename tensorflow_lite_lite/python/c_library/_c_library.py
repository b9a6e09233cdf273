"""The C library's functions, and numpy's arrays of its tensors."""

import ctypes
import operator
import os

import numpy as np

_here = os.path.dirname(os.path.abspath(__file__))
# Delegates that are loaded later use the functions, so they are made visible.
_library = ctypes.CDLL(
    os.path.join(_here, "libtensorflowlite_c.so.0"), mode=ctypes.RTLD_GLOBAL
)

_HANDLE = ctypes.c_void_p
_TEXT = ctypes.c_char_p
_INT = ctypes.c_int32
_INTS = ctypes.POINTER(ctypes.c_int)
_SIZE = ctypes.c_size_t

# A va_list, of whichever form, is passed as one pointer, and passed on as such.
REPORTER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, _TEXT, ctypes.c_void_p)

vsnprintf = ctypes.CDLL(None).vsnprintf
vsnprintf.argtypes = [_TEXT, _SIZE, _TEXT, ctypes.c_void_p]


class QuantizationParams(ctypes.Structure):
    _fields_ = [("scale", ctypes.c_float), ("zero_point", ctypes.c_int32)]


class _Floats(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int), ("data", ctypes.c_float * 0)]


class _Ints(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int), ("data", ctypes.c_int * 0)]


class _Affine(ctypes.Structure):
    _fields_ = [
        ("scale", ctypes.POINTER(_Floats)),
        ("zero_point", ctypes.POINTER(_Ints)),
        ("quantized_dimension", ctypes.c_int32),
    ]


class _Blockwise(ctypes.Structure):
    _fields_ = [
        ("scale", ctypes.c_int32),
        ("zero_point", ctypes.c_int32),
        ("blocksize", ctypes.c_int32),
        ("quantized_dimension", ctypes.c_int32),
    ]


class _Quantization(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("params", ctypes.c_void_p)]


_FUNCTIONS = {
    "TfLiteInterpreterAllocateTensors": (_INT, [_HANDLE]),
    "TfLiteInterpreterCreate": (_HANDLE, [_HANDLE, _HANDLE]),
    "TfLiteInterpreterDelete": (None, [_HANDLE]),
    "TfLiteInterpreterEnsureTensorDataIsReadable": (_INT, [_HANDLE, _INT]),
    "TfLiteInterpreterGetInputTensorCount": (_INT, [_HANDLE]),
    "TfLiteInterpreterGetOutputTensorCount": (_INT, [_HANDLE]),
    "TfLiteInterpreterGetSignatureCount": (_INT, [_HANDLE]),
    "TfLiteInterpreterGetSignatureKey": (_TEXT, [_HANDLE, _INT]),
    "TfLiteInterpreterGetSignatureRunner": (_HANDLE, [_HANDLE, _TEXT]),
    "TfLiteInterpreterGetTensor": (_HANDLE, [_HANDLE, _INT]),
    "TfLiteInterpreterInputTensorIndices": (_INTS, [_HANDLE]),
    "TfLiteInterpreterInvoke": (_INT, [_HANDLE]),
    "TfLiteInterpreterModifyGraphWithDelegate": (_INT, [_HANDLE, _HANDLE]),
    "TfLiteInterpreterOptionsCreate": (_HANDLE, []),
    "TfLiteInterpreterOptionsDelete": (None, [_HANDLE]),
    "TfLiteInterpreterOptionsSetEnableDelegateFallback": (
        None,
        [_HANDLE, ctypes.c_bool],
    ),
    "TfLiteInterpreterOptionsSetErrorReporter": (
        None,
        [_HANDLE, REPORTER, ctypes.c_void_p],
    ),
    "TfLiteInterpreterOptionsSetNumThreads": (None, [_HANDLE, _INT]),
    "TfLiteInterpreterOutputTensorIndices": (_INTS, [_HANDLE]),
    "TfLiteInterpreterResetVariableTensors": (_INT, [_HANDLE]),
    "TfLiteInterpreterResizeInputTensor": (_INT, [_HANDLE, _INT, _INTS, _INT]),
    "TfLiteModelCreateFromFileWithErrorReporter": (
        _HANDLE,
        [_TEXT, REPORTER, ctypes.c_void_p],
    ),
    "TfLiteModelCreateWithErrorReporter": (
        _HANDLE,
        [ctypes.c_void_p, _SIZE, REPORTER, ctypes.c_void_p],
    ),
    "TfLiteModelDelete": (None, [_HANDLE]),
    "TfLiteOpaqueTensorGetAllocationType": (_INT, [_HANDLE]),
    "TfLiteOpaqueTensorGetDimSignature": (_INT, [_HANDLE, _INT, ctypes.POINTER(_INT)]),
    "TfLiteOpaqueTensorGetNumDimsSignature": (_INT, [_HANDLE, ctypes.POINTER(_INT)]),
    "TfLiteOpaqueTensorGetQuantization": (_Quantization, [_HANDLE]),
    "TfLiteOpaqueTensorGetString": (
        _INT,
        [
            _HANDLE,
            _INT,
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.POINTER(ctypes.c_int),
        ],
    ),
    "TfLiteOpaqueTensorGetStringCount": (ctypes.c_int, [_HANDLE]),
    "TfLiteSignatureRunnerAllocateTensors": (_INT, [_HANDLE]),
    "TfLiteSignatureRunnerDelete": (None, [_HANDLE]),
    "TfLiteSignatureRunnerGetInputCount": (_SIZE, [_HANDLE]),
    "TfLiteSignatureRunnerGetInputName": (_TEXT, [_HANDLE, _INT]),
    "TfLiteSignatureRunnerGetInputTensor": (_HANDLE, [_HANDLE, _TEXT]),
    "TfLiteSignatureRunnerGetOutputCount": (_SIZE, [_HANDLE]),
    "TfLiteSignatureRunnerGetOutputName": (_TEXT, [_HANDLE, _INT]),
    "TfLiteSignatureRunnerGetOutputTensor": (_HANDLE, [_HANDLE, _TEXT]),
    "TfLiteSignatureRunnerInvoke": (_INT, [_HANDLE]),
    "TfLiteSignatureRunnerResizeInputTensor": (_INT, [_HANDLE, _TEXT, _INTS, _INT]),
    "TfLiteTensorByteSize": (_SIZE, [_HANDLE]),
    "TfLiteTensorCopyFromBuffer": (_INT, [_HANDLE, _TEXT, _SIZE]),
    "TfLiteTensorData": (ctypes.c_void_p, [_HANDLE]),
    "TfLiteTensorDim": (_INT, [_HANDLE, _INT]),
    "TfLiteTensorName": (_TEXT, [_HANDLE]),
    "TfLiteTensorNumDims": (_INT, [_HANDLE]),
    "TfLiteTensorQuantizationParams": (QuantizationParams, [_HANDLE]),
    "TfLiteTensorRealloc": (_INT, [_SIZE, _HANDLE]),
    "TfLiteTensorType": (_INT, [_HANDLE]),
    "TfLiteTypeGetName": (_TEXT, [_INT]),
}


def int32(value):
    """An integer that fits; ctypes would drop the upper bits of others."""
    number = operator.index(value)
    if not -(2**31) <= number < 2**31:
        raise OverflowError(f"{number} does not fit into 32 bits")
    return number


def text(name):
    """Bytes of a model as str; those that are not UTF-8 remain distinct."""
    return name.decode("utf-8", "backslashreplace")


def ints(values):
    """An array for the library."""
    return (ctypes.c_int * len(values))(*map(int32, values))


def _checked(function, arguments):
    """The function, which also checks its integer arguments."""
    places = [i for i, kind in enumerate(arguments) if kind is _INT]
    if not places:
        return function

    def call(*values):
        values = list(values)
        for i in places:
            values[i] = int32(values[i])
        return function(*values)

    return call


for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(_library, _name)
    _function.restype, _function.argtypes = _result, _arguments
    globals()[_name] = _checked(_function, _arguments)

# TfLiteType and numpy's type of its elements.
_STRING = 5
_TYPES = {
    1: np.float32,
    2: np.int32,
    3: np.uint8,
    4: np.int64,
    6: np.bool_,
    7: np.int16,
    8: np.complex64,
    9: np.int8,
    10: np.float16,
    11: np.float64,
    12: np.complex128,
    13: np.uint64,
    16: np.uint32,
    17: np.uint16,
}
_ML_TYPES = {19: "bfloat16", 22: "float8_e4m3fn", 23: "float8_e5m2"}
_WITHOUT_VALUE = (14, 15)  # resource, variant
# Types with several elements a byte: their bits, and the type of an element alone.
_PACKED = {18: (4, np.int8), 20: (2, np.int8), 21: (4, np.uint8)}


def _type(tensor):
    return _library.TfLiteTensorType(tensor)


def _type_name(tensor):
    return _library.TfLiteTypeGetName(_type(tensor)).decode()


def numpy_type(tensor):
    number = _type(tensor)
    if number in _TYPES:
        return _TYPES[number]
    if number in _PACKED:
        return _PACKED[number][1]
    if number == _STRING:
        return np.bytes_
    if number in _ML_TYPES:
        try:
            import ml_dtypes  # pylint: disable=import-outside-toplevel
        except ImportError as e:
            raise TypeError(
                f"values of type {_type_name(tensor)} need the Python package ml_dtypes"
            ) from e
        return getattr(ml_dtypes, _ML_TYPES[number])
    if number in _WITHOUT_VALUE:
        return np.object_
    raise TypeError(f"no numpy type holds {_type_name(tensor)}")


def is_string(tensor):
    return _type(tensor) == _STRING


def is_packed(tensor):
    return _type(tensor) in _PACKED


def holds(tensor, value):
    """Whether the array's type is the tensor's, in any byte order."""
    if is_string(tensor):
        return value.dtype.kind in "SUO"
    if _type(tensor) in _WITHOUT_VALUE:
        return False
    return value.dtype.newbyteorder("=") == np.dtype(numpy_type(tensor))


def _in_native_order(value):
    if value.dtype.isnative:
        return value
    return value.astype(value.dtype.newbyteorder("="))


def shape(tensor):
    count = max(0, _library.TfLiteTensorNumDims(tensor))
    return [_library.TfLiteTensorDim(tensor, i) for i in range(count)]


def shape_signature(tensor):
    """The shape with -1 for what the model leaves unknown."""
    count, extent = _INT(-1), _INT()
    _library.TfLiteOpaqueTensorGetNumDimsSignature(tensor, ctypes.byref(count))
    if count.value <= 0:
        return shape(tensor)
    extents = []
    for i in range(count.value):
        _library.TfLiteOpaqueTensorGetDimSignature(tensor, i, ctypes.byref(extent))
        extents.append(extent.value)
    return extents


def _values(array, kind, element):
    if not array:
        return np.zeros(0, kind)
    data = ctypes.cast(
        ctypes.addressof(array.contents) + type(array.contents).data.offset,
        ctypes.POINTER(element),
    )
    return np.array(data[: array.contents.size], kind)


def quantization(tensor):
    """(scales, zero points, quantized dimension, block size)"""
    given = _library.TfLiteOpaqueTensorGetQuantization(tensor)
    block_size = 0
    if given.type == 2:  # blockwise
        block_size = _Blockwise.from_address(given.params).blocksize
    if given.type != 1 or not given.params:  # affine
        return np.zeros(0, np.float32), np.zeros(0, np.int32), 0, block_size
    affine = _Affine.from_address(given.params)
    if not affine.scale:
        return np.zeros(0, np.float32), np.zeros(0, np.int32), 0, block_size
    return (
        _values(affine.scale, np.float32, ctypes.c_float),
        _values(affine.zero_point, np.int32, ctypes.c_int),
        affine.quantized_dimension,
        block_size,
    )


def packed(tensor, value):
    """The bytes that the tensor has for an array."""
    if not is_packed(tensor):
        return np.ascontiguousarray(_in_native_order(value)).tobytes()
    bits, _ = _PACKED[_type(tensor)]
    per_byte = 8 // bits
    flat = value.reshape(-1).astype(np.uint8) & ((1 << bits) - 1)
    flat = np.pad(flat, (0, -flat.size % per_byte)).reshape(-1, per_byte)
    return (flat << (np.arange(per_byte, dtype=np.uint8) * bits)).sum(
        1, dtype=np.uint8
    ).tobytes()  # fmt: skip


def _unpacked(tensor):
    bits, kind = _PACKED[_type(tensor)]
    per_byte = 8 // bits
    data = ctypes.string_at(
        _library.TfLiteTensorData(tensor), _library.TfLiteTensorByteSize(tensor)
    )
    shifts = np.arange(per_byte, dtype=np.uint8) * bits
    elements = np.frombuffer(data, np.uint8)[:, None] >> shifts & ((1 << bits) - 1)
    extents = shape(tensor)
    elements = elements.reshape(-1)[: int(np.prod(extents))].astype(kind)
    if kind == np.int8:
        sign = 1 << (bits - 1)
        elements = (elements ^ sign) - sign
    return elements.astype(kind).reshape(extents)


def _strings(tensor):
    text, size = ctypes.c_void_p(), ctypes.c_int()
    count = _library.TfLiteOpaqueTensorGetStringCount(tensor)
    out = np.empty(count, object)
    for i in range(count):
        status = _library.TfLiteOpaqueTensorGetString(
            tensor, i, ctypes.byref(text), ctypes.byref(size)
        )
        # It fails for a string that lies outside of the tensor.
        found = status == 0 and size.value
        out[i] = ctypes.string_at(text.value, size.value) if found else b""
    return out.reshape(shape(tensor))


def write_strings(tensor, value):
    """Replaces the contents and keeps the shape."""
    strings = [
        item if isinstance(item, bytes) else str(item).encode("utf-8")
        for item in value.ravel()
    ]
    # The count, the offsets of the strings and of their end, and the bytes.
    offsets = 4 * (len(strings) + 2) + np.cumsum([0] + [len(s) for s in strings])
    if offsets[-1] > np.iinfo(np.int32).max:
        raise ValueError("Cannot set tensor: the strings are too long.")
    data = np.array([len(strings), *offsets], np.int32).tobytes() + b"".join(strings)
    if _library.TfLiteTensorRealloc(len(data), tensor) != 0:
        raise MemoryError("Cannot set tensor: there is too little memory.")
    ctypes.memmove(_library.TfLiteTensorData(tensor), data, len(data))


def view_of(tensor, new_owner):
    """An array that shares the tensor's memory, and keeps what new_owner() returns."""
    if _type(tensor) in _WITHOUT_VALUE:
        raise TypeError(f"a tensor of type {_type_name(tensor)} has no value in Python")
    size = _library.TfLiteTensorByteSize(tensor)
    if size == 0:
        return np.empty(shape(tensor), numpy_type(tensor))
    memory = (ctypes.c_char * size).from_address(_library.TfLiteTensorData(tensor))
    view = np.frombuffer(memory, numpy_type(tensor)).reshape(shape(tensor))
    memory.owner = new_owner()
    return view


def copy_of(tensor):
    """An array with the tensor's elements."""
    if is_string(tensor):
        return _strings(tensor)
    if is_packed(tensor):
        return _unpacked(tensor)
    return np.array(view_of(tensor, lambda: None))
