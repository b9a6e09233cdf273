"""Compares the preprocessing of images, bit for bit, with one written with numpy and
Pillow, which decodes with the same library."""

import os
import subprocess
import unittest

import numpy as np
from PIL import Image

from testing import scratch_folder

PROGRAM = "tools/evaluation/image/preprocess"
TYPES = {"FLOAT32": (1, np.float32), "UINT8": (3, np.uint8), "INT8": (9, np.int8)}
F = np.float32


def half(difference):
    return int(np.floor(difference / 2 + 0.5))


def rounded(x):
    return int(np.floor(x + F(0.5)))


def crop(image, height, width):
    top, left = half(image.shape[0] - height), half(image.shape[1] - width)
    return image[top : top + height, left : left + width]


def crop_fraction(image, fraction, square):
    height, width = (rounded(F(fraction) * F(n)) for n in image.shape[:2])
    if square:
        height = width = min(height, width)
    return crop(image, height, width)


def resize(image, height, width):
    out = np.zeros((height, width, 3), F)
    rows, columns = F(image.shape[0]) / F(height), F(image.shape[1]) / F(width)
    for i in range(height):
        y = F(i) * rows
        y0, y1 = int(np.floor(y)), min(int(np.ceil(y)), image.shape[0] - 1)
        wy = y - F(y0)
        for j in range(width):
            x = F(j) * columns
            x0, x1 = int(np.floor(x)), min(int(np.ceil(x)), image.shape[1] - 1)
            wx = x - F(x0)
            value = image[y0, x0] * (F(1) - wy) * (F(1) - wx)
            value = value + image[y1, x0] * wy * (F(1) - wx)
            value = value + image[y0, x1] * (F(1) - wy) * wx
            out[i, j] = value + image[y1, x1] * wy * wx
    return out


def resize_covering(image, height, width):
    by_width, by_height = F(width) / F(image.shape[1]), F(height) / F(image.shape[0])
    if by_width >= by_height:
        height = rounded(F(image.shape[0]) * by_width)
    else:
        width = rounded(F(image.shape[1]) * by_height)
    return resize(image, height, width)


def pad(image, height, width, value):
    top, left = half(height - image.shape[0]), half(width - image.shape[1])
    out = np.full((height, width, 3), F(value))
    out[top : top + image.shape[0], left : left + image.shape[1]] = image
    return out


def cmyk_to_rgb(pixels, inverted):
    pixels = pixels.astype(int)
    ink, black = pixels[..., :3], pixels[..., 3:]
    if inverted:
        return black * ink // 255
    return (255 - black) * (255 - ink) // 255


