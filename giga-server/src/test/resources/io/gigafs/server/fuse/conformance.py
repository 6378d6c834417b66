"""Makes the system calls of a table in a directory, and says which did not do what they should.

    python3 conformance.py TABLE [here]

The working directory is where it happens. A table is sections of rows:

    ## what the section is about
    each T = regular fifo
    make T f -> 0
    as ann chmod f 0600 -> EPERM
    A = open f RDWR -> 0
    stat $A size,mode -> 0 0644

`each` repeats a section for each word. A row is a call and what it comes to: 0, a value, or the name
of an error. `as USER` and `umask MASK` go before a call; NAME = keeps a descriptor or a process for
later, as $NAME. In arguments `<N>` is N letters and `<path:N>` a beginning that makes the argument N
bytes long. Each section has a new directory, which is its working directory; with `here` all of them
happen where the helper was started.

On standard output a section is a line `== what it is about`, with a line behind it for each row that
came out otherwise. Needs root.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)
AT_FDCWD = -100
USERS = {"root": "0:0", "ann": "1001:1001", "bob": "1002:1002"}
TYPES = {
    stat.S_IFREG: "regular",
    stat.S_IFDIR: "dir",
    stat.S_IFIFO: "fifo",
    stat.S_IFBLK: "block",
    stat.S_IFCHR: "char",
    stat.S_IFSOCK: "socket",
    stat.S_IFLNK: "symlink",
}
# Longer than the ticks by which kernels and servers tell time.
TICK_SECONDS = 0.012

kept = {}
remembered = {}
calls = {}


def call(function):
    calls[function.__name__.rstrip("_")] = function
    return function


def check(result):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def encoded(path):
    return os.fsencode(path)


def octal(text):
    return int(text, 8)


def flags(text):
    value = 0
    for name in text.split(","):
        value |= getattr(os, "O_" + name)
    return value


def fields(status, names):
    values = []
    for name in names.split(","):
        if name == "type":
            values.append(TYPES[stat.S_IFMT(status.st_mode)])
        elif name == "mode":
            values.append("%04o" % stat.S_IMODE(status.st_mode))
        elif name == "device":
            values.append("%d:%d" % (os.major(status.st_rdev), os.minor(status.st_rdev)))
        elif name in ("atime", "mtime"):
            values.append(str(getattr(status, "st_%s_ns" % name)))
        else:
            values.append(str(getattr(status, "st_" + name)))
    return " ".join(values)


# Making and removing


@call
def make(kind, path):
    if kind == "regular":
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    elif kind == "dir":
        os.mkdir(path, 0o755)
    elif kind == "fifo":
        os.mkfifo(path, 0o644)
    elif kind in ("block", "char"):
        mode = stat.S_IFBLK if kind == "block" else stat.S_IFCHR
        os.mknod(path, mode | 0o644, os.makedev(1, 7))
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path)
    elif kind == "symlink":
        os.symlink("nowhere", path)
    else:
        raise ValueError(kind)


@call
def bind(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path)


@call
def connect(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(path)


@call
def mkdir(path, mode):
    check(libc.mkdir(encoded(path), octal(mode)))


@call
def mkfifo(path, mode):
    os.mkfifo(path, octal(mode))


@call
def mknod(path, kind, mode, device="0:0"):
    bits = {name: bits for bits, name in TYPES.items()}[kind]
    major, minor = device.split(":")
    os.mknod(path, bits | octal(mode), os.makedev(int(major), int(minor)))


@call
def symlink(target, path):
    os.symlink(target, path)


@call
def link(path, other):
    os.link(path, other, follow_symlinks=False)


@call
def linkfollow(path, other):
    check(libc.linkat(AT_FDCWD, encoded(path), AT_FDCWD, encoded(other), 0x400))


@call
def unlink(path):
    os.unlink(path)


@call
def rmdir(path):
    check(libc.rmdir(encoded(path)))


@call
def rename(path, other, how=""):
    how = {"": 0, "noreplace": 1, "exchange": 2, "both": 3, "unknown": 64}[how]
    check(libc.renameat2(AT_FDCWD, encoded(path), AT_FDCWD, encoded(other), how))


# Looking


@call
def stat_(path, names):
    return fields(os.stat(path), names)


@call
def lstat(path, names):
    return fields(os.lstat(path), names)


@call
def same(path, other):
    one, two = os.lstat(path), os.lstat(other)
    return "yes" if (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino) else "no"


@call
def ls(path="."):
    return " ".join(sorted(os.listdir(path)))


@call
def readlink(path):
    return os.readlink(path)


@call
def linklength(path):
    return str(len(os.readlink(path)))


@call
def access(path, mode):
    value = sum({"r": 4, "w": 2, "x": 1, "f": 0}[letter] for letter in mode)
    check(libc.access(encoded(path), value))


@call
def chdir(path):
    os.chdir(path)


@call
def fchdir(path):
    os.fchdir(path)


@call
def getcwd():
    return os.path.basename(os.getcwd())


@call
def statvfs(path, name):
    return str(getattr(os.statvfs(path), "f_" + name))


# Changing attributes


@call
def chmod(path, mode):
    os.chmod(path, octal(mode))


@call
def chown(path, owner):
    uid, gid = owner.split(":")
    os.chown(path, int(uid), int(gid))


@call
def lchown(path, owner):
    uid, gid = owner.split(":")
    os.lchown(path, int(uid), int(gid))


class Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanos", ctypes.c_long)]


def timespec(text):
    if text == "now":
        return Timespec(0, (1 << 30) - 1)
    if text == "omit":
        return Timespec(0, (1 << 30) - 2)
    seconds, _, nanos = text.partition(".")
    return Timespec(int(seconds), int(nanos or "0"))


@call
def utimens(path, accessed, modified, how="follow"):
    times = (Timespec * 2)(timespec(accessed), timespec(modified))
    if isinstance(path, int):
        check(libc.futimens(path, times))
    else:
        nofollow = 0x100 if how == "nofollow" else 0
        check(libc.utimensat(AT_FDCWD, encoded(path), times, nofollow))


@call
def utimesnull(path):
    check(libc.utimensat(AT_FDCWD, encoded(path), None, 0))


@call
def truncate(path, size):
    if isinstance(path, int):
        check(libc.ftruncate(path, ctypes.c_long(int(size))))
    else:
        check(libc.truncate(encoded(path), ctypes.c_long(int(size))))


@call
def setxattr(path, name, value, how="0"):
    os.setxattr(path, name, value.encode(), int(how))


@call
def getxattr(path, name):
    return os.getxattr(path, name).decode()


@call
def listxattr(path):
    return " ".join(sorted(os.listxattr(path)))


@call
def removexattr(path, name):
    os.removexattr(path, name)


# Bytes


@call
def open_(path, how, mode="0644"):
    return os.open(path, flags(how), octal(mode))


@call
def close(file):
    os.close(file)


@call
def write(file, text):
    return os.write(file, text.encode())


@call
def pwrite(file, offset, text):
    return os.pwrite(file, text.encode(), int(offset))


@call
def read(file, size="1000000"):
    return "'%s'" % os.read(file, int(size)).decode().replace("\0", ".").replace("\n", "\\n")


@call
def pread(file, offset, size):
    return "'%s'" % os.pread(file, int(size), int(offset)).decode().replace("\0", ".").replace("\n", "\\n")


@call
def lseek(file, offset, whence):
    return os.lseek(file, int(offset), getattr(os, "SEEK_" + whence))


@call
def fsync(file):
    os.fsync(file)


@call
def fdatasync(file):
    os.fdatasync(file)


@call
def syncfs(file):
    check(libc.syncfs(file))


@call
def put(path, text):
    with open(path, "w") as file:
        file.write(text)


@call
def cat(path):
    with open(path, "rb") as file:
        return "'%s'" % file.read().decode().replace("\0", ".").replace("\n", "\\n")


@call
def posix_fallocate(file, offset, size):
    os.posix_fallocate(file, int(offset), int(size))


@call
def fallocate(file, how, offset, size):
    known = {"keep": 1, "punch": 2, "collapse": 8, "zero": 16, "insert": 32}
    mode = sum(known[name] for name in how.split(",") if name != "grow")
    check(libc.fallocate(file, mode, ctypes.c_long(int(offset)), ctypes.c_long(int(size))))


@call
def copy(file, other, size, offset="0", into="0"):
    return os.copy_file_range(file, other, int(size), int(offset), int(into))


@call
def sendfile(into, file, offset, size):
    return os.sendfile(into, file, int(offset), int(size))


@call
def mapped(file, size, at, text):
    """Writes through a shared mapping."""
    with mmap.mmap(file, int(size)) as pages:
        pages[int(at) : int(at) + len(text)] = text.encode()
        pages.flush()


@call
def fcntl_(file, how):
    """Changes flags of an open file."""
    old = fcntl.fcntl(file, fcntl.F_GETFL)
    fcntl.fcntl(file, fcntl.F_SETFL, old | flags(how))


# Programs


@call
def program(path):
    shutil.copyfile(shutil.which("sleep"), path)
    os.chmod(path, 0o755)


@call
def run(path, *arguments):
    """Starts a program that goes on."""
    return subprocess.Popen(["./" + path, *arguments])


@call
def runs(path):
    """Runs a script or a program to its end."""
    return subprocess.run(["./" + path, "0"], stdout=subprocess.DEVNULL).returncode


@call
def kill(process):
    process.kill()
    process.wait()


# Times


def times(path):
    status = os.fstat(path) if isinstance(path, int) else os.lstat(path)
    return {"a": status.st_atime_ns, "c": status.st_ctime_ns, "m": status.st_mtime_ns}


@call
def remember(path):
    """The times of a file, for `changed`; what comes then is later."""
    remembered[path] = times(path)
    time.sleep(TICK_SECONDS)


@call
def changed(path, known=None):
    """Which times are later than those remembered: letters of a, c and m, or a dash."""
    before = remembered[path if known is None else known]
    now = times(path)
    if any(now[name] < before[name] for name in before):
        return "earlier"
    return "".join(name for name in "acm" if now[name] > before[name]) or "-"


@call
def accessed(path):
    """Awaits that an access since the last change is noted: a mount does so behind a close(2)."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        now = times(path)
        if now["a"] >= max(now["c"], now["m"]):
            return "yes"
        time.sleep(TICK_SECONDS)
    return "no"


