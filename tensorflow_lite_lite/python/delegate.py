"""Delegates from shared libraries."""

import ctypes
import os

_REPORT = ctypes.CFUNCTYPE(None, ctypes.c_char_p)

# A flatbuffer with an empty table TFLiteSettings: the offset of the table, its
# vtable (two sizes), and the table, which starts with the distance back to the
# vtable.
_NO_SETTINGS = b"".join(
    n.to_bytes(size, "little") for n, size in ((8, 4), (4, 2), (4, 2), (4, 4))
)
_TABLE_OFFSET = 8


class _StablePlugin(ctypes.Structure):
    _fields_ = [
        ("create", ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
        ("destroy", ctypes.PYFUNCTYPE(None, ctypes.c_void_p)),
        ("get_delegate_errno", ctypes.c_void_p),
    ]


class _StableDelegate(ctypes.Structure):
    """The data symbol TFL_TheStableDelegate (stable_delegate.h)."""

    _fields_ = [
        ("delegate_abi_version", ctypes.c_char_p),
        ("delegate_name", ctypes.c_char_p),
        ("delegate_version", ctypes.c_char_p),
        ("delegate_plugin", ctypes.POINTER(_StablePlugin)),
    ]


class _Builder(ctypes.Structure):
    """The start of TfLiteOpaqueDelegateBuilder."""

    _fields_ = [("data", ctypes.c_void_p), ("Prepare", ctypes.c_void_p)]


class _TfLiteDelegate(ctypes.Structure):
    _fields_ = [
        ("data_", ctypes.c_void_p),
        ("Prepare", ctypes.c_void_p),
        ("CopyFromBufferHandle", ctypes.c_void_p),
        ("CopyToBufferHandle", ctypes.c_void_p),
        ("FreeBufferHandle", ctypes.c_void_p),
        ("flags", ctypes.c_int64),
        ("opaque_delegate_builder", ctypes.POINTER(_Builder)),
    ]


def _has_prepare(pointer):
    delegate = _TfLiteDelegate.from_address(pointer)
    if delegate.Prepare:
        return True
    builder = delegate.opaque_delegate_builder
    return bool(builder) and bool(builder[0].Prepare)


def _stable_of(loaded):
    """The library's stable delegate if it has no other kind; else None."""
    if hasattr(loaded, "tflite_plugin_create_delegate"):
        return None
    try:
        return _StableDelegate.in_dll(loaded, "TFL_TheStableDelegate")
    except ValueError:
        return None


def _create_stable(library, stable, options):
    """A delegate with default settings, and the function that destroys it."""
    version = (stable.delegate_abi_version or b"(none)").decode("utf-8", "replace")
    if not version.startswith("1."):
        raise ValueError(
            f"{library} has a stable delegate of interface version {version}; "
            "only 1.x is supported"
        )
    if not stable.delegate_plugin or not all(
        (stable.delegate_plugin[0].create, stable.delegate_plugin[0].destroy)
    ):
        raise ValueError(f"{library} has a stable delegate without create or destroy")
    if options:
        raise ValueError(
            f"{library} has a stable delegate, which takes no options; "
            f'"{next(iter(options))}" was given'
        )
    plugin = stable.delegate_plugin[0]
    settings = ctypes.create_string_buffer(_NO_SETTINGS, len(_NO_SETTINGS))
    pointer = plugin.create(ctypes.addressof(settings) + _TABLE_OFFSET)
    if not pointer:
        raise ValueError(f"{library} did not create a delegate from default settings")
    return pointer, plugin.destroy


def _create_plugin(loaded, options):
    """A delegate with these options, and the function that destroys it."""
    create = loaded.tflite_plugin_create_delegate
    destroy = loaded.tflite_plugin_destroy_delegate
    create.argtypes = [
        ctypes.POINTER(ctypes.c_char_p),
        ctypes.POINTER(ctypes.c_char_p),
        ctypes.c_size_t,
        _REPORT,
    ]
    create.restype = ctypes.c_void_p
    destroy.argtypes = [ctypes.c_void_p]
    destroy.restype = None

    keys = [str(k).encode("utf-8") for k in options]
    values = [str(v).encode("utf-8") for v in options.values()]
    array = ctypes.c_char_p * len(keys)
    messages = []
    report = _REPORT(
        lambda text: messages.append((text or b"").decode("utf-8", "replace"))
    )
    pointer = create(array(*keys), array(*values), len(keys), report)
    if not pointer:
        raise ValueError("\n".join(messages))
    return pointer, destroy


class Delegate:
    """A delegate created by a shared library, to be passed to an Interpreter.

    The library exports tflite_plugin_create_delegate() and
    tflite_plugin_destroy_delegate(), or a stable delegate (the data symbol
    TFL_TheStableDelegate), which gets default settings. The delegate is destroyed
    with this object, which the interpreters that use it keep alive.
    """

    def __init__(self, library, options=None):
        """Creates a delegate.

        Args:
          library: path of the shared library, or its name in the loader's path.
          options: dictionary of options; keys and values are converted to str. A
            stable delegate takes none.

        Raises:
          OSError: the library cannot be loaded; the error has the loader's message.
          AttributeError: the library lacks a function of a plugin.
          ValueError: the library creates no delegate, or rejects the options; the
            error has the plugin's message.
        """
        self._destroy = None
        self._delegate_ptr = None
        library = os.fspath(library)
        options = options or {}
        # PyDLL keeps the interpreter lock: a plugin may call back into Python.
        self._library = ctypes.PyDLL(library)
        stable = _stable_of(self._library)
        self._delegate_ptr, self._destroy = (
            _create_plugin(self._library, options)
            if stable is None
            else _create_stable(library, stable, options)
        )
        if not _has_prepare(self._delegate_ptr):
            raise ValueError(f"{library} made a delegate without a Prepare function")

    def __del__(self):
        if self._destroy is not None:
            self._destroy(self._delegate_ptr)
            self._destroy = None
            self._delegate_ptr = None

    def _get_native_delegate_pointer(self):
        """The address of the TfLiteDelegate."""
        return self._delegate_ptr


def load_delegate(library, options=None):
    """Loads a delegate.

    Args:
      library: path of the shared library.
      options: dictionary of options for the delegate.

    Returns:
      A Delegate.

    Raises:
      OSError, AttributeError: as Delegate().
      ValueError: the library created no delegate; the message states why.
    """
    try:
        return Delegate(library, options)
    except ValueError as e:
        raise ValueError(f"Failed to load delegate from {library}\n{e}") from e
