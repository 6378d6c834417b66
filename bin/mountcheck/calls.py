"""How calls are made and noted, and the calls that Python does not have."""

import ctypes
import errno
import mmap
import os
import platform
import time

AT_FDCWD = -100
RENAME_EXCHANGE = 2
PWRITE = 1
SETUP, SUBMIT, GETEVENTS = (206, 209, 208) if platform.machine() == "x86_64" else (0, 2, 4)
LIBC = ctypes.CDLL(None, use_errno=True)


class Wrong(Exception):
    """A call did what it may not do."""


class Calls:
    """Makes one call after the other. For one thread."""

    def __init__(self):
        self.log = []
        self.slowest = 0.0

    def note(self, text):
        self.log.append(text)

    def make(self, text, call, *arguments, **named):
        """The name of the error of a call, or ok, and what it returned."""
        self.note(text)
        begin = time.monotonic()
        try:
            return "ok", call(*arguments, **named)
        except OSError as e:
            name = errno.errorcode.get(e.errno, str(e.errno))
            self.log[-1] += f"  # {name}"
            return name, None
        finally:
            self.slowest = max(self.slowest, time.monotonic() - begin)


def chosen(chance, weights):
    """One of the names of a dictionary, by its weights."""
    return chance.choices(list(weights), list(weights.values()))[0]


def exchange(name, other, src_dir_fd=None, dst_dir_fd=None):
    """renameat2(2) of two names that are exchanged."""
    done = LIBC.renameat2(
        AT_FDCWD if src_dir_fd is None else src_dir_fd, os.fsencode(name),
        AT_FDCWD if dst_dir_fd is None else dst_dir_fd, os.fsencode(other), RENAME_EXCHANGE)
    if done != 0:
        raise OSError(ctypes.get_errno(), "renameat2")


class _Iocb(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_uint64), ("key", ctypes.c_uint32), ("rw_flags", ctypes.c_uint32),
        ("opcode", ctypes.c_uint16), ("priority", ctypes.c_int16), ("fd", ctypes.c_uint32),
        ("buffer", ctypes.c_uint64), ("bytes", ctypes.c_uint64), ("offset", ctypes.c_int64),
        ("reserved", ctypes.c_uint64), ("flags", ctypes.c_uint32), ("event_fd", ctypes.c_uint32),
    ]


class _Event(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_uint64), ("request", ctypes.c_uint64), ("result", ctypes.c_int64), ("more", ctypes.c_int64),
    ]


class AsyncIo:
    """Asynchronous reads and writes: io_submit(2) and io_getevents(2)."""

    def __init__(self):
        self.context = ctypes.c_ulong(0)
        self._call(SETUP, 16, ctypes.byref(self.context))

    @staticmethod
    def _call(number, *arguments):
        result = LIBC.syscall(number, *arguments)
        if result < 0:
            raise OSError(ctypes.get_errno(), "asynchronous I/O")
        return result

    def write(self, fd, parts):
        """Submits writes of (offset, bytes), all at once, and awaits them; how many bytes each has written."""
        return self._run(fd, PWRITE, [(offset, len(text), text) for offset, text in parts], lambda source, done: done)

    def read(self, fd, places):
        """Submits reads of (offset, length), all at once, and awaits them; the bytes of each."""
        parts = [(offset, length, b"") for offset, length in places]
        return self._run(fd, 0, parts, lambda into, done: into[:done])

    def _run(self, fd, opcode, parts, result):
        buffers = [mmap.mmap(-1, max(length, 1)) for _, length, _ in parts]
        views = [ctypes.c_char.from_buffer(buffer) for buffer in buffers]
        requests = (ctypes.POINTER(_Iocb) * len(parts))()
        for i, (offset, length, text) in enumerate(parts):
            buffers[i][:len(text)] = text
            requests[i] = ctypes.pointer(_Iocb(
                data=i, opcode=opcode, fd=fd, buffer=ctypes.addressof(views[i]), bytes=length, offset=offset))
        if self._call(SUBMIT, self.context, ctypes.c_long(len(parts)), requests) != len(parts):
            raise Wrong("not all requests were submitted")
        events = (_Event * len(parts))()
        count = self._call(GETEVENTS, self.context, ctypes.c_long(len(parts)), ctypes.c_long(len(parts)), events, None)
        results = [None] * len(parts)
        for event in events[:count]:
            if event.result < 0:
                raise OSError(-event.result, "asynchronous I/O")
            results[event.data] = result(buffers[event.data], event.result)
        del views
        return results
