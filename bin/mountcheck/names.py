"""Directories and the names in them: a model of what each mount may see, and steps by dirfd, cwd and path."""

import os
import stat
import time

from .calls import Wrong, chosen, exchange

NAMES = ["a", "b", "c", "d"]
MAX_HANDLES = 5
# For how long a mount itself keeps attributes, beside the kernel.
MOUNT_SECONDS = 0.5


class Timed:
    """What others have changed is seen by a mount once the time is over for which it remembers what was before."""

    def __init__(self, value, mounts):
        self.values = [value]
        self.ends = [None]  # when each stopped to be so
        self.floor = [0] * mounts  # the oldest that a mount may still know

    def now(self):
        return self.values[-1]

    def change(self, mount, value):
        self.ends[-1] = time.monotonic()
        self.values.append(value)
        self.ends.append(None)
        self.sync(mount)

    def sync(self, mount):
        """The mount knows what is so now."""
        self.floor[mount] = len(self.values) - 1

    def known(self, mount, since):
        """What a mount may know that remembers what was so at a time, and later."""
        return [value for i, value in enumerate(self.values)
                if i >= self.floor[mount] and (self.ends[i] is None or self.ends[i] > since)]

    def saw(self, mount, value):
        """A mount that has seen a value does not go back behind it."""
        self.floor[mount] += next(i for i, known in enumerate(self.values[self.floor[mount]:]) if known is value)


class Node:
    """A file or directory."""

    def __init__(self, mounts, inode, mode, text=None):
        self.inode = inode
        self.text = text  # of a file that is written once
        self.mode = Timed(mode, mounts)
        self.marks = {}  # its extended attributes
        self.links = []  # (directory, name)
        self.file = None  # the model of its bytes, if these change


class Directory(Node):
    def __init__(self, mounts, inode, mode):
        super().__init__(mounts, inode, mode)
        self.mounts = mounts
        self.entries = {}
        self.is_removed = False

    def entry(self, name):
        return self.entries.setdefault(name, Timed(None, self.mounts))

    def names(self):
        return sorted(name for name, entry in self.entries.items() if entry.now() is not None)

    def listing(self):
        now = [(name, self.entries[name].now()) for name in self.names()]
        return [(name, node.inode, isinstance(node, Directory)) for name, node in now]

    def has_above(self, other):
        """Whether another is this or one of those above it."""
        at = self
        while at is not other:
            if not at.links:
                return False
            at = at.links[0][0]
        return True


class At:
    """A directory as a call names it: by a descriptor, as the working directory, or by a path."""

    def __init__(self, mount, directory, fd=None, path=""):
        self.mount = mount
        self.directory = directory
        self.fd = fd
        self.path = path

    def of(self, name):
        return self.path + name

    def shown(self, name):
        return f"{self.fd}:{name}" if self.fd is not None else self.path + name


class Held:
    """A descriptor of a directory, or of a file that is written once."""

    def __init__(self, mount, node, fd):
        self.mount = mount
        self.node = node
        self.fd = fd
        self.opened = time.monotonic()
        self.listing = node.listing() if isinstance(node, Directory) else None  # as it was then, for the first reading


