"""Delegates from shared libraries."""

import ctypes
import os

_REPORT = ctypes.CFUNCTYPE(None, ctypes.c_char_p)


class Delegate:
    """A delegate that a shared library made; give it to an Interpreter.

    The library exports tflite_plugin_create_delegate() and
    tflite_plugin_destroy_delegate(). The delegate is destroyed with this object,
    which the interpreters that use it keep alive.
    """

    def __init__(self, library, options=None):
        """Makes a delegate.

        Args:
          library: path of the shared library, or its name in the loader's path.
          options: dictionary of options; keys and values are turned to str.

        Raises:
          OSError: the library cannot be loaded; the loader's message says why.
          ValueError: the library is no plugin, or refuses the options; the
            plugin's own message says why.
        """
        self._library = None
        self._delegate_ptr = None
        library = os.fspath(library)
        # The interpreter lock is kept: a plugin may call back into Python.
        loaded = ctypes.PyDLL(library)
        try:
            create = loaded.tflite_plugin_create_delegate
            destroy = loaded.tflite_plugin_destroy_delegate
        except AttributeError as e:
            raise ValueError(f"{library} is no delegate: {e}") from e
        create.argtypes = [
            ctypes.POINTER(ctypes.c_char_p),
            ctypes.POINTER(ctypes.c_char_p),
            ctypes.c_size_t,
            _REPORT,
        ]
        create.restype = ctypes.c_void_p
        destroy.argtypes = [ctypes.c_void_p]
        destroy.restype = None

        options = options or {}
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
        self._library = loaded
        self._delegate_ptr = pointer

    def __del__(self):
        if self._library is not None:
            self._library.tflite_plugin_destroy_delegate(self._delegate_ptr)
            self._library = None
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
      ValueError: the delegate did not load; the message says why.
    """
    try:
        return Delegate(library, options)
    except (OSError, ValueError) as e:
        raise ValueError(f"Failed to load delegate from {library}\n{e}") from e
