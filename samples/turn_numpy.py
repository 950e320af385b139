"""Turns a NumPy array, and a whole photo, through the C interface: python3 turn_numpy.py libturntile_c.so

Exits with 77 where NumPy is not installed."""
import ctypes
import sys

try:
    import numpy
except ImportError:
    sys.exit(77)

# README begins
class Image(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("width", ctypes.c_int64), ("height", ctypes.c_int64),
                ("pixel_bytes", ctypes.c_size_t), ("pitch_bytes", ctypes.c_size_t)]

def image(array):  # rows x columns x channels, the channels side by side
    rows, columns, channels = array.shape
    return Image(array.ctypes.data, columns, rows, channels * array.itemsize, array.strides[0])

ROTATE_90 = 6
turntile = ctypes.CDLL(sys.argv[1])
turntile.turntile_last_error.restype = ctypes.c_char_p

photo = numpy.random.randint(0, 256, (480, 640, 3), dtype=numpy.uint8)
turned = numpy.empty((640, 480, 3), dtype=numpy.uint8)
if turntile.turntile_cpu_turn(ctypes.byref(image(photo)), ctypes.byref(image(turned)), ROTATE_90):
    sys.exit(turntile.turntile_last_error().decode())
# README ends
assert (turned == numpy.rot90(photo, k=-1)).all()

window = photo[10:110, 20:220]  # a view: NumPy's strides are the pitch
turned = numpy.empty((200, 100, 3), dtype=numpy.uint8)
assert turntile.turntile_cpu_turn(ctypes.byref(image(window)), ctypes.byref(image(turned)), ROTATE_90) == 0
assert (turned == numpy.rot90(window, k=-1)).all()
assert turntile.turntile_cpu_turn(ctypes.byref(image(photo)), ctypes.byref(image(turned)), ROTATE_90) == 1
assert b"does not fit" in turntile.turntile_last_error()


class Request(ctypes.Structure):
    _fields_ = [("turn", ctypes.c_int32), ("ignore_orientation", ctypes.c_int32),
                ("jpeg_quality", ctypes.c_int32), ("max_pixels", ctypes.c_int64)]


class Photo(ctypes.Structure):
    _fields_ = [("bytes", ctypes.POINTER(ctypes.c_uint8)), ("size", ctypes.c_size_t),
                ("width", ctypes.c_int64), ("height", ctypes.c_int64),
                ("action", ctypes.c_int32), ("turn", ctypes.c_int32), ("device", ctypes.c_int32),
                ("decode_ms", ctypes.c_double), ("turn_ms", ctypes.c_double), ("encode_ms", ctypes.c_double)]


file, result = b"P5\n3 2\n255\nabcdef", Photo()
assert turntile.turntile_turn_encoded(file, len(file), ctypes.byref(Request(turn=ROTATE_90)), ctypes.byref(result)) == 0
assert bytes(result.bytes[:result.size]) == b"P5\n2 3\n255\ndaebfc"
turntile.turntile_photo_free(ctypes.byref(result))
