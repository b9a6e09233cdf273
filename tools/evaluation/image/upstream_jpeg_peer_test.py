"""Compares the preprocessing with the values that TensorFlow Lite's tests of its
evaluation stages expect of their photograph, if --test_env=GRACE_HOPPER_JPEG names it.

The photograph is grace_hopper_517x606.jpg in the sources of Debian's package
pytorch-vision, under test/assets/encode_jpeg:

    apt-get source --download-only --tar-only pytorch-vision
"""

import hashlib
import os
import subprocess
import unittest

import numpy as np

from testing import peer_main, scratch_folder

PROGRAM = "tools/evaluation/image/preprocess"
JPEG = os.environ.get("GRACE_HOPPER_JPEG")
SHA256 = "e1f57e98cf38076c0f9a058d74ffddf90f20453e436033784606b63c8ed2e49a"
CROP = "steps { cropping_params { cropping_fraction: 0.875 } }"
RESIZE = (
    "steps { resizing_params { target_size { width: 224 height: 224 }"
    " aspect_preserving: false } }"
)
NORMALIZE = "steps { normalization_params { channelwise_mean: %s scale: %.9g } }"
FLOAT = NORMALIZE % ("127.5", np.float32(1 / 127.5))


class UpstreamJpegTest(scratch_folder.ScratchFolderTest):
    def first_pixel(self, steps, kind, code):
        params = steps + " output_type: %d" % code
        subprocess.run([PROGRAM, params, JPEG, self.path("out")], check=True)
        values = np.fromfile(self.path("out"), kind)
        self.assertEqual(values.size, 224 * 224 * 3)
        return values[:3]

    def test_is_the_photograph(self):
        with open(JPEG, "rb") as file:
            self.assertEqual(hashlib.sha256(file.read()).hexdigest(), SHA256)

    def test_first_pixels(self):
        pixel = self.first_pixel(CROP + RESIZE, np.uint8, 3)
        self.assertEqual(pixel.tolist(), [32, 32, 40])
        steps = CROP + RESIZE + NORMALIZE % ("128", 1)
        pixel = self.first_pixel(steps, np.int8, 9)
        self.assertEqual(pixel.tolist(), [-96, -96, -88])
        for steps, expected in [
            (CROP + RESIZE, [-0.74901962, -0.74901962, -0.68627453]),
            (RESIZE, [-0.83529419, -0.7960785, -0.35686275]),
        ]:
            pixel = self.first_pixel(steps + FLOAT, np.float32, 1)
            # The values have seven to eight digits.
            np.testing.assert_allclose(pixel, expected, rtol=0, atol=1e-7)


if __name__ == "__main__":
    peer_main.main("" if JPEG else "GRACE_HOPPER_JPEG does not name the photograph")