class Names:
    """Steps on names. For one thread."""

    # How often each is made.
    STEPS = {
        "hold": 4, "close_held": 2, "work": 2, "make_directory": 4, "make_file": 4, "create": 2, "unlink": 3,
        "remove_directory": 3, "rename": 6, "exchange": 3, "link": 1, "look": 5, "walk": 4, "open_name": 5, "list": 4,
        "use_held": 5,
    }

    def __init__(self, calls, chance, roots, remembers, is_one):
        self.calls = calls
        self.random = chance
        self.roots = roots
        self.is_local = is_one
        self.remembers = [0] * len(roots) if is_one else remembers
        self.mounts = len(roots)
        self.held = []
        self.working = None  # the mount and directory in which the process works
        self.texts = 0
        found = os.stat(roots[0])
        self.root = Directory(self.mounts, found.st_ino, stat.S_IMODE(found.st_mode))

    def step(self):
        getattr(self, chosen(self.random, self.STEPS))(self.random.randrange(self.mounts))

    def close(self):
        os.chdir("/")
        for held in self.held:
            os.close(held.fd)
        self.held.clear()

    # Where things are

    def since(self, mount):
        """What a mount knows may be as it was at this time."""
        seconds = self.remembers[mount]
        return time.monotonic() - (seconds + MOUNT_SECONDS + self.calls.slowest + 0.1 if seconds else 0)

    def known(self, mount, at, name):
        return at.entry(name).known(mount, self.since(mount))

    def is_certain(self, mount, at, name):
        return self.known(mount, at, name) == [at.entry(name).now()]

    def path(self, mount, directory):
        """The path of a directory, with a slash at its end; None if the mount may know others of its names."""
        names = []
        at = directory
        while at is not self.root:
            if not at.links:
                return None
            above, name = at.links[0]
            if not self.is_certain(mount, above, name):
                return None
            names.insert(0, name)
            at = above
        return "/".join([self.roots[mount], *names, ""])

    def ways(self, mount, directory):
        """All ways in which a mount can name a directory now."""
        ways = [At(mount, directory, held.fd) for held in self.held if held.mount == mount and held.node is directory]
        if self.working == (mount, directory):
            ways.append(At(mount, directory))
        path = self.path(mount, directory)
        if path is not None:
            ways.append(At(mount, directory, None, path))
        return ways

    def way(self, mount, directory):
        ways = self.ways(mount, directory)
        return self.random.choice(ways) if ways else None

    def somewhere(self, mount):
        """Some directory, rather one that is held than another, as a call names it; None if it cannot be named."""
        held = [h.node for h in self.held if h.mount == mount and isinstance(h.node, Directory)]
        if self.working is not None and self.working[0] == mount:
            held.append(self.working[1])
        if held and self.random.random() < 0.6:
            return self.way(mount, self.random.choice(held))
        return self.way(mount, self.random.choice(self.directories()))

    def directories(self):
        found = [self.root]
        for directory in found:
            found += [e.now() for e in directory.entries.values() if isinstance(e.now(), Directory)]
        return found

    def some_name(self, directory, used=0.7):
        names = directory.names()
        return self.random.choice(names if names and self.random.random() < used else NAMES)

    def check(self, result, allowed):
        if result not in allowed:
            raise Wrong(f"{result}, and may be {sorted(allowed)}")

    def made(self, at, name, node):
        node.links.append((at.directory, name))
        at.directory.entry(name).change(at.mount, node)

    def gone(self, at, name):
        entry = at.directory.entry(name)
        node = entry.now()
        node.links.remove((at.directory, name))
        if isinstance(node, Directory):
            node.is_removed = True
        entry.change(at.mount, None)

    # Names are made and removed. What the kernel remembers may have it refuse a call that servers would do; then
    # nothing has changed.

    def make_directory(self, mount):
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory, 0.2)
        allowed = self.may_make(at, name)
        result, _ = self.calls.make(f"{mount}: mkdirat({at.shown(name)})", os.mkdir, at.of(name), 0o755, dir_fd=at.fd)
        self.check(result, allowed)
        if result == "ok":
            found = os.stat(at.of(name), dir_fd=at.fd)
            self.made(at, name, Directory(self.mounts, found.st_ino, stat.S_IMODE(found.st_mode)))

    def may_make(self, at, name):
        """How it may end that a name is made that is not to exist."""
        known = self.known(at.mount, at.directory, name)
        allowed = {"EEXIST"} if any(known) else set()
        if at.directory.is_removed:
            return allowed | {"ENOENT"}
        return allowed if at.directory.entry(name).now() else allowed | {"ok"}

    def make_file(self, mount):
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory, 0.2)
        allowed = self.may_make(at, name)
        self.texts += 1
        text = f"text {self.texts} ".encode() * self.random.choice([1, 1, 40, 9000])
        result, fd = self.calls.make(
            f"{mount}: openat({at.shown(name)}, O_CREAT|O_EXCL); write({len(text)} of {text[:9]})",
            os.open, at.of(name), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644, dir_fd=at.fd)
        self.check(result, allowed)
        if result == "ok":
            found = os.fstat(fd)
            self.made(at, name, Node(self.mounts, found.st_ino, stat.S_IMODE(found.st_mode), text))
            os.write(fd, text)
            os.close(fd)

    def create(self, mount):
        """Opens what has a name, or makes it."""
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory)
        entry = at.directory.entry(name)
        known = [node for node in self.known(mount, at.directory, name) if node is not None]
        allowed = {"EISDIR"} if any(isinstance(node, Directory) for node in known) else set()
        if any(not isinstance(node, Directory) for node in known):
            allowed.add("ok")
        if entry.now() is None:
            allowed.add("ENOENT" if at.directory.is_removed else "ok")
        result, fd = self.calls.make(
            f"{mount}: openat({at.shown(name)}, O_CREAT)",
            os.open, at.of(name), os.O_CREAT | os.O_RDONLY, 0o644, dir_fd=at.fd)
        self.check(result, allowed)
        if result == "ok":
            found = os.fstat(fd)
            if entry.now() is None and found.st_ino not in [node.inode for node in known]:
                self.made(at, name, Node(self.mounts, found.st_ino, stat.S_IMODE(found.st_mode), b""))
                known = [entry.now()]
            node = self.opened(mount, fd, found, known)
            entry.saw(mount, node)
            self.closed(mount, fd, node)

    def unlink(self, mount):
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory)
        now = at.directory.entry(name).now()
        if now is not None and now.file is not None:
            return
        allowed = {"ENOENT" if now is None else "EISDIR" if isinstance(now, Directory) else "ok"}
        if any(isinstance(known, Directory) for known in self.known(mount, at.directory, name)):
            allowed.add("EISDIR")
        result, _ = self.calls.make(f"{mount}: unlinkat({at.shown(name)})", os.unlink, at.of(name), dir_fd=at.fd)
        self.check(result, allowed)
        if result == "ok":
            self.gone(at, name)

    def remove_directory(self, mount):
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory)
        now = at.directory.entry(name).now()
        if now is None:
            allowed = {"ENOENT"}
        elif not isinstance(now, Directory):
            allowed = {"ENOTDIR"}
        else:
            allowed = {"ENOTEMPTY"} if now.names() else {"ok"}
        if any(known and not isinstance(known, Directory) for known in self.known(mount, at.directory, name)):
            allowed.add("ENOTDIR")
        result, _ = self.calls.make(f"{mount}: rmdir({at.shown(name)})", os.rmdir, at.of(name), dir_fd=at.fd)
        self.check(result, allowed)
        if result == "ok":
            self.gone(at, name)

    def rename(self, mount):
        two = self.two_names(mount)
        if two is None:
            return
        at, name, to, new_name = two
        node, target = at.directory.entry(name).now(), to.directory.entry(new_name).now()
        if target is not None and target.file is not None:
            return
        if node is None or to.directory.is_removed:
            allowed = {"ENOENT"}
        elif isinstance(node, Directory) and to.directory.has_above(node):
            allowed = {"EINVAL"}
        elif isinstance(target, Directory) and at.directory.has_above(target):
            allowed = {"ENOTEMPTY"}
        elif target is node:
            allowed = {"ok"}
        elif isinstance(target, Directory):
            allowed = {"EISDIR"} if not isinstance(node, Directory) else {"ENOTEMPTY"} if target.names() else {"ok"}
        else:
            allowed = {"ENOTDIR"} if target is not None and isinstance(node, Directory) else {"ok"}
        result, _ = self.calls.make(
            f"{mount}: renameat({at.shown(name)}, {to.shown(new_name)})",
            os.rename, at.of(name), to.of(new_name), src_dir_fd=at.fd, dst_dir_fd=to.fd)
        self.check(result, allowed)
        if result == "ok" and target is not node:
            if target is not None:
                self.gone(to, new_name)
            self.moved(at, name, to, new_name)

    def two_names(self, mount):
        """Two names of which the mount knows what they lead to, the first of something."""
        at, to = self.somewhere(mount), self.somewhere(mount)
        if at is None or to is None:
            return None
        if self.random.random() < 0.5:
            to = at
        name, new_name = self.some_name(at.directory, 1), self.some_name(to.directory, 0.4)
        is_certain = self.is_certain(mount, at.directory, name) and self.is_certain(mount, to.directory, new_name)
        return (at, name, to, new_name) if is_certain else None

    def moved(self, at, name, to, new_name):
        node = at.directory.entry(name).now()
        node.links.remove((at.directory, name))
        at.directory.entry(name).change(at.mount, None)
        self.made(to, new_name, node)

    def exchange(self, mount):
        two = self.two_names(mount)
        if two is None:
            return
        at, name, to, new_name = two
        one, other = at.directory.entry(name), to.directory.entry(new_name)
        node, target = one.now(), other.now()
        if node is None or target is None:
            allowed = {"ENOENT"}
        elif (isinstance(node, Directory) and to.directory.has_above(node)) or (
                isinstance(target, Directory) and at.directory.has_above(target)):
            allowed = {"EINVAL"}
        else:
            allowed = {"ok"}
        result, _ = self.calls.make(
            f"{mount}: exchange({at.shown(name)}, {to.shown(new_name)})",
            exchange, at.of(name), to.of(new_name), src_dir_fd=at.fd, dst_dir_fd=to.fd)
        self.check(result, allowed)
        if result == "ok" and node is not target:
            node.links.remove((at.directory, name))
            target.links.remove((to.directory, new_name))
            self.made(at, name, target)
            self.made(to, new_name, node)

    def link(self, mount):
        two = self.two_names(mount)
        if two is None:
            return
        at, name, to, new_name = two
        node, target = at.directory.entry(name).now(), to.directory.entry(new_name).now()
        if node is not None and node.file is not None:
            return
        if node is None or (to.directory.is_removed and target is None):
            allowed = {"ENOENT"}
        elif target is not None:
            allowed = {"EEXIST"}
        else:
            allowed = {"EPERM"} if isinstance(node, Directory) else {"ok"}
        if isinstance(node, Directory) and target is not None:
            allowed.add("EPERM")
        result, _ = self.calls.make(
            f"{mount}: linkat({at.shown(name)}, {to.shown(new_name)})",
            os.link, at.of(name), to.of(new_name), src_dir_fd=at.fd, dst_dir_fd=to.fd)
        self.check(result, allowed)
        if result == "ok":
            self.made(to, new_name, node)

    # What has a name is looked at

    def look(self, mount):
        """A name leads to what it led to while the mount may remember that."""
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory)
        entry = at.directory.entry(name)
        known = [node for node in self.known(mount, at.directory, name) if node is not None]
        since = self.since(mount)
        result, found = self.calls.make(
            f"{mount}: fstatat({at.shown(name)})", os.stat, at.of(name), dir_fd=at.fd, follow_symlinks=False)
        if result != "ok":
            self.check(result, {"ENOENT"} if entry.now() is None else set())
            entry.sync(mount)
            return
        node = self.found(found, known)
        self.check_mode(mount, node, found, since)
        entry.saw(mount, node)

    @staticmethod
    def found(found, nodes):
        for node in reversed(nodes):
            if node.inode == found.st_ino and isinstance(node, Directory) == stat.S_ISDIR(found.st_mode):
                return node
        raise Wrong(f"inode {found.st_ino}, and may be {sorted(node.inode for node in nodes)}")

    def check_mode(self, mount, node, found, since):
        mode, allowed = stat.S_IMODE(found.st_mode), node.mode.known(mount, since)
        if mode not in allowed:
            raise Wrong(f"mode {mode:o}, and may be {[f'{m:o}' for m in allowed]}")

    def walk(self, mount):
        """A path leads to where its names led while the mount may remember them."""
        names, at = [], self.root
        while isinstance(at, Directory) and (not names or self.random.random() < 0.8):
            used = [name for name in at.entries if at.entries[name].values[1:]]
            if not used:
                break
            names.append(self.random.choice(used))
            at = at.entries[names[-1]].now()
        if not names:
            return
        allowed = set(self.leads(mount, self.root, names))
        result, found = self.calls.make(f"{mount}: stat({'/'.join(names)})", os.stat, "/".join([self.roots[mount], *names]))
        self.check(found.st_ino if result == "ok" else result, {a.inode if isinstance(a, Node) else a for a in allowed})

    def leads(self, mount, at, names):
        now = at.entry(names[0]).now()
        for node in self.known(mount, at, names[0]):
            if node is None:
                if now is None:
                    yield "ENOENT"
            elif len(names) == 1:
                yield node
            elif isinstance(node, Directory):
                yield from self.leads(mount, node, names[1:])
            else:
                yield "ENOTDIR"

    def open_name(self, mount):
        """What is opened had the name while the mount may remember that."""
        at = self.somewhere(mount)
        if at is None:
            return
        name = self.some_name(at.directory)
        entry = at.directory.entry(name)
        known = [node for node in self.known(mount, at.directory, name) if node is not None]
        result, fd = self.calls.make(f"{mount}: openat({at.shown(name)})", os.open, at.of(name), os.O_RDONLY, dir_fd=at.fd)
        if result != "ok":
            self.check(result, {"ENOENT"} if entry.now() is None else set())
            entry.sync(mount)
            return
        node = self.opened(mount, fd, os.fstat(fd), known)
        entry.saw(mount, node)
        if len(self.held) < MAX_HANDLES and node.file is None and self.random.random() < 0.5:
            self.note_held(mount, node, fd)
        else:
            self.closed(mount, fd, node)

    def opened(self, mount, fd, found, nodes):
        """Which one of these a descriptor is of, whose bytes are looked at."""
        node = self.found(found, nodes)
        if not isinstance(node, Directory):
            node.mode.sync(mount)
            if node.file is None:
                self.check_text(node, fd)
            else:
                node.file.sync(mount)
        return node

    @staticmethod
    def closed(mount, fd, node):
        os.close(fd)
        if node.file is not None:
            node.file.closed(mount, False)

    @staticmethod
    def check_text(node, fd):
        text = os.pread(fd, len(node.text) + 1, 0)
        if text != node.text:
            raise Wrong(f"{len(text)} bytes of {text[:9]}, and may be {len(node.text)} of {node.text[:9]}")

    def list(self, mount):
        """Each listing is of what is there, the first by a descriptor of what was there half a second ago or later."""
        at = self.somewhere(mount)
        if at is None:
            return
        where = at.fd if at.fd is not None else at.path or "."
        begin = time.monotonic()
        result, found = self.calls.make(
            f"{mount}: list({at.shown('')})", lambda: sorted((e.name, e.inode(), e.is_dir()) for e in os.scandir(where)))
        allowed = [at.directory.listing()]
        for held in self.held:
            if held.fd == at.fd and held.listing is not None:
                if begin - held.opened < MOUNT_SECONDS + self.calls.slowest and not self.is_local:
                    allowed.append(held.listing)
                held.listing = None
        if at.directory.is_removed and result != "ok":
            self.check(result, {"ENOENT"})
            return
        self.check(result, {"ok"})
        if found not in allowed:
            raise Wrong(f"the directory has {found}, and may have {allowed}")

    # Descriptors are held and used, whatever becomes of the names

    def hold(self, mount):
        """Opens a directory, by any way that leads to it or to the one above it."""
        if len(self.held) >= MAX_HANDLES:
            return self.close_held(mount)
        at = self.somewhere(mount)
        if at is None:
            return None
        names = [n for n in at.directory.names() if isinstance(at.directory.entry(n).now(), Directory)]
        names = [n for n in names if self.is_certain(mount, at.directory, n)]
        if not names:
            return None
        name = self.random.choice(names)
        result, fd = self.calls.make(
            f"{mount}: openat({at.shown(name)}, O_DIRECTORY)",
            os.open, at.of(name), os.O_RDONLY | os.O_DIRECTORY, dir_fd=at.fd)
        self.check(result, {"ok"})
        self.note_held(mount, self.found(os.fstat(fd), [at.directory.entry(name).now()]), fd)
        return None

    def note_held(self, mount, node, fd):
        self.calls.note(f"  held as {fd}")
        self.held.append(Held(mount, node, fd))

    def close_held(self, _):
        if self.held:
            held = self.held.pop(self.random.randrange(len(self.held)))
            self.calls.note(f"close({held.fd})")
            os.close(held.fd)

    def work(self, mount):
        """The process works in a directory that it holds."""
        held = [h for h in self.held if h.mount == mount and isinstance(h.node, Directory) and not h.node.is_removed]
        if held:
            chosen = self.random.choice(held)
            self.calls.note(f"{mount}: fchdir({chosen.fd})")
            os.fchdir(chosen.fd)
            self.working = (mount, chosen.node)

    def use_held(self, mount):
        held = [h for h in self.held if h.mount == mount]
        if held:
            chosen = self.random.choice(held)
            self.use(mount, chosen.node, chosen.fd)
            if not isinstance(chosen.node, Directory):
                self.check_text(chosen.node, chosen.fd)

    def use(self, mount, node, fd):
        """What is done by a descriptor is done to what it is of."""
        if isinstance(node, Directory) and node.is_removed:
            self.found(os.fstat(fd), [node])
            return
        how = self.random.randrange(4)
        key = f"user.{self.random.choice('kl')}"
        if how == 0:
            mode = self.random.choice([0o700, 0o750, 0o755, 0o711])
            self.calls.note(f"{mount}: fchmod({fd}, {mode:o})")
            os.fchmod(fd, mode)
            node.mode.change(mount, mode)
        elif how == 1:
            value = str(self.random.randrange(1000)).encode()
            self.calls.note(f"{mount}: fsetxattr({fd}, {key}, {value})")
            os.setxattr(fd, key, value)
            node.marks[key] = value
        elif how == 2:
            result, value = self.calls.make(f"{mount}: fgetxattr({fd}, {key})", os.getxattr, fd, key)
            self.check(result, {"ok"} if key in node.marks else {"ENODATA"})
            if value != node.marks.get(key):
                raise Wrong(f"{value}, and may be {node.marks.get(key)}")
        else:
            since = self.since(mount)
            self.calls.note(f"{mount}: fstat({fd})")
            found = os.fstat(fd)
            self.found(found, [node])
            self.check_mode(mount, node, found, since)