class PreprocessorTest(scratch_folder.ScratchFolderTest):
    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(1)

    def draw(self, height, width, channels=3):
        """Smooth colors with some noise, as in photographs."""
        coarse = self.random.integers(0, 256, (5, 6, channels))
        shape = (5 * (height // 5 + 1), 6 * (width // 6 + 1))
        image = np.kron(coarse, np.ones((shape[0] // 5, shape[1] // 6, 1)))
        image = image[:height, :width] + self.random.normal(0, 9, (height, width, 1))
        return np.clip(image, 0, 255).astype(np.uint8)

    def save(self, name, pixels, mode=None, **options):
        if pixels.shape[2] == 1:
            pixels = pixels[..., 0]
        Image.fromarray(pixels, mode).save(self.path(name), "JPEG", **options)
        return self.path(name)

    def run_program(self, image, steps, kind):
        params = steps + " output_type: %d" % TYPES[kind][0]
        result = subprocess.run(
            [PROGRAM, params, image, self.path("out")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return result

    def preprocessed(self, image, steps, kind="FLOAT32"):
        result = self.run_program(image, steps, kind)
        self.assertEqual(result.returncode, 0, result.stderr)
        return np.fromfile(self.path("out"), TYPES[kind][1])

    def check(self, image, steps, expected, kind="FLOAT32"):
        found = self.preprocessed(image, steps, kind)
        if kind != "FLOAT32":
            expected = np.trunc(expected)
        np.testing.assert_array_equal(found, expected.astype(found.dtype).ravel())

    def error(self, image, steps="", kind="FLOAT32"):
        result = self.run_program(image, steps, kind)
        self.assertEqual(result.returncode, 1)
        return result.stderr

    CLASSIFICATION = (
        "steps { cropping_params { cropping_fraction: 0.875 square_cropping: true } }"
        "steps { resizing_params { target_size { width: 17 height: 13 }"
        " aspect_preserving: false } }"
    )
    NORMALIZE = (
        "steps { normalization_params { channelwise_mean: 127.5 scale: %.9g } }"
        % F(1 / 127.5)
    )

    def test_decodes_what_pillow_decodes(self):
        rgb = self.draw(61, 83)
        for name, options in [
            ("a.jpg", {}),
            ("b.JPG", {"quality": 20, "subsampling": 2}),
            ("c.jpeg", {"quality": 95, "subsampling": 0}),
            ("d.jpg", {"subsampling": 1, "progressive": True}),
        ]:
            image = self.save(name, rgb, **options)
            decoded = np.asarray(Image.open(image))
            self.check(image, "", decoded, "UINT8")

    def test_decodes_grey_and_cmyk(self):
        image = self.save("grey.jpg", self.draw(20, 30, 1))
        grey = np.asarray(Image.open(image))
        self.check(image, "", np.stack([grey] * 3, -1), "UINT8")
        # Pillow writes CMYK inverted, with Adobe's marker, and inverts it on reading.
        image = self.save("cmyk.jpg", self.draw(20, 30, 4), "CMYK")
        stored = 255 - np.asarray(Image.open(image))
        self.check(image, "", cmyk_to_rgb(stored, True), "UINT8")
        # Without the marker, the same values are not inverted. They are those of the
        # file in both cases.
        data = open(image, "rb").read()
        at = data.index(b"\xff\xee")
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        with open(self.path("plain.jpg"), "wb") as file:
            file.write(data[:at] + data[at + 2 + length :])
        self.check(self.path("plain.jpg"), "", cmyk_to_rgb(stored, False), "UINT8")

    def test_keeps_a_few_rows_of_large_images(self):
        # The first touch of memory for all pixels takes a third of the time of decoding.
        image = Image.new("RGB", (8000, 6000), (10, 200, 30))
        image.save(self.path("a.jpg"), "JPEG")
        result = self.run_program(self.path("a.jpg"), self.CLASSIFICATION, "UINT8")
        self.assertEqual(result.returncode, 0, result.stderr)
        peak = int(result.stdout)
        self.assertGreater(peak, 0)
        self.assertLess(peak * 1024, 8000 * 6000 * 3)

    def test_classification(self):
        for height, width in [(61, 83), (90, 40), (13, 17), (8, 9)]:
            image = self.save("a.jpg", self.draw(height, width))
            pixels = np.asarray(Image.open(image)).astype(F)
            expected = resize(crop_fraction(pixels, 0.875, True), 13, 17)
            self.check(image, self.CLASSIFICATION, expected)
            self.check(image, self.CLASSIFICATION, expected, "UINT8")
            normalized = (expected - F(127.5)) * F(1 / 127.5)
            self.check(image, self.CLASSIFICATION + self.NORMALIZE, normalized)
            minus = "steps { normalization_params { channelwise_mean: 128 scale: 1 } }"
            steps = self.CLASSIFICATION + minus
            self.check(image, steps, expected - F(128), "INT8")

    def test_other_steps(self):
        image = self.save("a.jpg", self.draw(37, 52))
        pixels = np.asarray(Image.open(image)).astype(F)
        size = "target_size { width: %d height: %d }"
        self.check(
            image,
            "steps { cropping_params { cropping_fraction: 0.5 } }",
            crop_fraction(pixels, 0.5, False),
        )
        self.check(
            image,
            "steps { cropping_params { %s } }" % (size % (31, 20)),
            crop(pixels, 20, 31),
        )
        for width, height in [(20, 20), (30, 10), (80, 60)]:
            steps = "steps { resizing_params { %s aspect_preserving: true } }"
            expected = resize_covering(pixels, height, width)
            self.check(image, steps % (size % (width, height)), expected)
        steps = "steps { padding_params { %s padding_value: 7 } }" % (size % (55, 40))
        self.check(image, steps, pad(pixels, 40, 55, 7))
        means = np.array([1.5, 2.25, 3], F)
        self.check(
            image,
            "steps { normalization_params { means { r_mean: 1.5 g_mean: 2.25"
            " b_mean: 3 } scale: 0.5 } }",
            (pixels - means) * F(0.5),
        )
        # Resized, then cropped and padded: steps run in their order.
        steps = "steps { resizing_params { %s aspect_preserving: false } }"
        steps += "steps { cropping_params { %s } }"
        steps += "steps { padding_params { %s padding_value: -3 } }"
        sizes = (size % (24, 18), size % (11, 9), size % (14, 12))
        expected = pad(crop(resize(pixels, 18, 24), 9, 11), 12, 14, -3)
        self.check(image, steps % sizes, expected)

    def test_raw_pixels_have_their_final_size(self):
        pixels = self.draw(13, 17)
        with open(self.path("a.rgb8"), "wb") as file:
            file.write(pixels.tobytes())
        self.check(self.path("a.rgb8"), self.CLASSIFICATION, pixels, "UINT8")
        expected = (pixels.astype(F) - F(127.5)) * F(1 / 127.5)
        steps = self.CLASSIFICATION + self.NORMALIZE
        self.check(self.path("a.rgb8"), steps, expected)
        with open(self.path("b.rgb8"), "wb") as file:
            file.write(pixels.tobytes()[:-3])
        self.assertIn("b.rgb8: has 660 bytes", self.error(self.path("b.rgb8"), steps))

    def test_names_bad_files(self):
        image = self.save("a.jpg", self.draw(61, 83))
        data = open(image, "rb").read()
        for name, contents in [
            ("short.jpg", data[: len(data) // 2]),
            ("end.jpg", data[:-60]),
            ("header.jpg", data[:100]),
            ("empty.jpg", b""),
            ("text.jpg", b"no image"),
        ]:
            with open(self.path(name), "wb") as file:
                file.write(contents)
            self.assertIn(name + ": ", self.error(self.path(name)))
        self.assertIn("cannot read", self.error(self.path("none.jpg")))
        self.assertIn(".png", self.error(self.path("a.png")))

    def test_refuses_sides_that_become_too_long(self):
        image = self.save("a.jpg", self.draw(2000, 1))
        resize = (
            "steps { resizing_params { target_size { width: %d height: %d }"
            " aspect_preserving: %s } }"
        )
        for first in ("", resize % (1, 2000, "false")):
            message = self.error(image, first + resize % (200, 3, "true"))
            self.assertIn("cannot resize 1x2000 pixels to at least 200x3", message)

    def test_refuses_steps_without_a_size(self):
        image = self.save("a.jpg", self.draw(20, 20))
        for steps, message in [
            (
                "steps { padding_params { square_padding: true padding_value: 0 } }",
                "size",
            ),
            ("steps { cropping_params { cropping_fraction: 0 } }", "fraction"),
            ("steps { cropping_params { cropping_fraction: 0.01 } }", "cannot crop"),
            (
                "steps { cropping_params { target_size { width: 21 height: 9 } } }",
                "cannot crop 21x9 pixels from 20x20",
            ),
            (
                "steps { padding_params { target_size { width: 19 height: 30 }"
                " padding_value: 0 } }",
                "cannot pad",
            ),
            ("steps { }", "no parameters"),
        ]:
            self.assertIn(message, self.error(image, steps))


if __name__ == "__main__":
    unittest.main()