@call
def pause(seconds):
    time.sleep(float(seconds))


@call
def recent(path, names):
    """Whether times are about now."""
    now = time.time_ns()
    far = [name for name in names if abs(times(path)[name] - now) > 5_000_000_000]
    return "no: " + "".join(far) if far else "yes"


# The table


def expanded(argument):
    argument = re.sub(r"<(\d+)>", lambda match: "n" * int(match[1]), argument)
    match = re.match(r"<path:(\d+)>(.*)", argument)
    if match:
        before = int(match[1]) - len(match[2])
        return "./" * (before // 2) + "/" * (before % 2) + match[2]
    if argument.startswith("$"):
        return kept[argument[1:]]
    return "" if argument == "''" else argument


def become(user):
    identity, _, groups = USERS.get(user, user).partition(",")
    uid, gid = map(int, identity.split(":"))
    os.setgroups([int(group) for group in groups.split(",")] if groups else [gid])
    os.setresgid(gid, gid, 0)
    os.setresuid(uid, uid, 0)


def become_root():
    os.setresuid(0, 0, 0)
    os.setresgid(0, 0, 0)
    os.setgroups([])


def outcome(words):
    name = None
    if words[1:2] == ["="]:
        name, words = words[0], words[2:]
    try:
        while words[0] in ("as", "umask"):
            if words[0] == "as":
                become(words[1])
            else:
                os.umask(octal(words[1]))
            words = words[2:]
        result = calls[words[0]](*map(expanded, words[1:]))
    except OSError as failure:
        return errno.errorcode[failure.errno].replace("ENOTSUP", "EOPNOTSUPP")
    finally:
        become_root()
        os.umask(0o022)
    if name is not None:
        kept[name] = result
        return "0"
    return "0" if result is None else str(result)


def clean():
    for name, value in kept.items():
        if isinstance(value, subprocess.Popen):
            value.kill()
            value.wait()
        else:
            try:
                os.close(value)
            except OSError as failure:
                if failure.errno != errno.EBADF:
                    raise
    kept.clear()
    remembered.clear()


def sections(table):
    title, rows = None, []
    for number, line in enumerate(table, 1):
        line = line.rstrip("\n")
        if line.startswith("## "):
            if title is not None:
                yield title, rows
            title, rows = line[3:], []
        elif line and not line.startswith("#"):
            rows.append((number, line))
    yield title, rows


def repeated(title, rows):
    """A section once for each word of its `each` lines, in all combinations."""
    if not rows or not rows[0][1].startswith("each "):
        yield title, rows
        return
    name, _, words = rows[0][1][len("each ") :].partition(" = ")
    for word in words.split():
        one = [(number, re.sub(r"\b%s\b" % name, word, line)) for number, line in rows[1:]]
        yield from repeated("%s (%s)" % (title, word), one)


def run_section(rows):
    for number, row in rows:
        text, _, expected = row.partition(" -> ")
        got = outcome(text.split())
        if got != expected.strip():
            print("line %d: %s: %s instead of %s" % (number, text, got, expected))


def run_guarded(rows):
    try:
        run_section(rows)
    except Exception as failure:
        print("%s: %s" % (type(failure).__name__, failure))


def main(path, where="new"):
    os.umask(0o022)
    base = os.getcwd()
    with open(path) as table:
        all_sections = [one for title, rows in sections(table) for one in repeated(title, rows)]
    for number, (title, rows) in enumerate(all_sections):
        print("== " + title)
        directory = base
        if where == "new":
            directory = os.path.join(base, "section%d" % number)
            os.mkdir(directory)
        os.chdir(directory)
        run_guarded(rows)
        os.chdir(base)
        clean()
        if where == "new":
            shutil.rmtree(directory)


main(*sys.argv[1:])
