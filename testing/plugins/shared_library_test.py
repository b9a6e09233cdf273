"""libtensorflowlite_c.so loads plugins, even if its symbols are not global, as when
Python's ctypes loads it: plugins still find its functions."""

import ctypes
import sys
import unittest

_MODEL = b"testing/c_api/testdata/add_resized/model.tflite"
_MAX_OPTIONS = 256


class Options(ctypes.Structure):
    _fields_ = [
        ("lib_path", ctypes.c_char_p),
        ("count", ctypes.c_int),
        ("keys", ctypes.c_char_p * _MAX_OPTIONS),
        ("values", ctypes.c_char_p * _MAX_OPTIONS),
        ("insert", ctypes.c_void_p),
    ]


def open_library(path):
    """Returns the library with prototypes of the functions that pass pointers."""
    library = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
    for name in (
        "ModelCreateFromFile",
        "InterpreterOptionsCreate",
        "InterpreterCreate",
        "InterpreterGetInputTensor",
        "InterpreterGetOutputTensor",
        "ExternalDelegateCreate",
    ):
        getattr(library, "TfLite" + name).restype = ctypes.c_void_p
    library.TfLiteExternalDelegateOptionsDefault.restype = Options
    return library


class SharedLibraryTest(unittest.TestCase):
    path = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.library = open_library(cls.path)

    def result_with(self, name):
        """Returns the model's output with the plugin; None if there is no delegate."""
        lib = self.library
        path = b"testing/plugins/%s.so" % name  # the options do not copy it
        options = lib.TfLiteExternalDelegateOptionsDefault(path)
        self.assertEqual(
            0,
            lib.TfLiteExternalDelegateOptionsInsert(
                ctypes.byref(options), b"bias", b"500"
            ),
        )
        delegate = ctypes.c_void_p(
            lib.TfLiteExternalDelegateCreate(ctypes.byref(options))
        )
        if not delegate:
            return None
        model = ctypes.c_void_p(lib.TfLiteModelCreateFromFile(_MODEL))
        settings = ctypes.c_void_p(lib.TfLiteInterpreterOptionsCreate())
        lib.TfLiteInterpreterOptionsAddDelegate(settings, delegate)
        interpreter = ctypes.c_void_p(lib.TfLiteInterpreterCreate(model, settings))
        self.assertTrue(interpreter)
        self.assertEqual(0, lib.TfLiteInterpreterAllocateTensors(interpreter))
        values = (ctypes.c_float * 3)(1, 2, 3)
        for i in range(2):
            tensor = ctypes.c_void_p(
                lib.TfLiteInterpreterGetInputTensor(interpreter, i)
            )
            self.assertEqual(
                0, lib.TfLiteTensorCopyFromBuffer(tensor, values, ctypes.c_size_t(12))
            )
        self.assertEqual(0, lib.TfLiteInterpreterInvoke(interpreter))
        tensor = ctypes.c_void_p(lib.TfLiteInterpreterGetOutputTensor(interpreter, 0))
        self.assertEqual(
            0, lib.TfLiteTensorCopyToBuffer(tensor, values, ctypes.c_size_t(12))
        )
        lib.TfLiteInterpreterDelete(interpreter)
        lib.TfLiteInterpreterOptionsDelete(settings)
        lib.TfLiteModelDelete(model)
        lib.TfLiteExternalDelegateDelete(delegate)
        return list(values)

    def test_runs_plugins(self):
        for name in (b"classic_add", b"opaque_add", b"opaque_add_over_shim"):
            with self.subTest(name):
                self.assertEqual([502.0, 504.0, 506.0], self.result_with(name))

    def test_makes_nothing_of_what_is_no_plugin(self):
        self.assertIsNone(self.result_with(b"lacking_symbols"))


if __name__ == "__main__":
    SharedLibraryTest.path = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
