"""Steps on the bytes of files: by descriptors, mappings, locks and asynchronous I/O."""

import fcntl
import mmap
import os
import struct
import time

from .calls import Wrong, chosen

PAGE = 4096
SMALL = 3 * PAGE
MAX_STATES = 300
RELEASE_SECONDS = 30
KINDS = {"SH": fcntl.LOCK_SH | fcntl.LOCK_NB, "EX": fcntl.LOCK_EX | fcntl.LOCK_NB, "UN": fcntl.LOCK_UN}
RANGES = {"SH": fcntl.F_RDLCK, "EX": fcntl.F_WRLCK, "UN": fcntl.F_UNLCK}


class Handle:
    """A descriptor of a file whose bytes change."""

    def __init__(self, mount, file, fd, reads, writes, append, direct):
        self.mount = mount
        self.file = file
        self.fd = fd
        self.reads = reads
        self.writes = writes
        self.append = append
        self.direct = direct
        self.flock = None  # "SH" or "EX"
        self.description = None  # its lock of F_OFD_SETLK
        self.mapped = None


class Files:
    """Steps on files. For one thread.

    Writers of different mounts take turns: before one writes, what another wrote is published. Only write_apart has two
    write at once.
    """

    # How often each step is made, if a file is named, or a descriptor of it used.
    BY_NAME = {
        "open": 8, "read_file": 6, "stat": 4, "truncate_path": 1, "rewrite": 3, "write_by_child": 1.5, "write_apart": 1.5,
    }
    BY_HANDLE = {
        "read": 10, "write": 9, "fstat": 3, "close": 5, "fsync": 2, "truncate": 1, "take_flock": 4, "take_range": 4,
        "take_description": 3, "map_read": 3, "map_store": 3, "use": 3, "write_async": 2, "read_async": 2, "send": 1,
    }

    def __init__(self, calls, chance, names, nodes, aio):
        self.calls = calls
        self.note = calls.note
        self.random = chance
        self.names = names
        self.nodes = nodes
        self.aio = aio
        self.mounts = names.mounts
        self.handles = []

    def step(self):
        chance = self.random
        mount = chance.randrange(self.mounts)
        node = chance.choice(self.nodes)
        file = node.file
        if len(file.states) > MAX_STATES:
            self.read_by_all(file)
        mine = [h for h in self.handles if h.file is file]
        handle = chance.choice(mine) if mine and chance.random() < 0.85 else None
        if handle is None:
            getattr(self, chosen(chance, self.BY_NAME))(mount, file)
        else:
            getattr(self, chosen(chance, self.BY_HANDLE))(handle)

    def read_by_all(self, file):
        self.publish_for(file, None)
        for mount in range(self.mounts):
            while self.place(mount, file) is None:
                self.note("sleep(0.1)")
                time.sleep(0.1)
            self.read_file(mount, file)

    def close_all(self):
        for handle in self.handles:
            if handle.mapped is not None:
                handle.mapped.close()
            os.close(handle.fd)
        self.handles.clear()

    def node(self, file):
        return next(node for node in self.nodes if node.file is file)

    def place(self, mount, file):
        """How a mount names a file: the way to its directory, and its name; None if it might reach another."""
        directory, name = self.node(file).links[0]
        at = self.names.way(mount, directory) if self.names.is_certain(mount, directory, name) else None
        return None if at is None else (at, name)

    # What is done by a name

    def open_at(self, place, flags):
        at, name = place
        return os.open(at.of(name), flags, dir_fd=at.fd)

    def open(self, mount, file):
        chance = self.random
        place = self.place(mount, file)
        if place is None:
            return
        access = chance.choices([os.O_RDONLY, os.O_WRONLY, os.O_RDWR], [4, 2, 4])[0]
        flags = access
        truncates = access != os.O_RDONLY and chance.random() < 0.1
        append = access != os.O_RDONLY and chance.random() < 0.2
        direct = not append and chance.random() < 0.2
        if truncates:
            self.publish_for(file, mount)
            flags |= os.O_TRUNC
        flags |= (os.O_APPEND if append else 0) | (os.O_DIRECT if direct else 0)
        self.note(f"{mount}: openat({self.shown(place)}, {flags:#o})  # {file.name}")
        fd = self.open_at(place, flags)
        self.note(f"  is {fd}")
        self.node(file).mode.sync(mount)
        file.sync(mount)
        if truncates:
            self.replaced(file, mount, b"")
            file.publish(mount)
        self.handles.append(
            Handle(mount, file, fd, access != os.O_WRONLY, access != os.O_RDONLY, append, direct))

    @staticmethod
    def shown(place):
        at, name = place
        return at.shown(name)

    def read_file(self, mount, file):
        place = self.place(mount, file)
        if place is None:
            return
        self.note(f"{mount}: read all of {self.shown(place)}  # {file.name}")
        fd = self.open_at(place, os.O_RDONLY)
        try:
            file.sync(mount)
            how = self.random.randrange(3)
            if how == 0:
                size = os.fstat(fd).st_size
                file.check_size(mount, size)
                text = os.pread(fd, size + 1, 0)
            elif how == 1:
                text = os.pread(fd, 400_000, 0)
            else:
                text = os.pread(fd, os.lseek(fd, 0, os.SEEK_END) + 1, 0)
            file.check_bytes(mount, 0, 400_000, text)
        finally:
            os.close(fd)
        file.closed(mount, False)

    def rewrite(self, mount, file):
        place = self.place(mount, file)
        if place is None:
            return
        self.publish_for(file, mount)
        text = self.text(file, self.random.choice([10, PAGE, SMALL, file.largest]))
        synced = self.random.random() < 0.3
        self.note(f"{mount}: rewrite {self.shown(place)} by {len(text)} of {text[:1]}  # {file.name}")
        fd = self.open_at(place, os.O_WRONLY | os.O_TRUNC)
        file.sync(mount)
        self.replaced(file, mount, b"")
        file.publish(mount)
        os.write(fd, text)
        self.replaced(file, mount, text)
        if synced:
            os.fsync(fd)
        os.close(fd)
        file.closed(mount, True)

    def write_by_child(self, mount, file):
        """A process that ends without a close(2) publishes what it has written, and gives its locks up."""
        place = self.place(mount, file)
        if place is None:
            return
        self.publish_for(file, mount)
        is_free = not file.ranges and not any(h.description for h in self.handles if h.file is file)
        text, offset = self.text(file, 100), self.random.randrange(len(file.now()) + 1)
        self.note(f"{mount}: a process opens {self.shown(place)}{', locks' if is_free else ''}, writes 100 of {text[:1]}"
                  f" at {offset}, ends  # {file.name}")
        child = os.fork()
        if child == 0:
            try:
                fd = self.open_at(place, os.O_RDWR)
                if is_free:
                    fcntl.lockf(fd, KINDS["EX"])
                os._exit(os.pwrite(fd, text, offset) != len(text))
            except OSError:
                os._exit(2)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != 0:
            raise Wrong(f"the process ended with {status}")
        file.sync(mount)
        self.wrote(file, mount, offset, text)
        file.publish(mount)

    def write_apart(self, mount, file):
        """Mounts that do not take turns write to different bytes, which are all kept."""
        others = list(range(self.mounts))
        others.remove(mount)
        writers = [mount, self.random.choice(others)]
        places = [self.place(each, file) for each in writers]
        if None in places:
            return
        self.publish_for(file, None)
        fds = []
        for each, place in zip(writers, places):
            fds.append(self.open_at(place, os.O_RDWR))
            file.sync(each)
        begin = self.random.randrange(min(len(file.now()), file.largest - 500) + 1)
        length = self.random.choice([1, 100])
        texts = [self.text(file, length) for _ in writers]
        self.note(f"{writers}: open {[self.shown(place) for place in places]}, write {length} of"
                  f" {[text[:1] for text in texts]} from {begin} on, one behind the other, and close  # {file.name}")
        for i in self.random.sample([0, 1], 2):
            os.pwrite(fds[i], texts[i], begin + i * length)
        for i in self.random.sample([0, 1], 2):
            os.close(fds[i])
        for i, each in enumerate(writers):
            self.wrote(file, each, begin + i * length, texts[i])
            file.publish(each)
            file.closed(each, True)

    def stat(self, mount, file):
        place = self.place(mount, file)
        if place is not None:
            at, name = place
            self.note(f"{mount}: fstatat({at.shown(name)})  # {file.name}")
            file.check_size(mount, os.stat(at.of(name), dir_fd=at.fd).st_size)

    def truncate_path(self, mount, file):
        place = self.place(mount, file)
        if place is None:
            return
        self.publish_for(file, mount)
        size = self.random.randrange(self.random.choice([100, SMALL, file.largest]))
        self.note(f"{mount}: truncate({self.shown(place)}, {size})  # {file.name}")
        at, name = place
        os.truncate(at.of(name) if at.fd is None else f"/proc/self/fd/{at.fd}/{name}", size)
        self.resized(file, mount, size)
        file.publish(mount)

    # What is done by a handle

    def read(self, handle):
        if not handle.reads:
            return
        file, mount = handle.file, handle.mount
        if handle.direct:
            offset = self.random.randrange(1 + len(file.now()) // PAGE) * PAGE
            length = PAGE * self.random.choice([1, 4])
        else:
            offset = self.random.randrange(len(file.now()) + 100)
            length = self.random.choice([1, 100, PAGE, 20_000])
        self.note(f"pread({handle.fd}, {length}, {offset})")
        if handle.direct:
            with mmap.mmap(-1, length) as into:
                text = into[:os.preadv(handle.fd, [into], offset)]
        else:
            text = os.pread(handle.fd, length, offset)
        file.check_bytes(mount, offset, length, text)

    def send(self, handle):
        """sendfile(2), which reads as far as the kernel knows the size: after a lock that is asked for first."""
        if not handle.reads or handle.direct:
            return
        file, mount = handle.file, handle.mount
        offset = self.random.randrange(len(file.now()) + 1)
        length = self.random.choice([100, PAGE, 60_000])
        self.note(f"fstat({handle.fd}); sendfile({handle.fd}, {length}, {offset})")
        file.check_size(mount, os.fstat(handle.fd).st_size)
        to = os.memfd_create("sent")
        done = os.sendfile(to, handle.fd, offset, length)
        text = os.pread(to, done, 0)
        os.close(to)
        file.check_bytes(mount, offset, length, text)

    def write(self, handle):
        if not handle.writes:
            return
        file, mount = handle.file, handle.mount
        self.publish_for(file, mount)
        if handle.append and file.floor[mount] < file.last():
            # Until it is brought, what is appended is read behind the end that the mount knows of.
            self.publish_for(file, None)
            self.read_file(mount, file)
        now = file.now()
        if handle.append:
            text = self.text(file, self.random.choice([1, 70, 3000]))
            offset = len(now)
            self.note(f"write({handle.fd}, {len(text)} of {text[:1]})  # at the end, {offset}")
            done = os.write(handle.fd, text)
        elif handle.direct:
            offset = self.random.randrange(1 + min(len(now), file.largest - PAGE) // PAGE) * PAGE
            text = self.text(file, PAGE)
            self.note(f"pwrite({handle.fd}, {len(text)} of {text[:1]}, {offset})  # direct")
            with mmap.mmap(-1, len(text)) as source:
                source[:] = text
                done = os.pwritev(handle.fd, [source], offset)
        else:
            offset = self.random.randrange(min(len(now), file.largest - 5000) + 200)
            text = self.text(file, self.random.choice([1, 100, PAGE, 5000]))
            self.note(f"pwrite({handle.fd}, {len(text)} of {text[:1]}, {offset})")
            done = os.pwrite(handle.fd, text, offset)
        if done != len(text):
            raise Wrong(f"{done} bytes were written")
        self.wrote(file, mount, offset, text)

    def write_async(self, handle):
        """Several direct writes that are submitted at once."""
        if not handle.writes or not handle.direct:
            return
        file, mount = handle.file, handle.mount
        self.publish_for(file, mount)
        last = min(len(file.now()), file.largest - PAGE) // PAGE
        places = self.random.sample(range(last + 1), min(last + 1, self.random.choice([1, 3])))
        parts = [(place * PAGE, self.text(file, PAGE)) for place in sorted(places)]
        self.note(f"io_submit({handle.fd}, {[(offset, len(text), text[:1]) for offset, text in parts]})")
        done = self.aio.write(handle.fd, parts)
        if done != [PAGE] * len(parts):
            raise Wrong(f"{done} bytes were written")
        for offset, text in parts:
            self.wrote(file, mount, offset, text)

    def read_async(self, handle):
        if not handle.reads or not handle.direct:
            return
        file, mount = handle.file, handle.mount
        places = [self.random.randrange(1 + len(file.now()) // PAGE) * PAGE for _ in range(self.random.choice([1, 3]))]
        self.note(f"io_submit({handle.fd}, read of {places})")
        for offset, text in zip(places, self.aio.read(handle.fd, [(offset, PAGE) for offset in places])):
            file.check_bytes(mount, offset, PAGE, text)

    def fstat(self, handle):
        self.note(f"fstat({handle.fd})")
        handle.file.check_size(handle.mount, os.fstat(handle.fd).st_size)

    def use(self, handle):
        """What is done by a descriptor is done to the file, whatever names it has by then."""
        self.names.use(handle.mount, self.node(handle.file), handle.fd)

    def truncate(self, handle):
        if not handle.writes:
            return
        file = handle.file
        self.publish_for(file, handle.mount)
        size = self.random.randrange(self.random.choice([100, SMALL, file.largest]))
        self.note(f"ftruncate({handle.fd}, {size})")
        os.ftruncate(handle.fd, size)
        self.resized(file, handle.mount, size)
        file.publish(handle.mount)

    def fsync(self, handle):
        call = self.random.choice([os.fsync, os.fdatasync])
        self.note(f"{call.__name__}({handle.fd})")
        call(handle.fd)
        handle.file.publish(handle.mount)

    def close(self, handle):
        self.note(f"close({handle.fd})")
        self.handles.remove(handle)
        if handle.mapped is not None:
            handle.mapped.close()
        os.close(handle.fd)
        handle.file.closed(handle.mount, handle.writes)
        if handle.flock:
            handle.file.releasing["flock"] = (handle.mount, handle.file.last())
        if handle.description:
            handle.file.releasing["description"] = (handle.mount, handle.file.last())

    # Locks

    def take_flock(self, handle):
        file = handle.file
        wanted = self.random.choice(["SH", "EX", "UN"])
        others = [h.flock for h in self.handles if h.file is file and h is not handle and h.flock]
        is_free = wanted == "UN" or not others or (wanted == "SH" and "EX" not in others)
        self.note(f"flock({handle.fd}, {wanted})")
        kind = KINDS[wanted]
        taken = self.locked(lambda: fcntl.flock(handle.fd, kind), is_free)
        if wanted != "EX":
            file.publish(handle.mount)
        handle.flock = wanted if taken and wanted != "UN" else None
        if handle.flock == "EX":
            file.released("flock")
        if handle.flock:
            file.sync(handle.mount)

    def take_range(self, handle):
        file, mount = handle.file, handle.mount
        wanted = self.random.choice(["SH", "EX", "UN"])
        if (wanted == "SH" and not handle.reads) or (wanted == "EX" and not handle.writes):
            return
        owner = file.owners[mount]
        others = [exclusive for other, exclusive in file.ranges.items() if other != owner]
        others += [h.description == "EX" for h in self.handles if h.file is file and h.description]
        is_free = wanted == "UN" or not others or (wanted == "SH" and not any(others))
        self.note(f"lockf({handle.fd}, {wanted})")
        kind = KINDS[wanted]
        taken = self.locked(lambda: fcntl.lockf(handle.fd, kind), is_free)
        if wanted != "EX":
            file.publish(mount)
        if wanted == "UN":
            file.ranges.pop(owner, None)
        elif taken:
            file.ranges[owner] = wanted == "EX"
            file.sync(mount)

    def take_description(self, handle):
        """A lock of bytes that belongs to the open file description, and conflicts with those of processes."""
        file, mount = handle.file, handle.mount
        wanted = self.random.choice(["SH", "EX", "UN"])
        if (wanted == "SH" and not handle.reads) or (wanted == "EX" and not handle.writes):
            return
        others = list(file.ranges.values())
        others += [h.description == "EX" for h in self.handles if h.file is file and h is not handle and h.description]
        is_free = wanted == "UN" or not others or (wanted == "SH" and not any(others))
        self.note(f"fcntl({handle.fd}, F_OFD_SETLK, {wanted})")
        wish = struct.pack("hhqqi4x", RANGES[wanted], os.SEEK_SET, 0, 0, 0)
        taken = self.locked(lambda: fcntl.fcntl(handle.fd, fcntl.F_OFD_SETLK, wish), is_free)
        if wanted != "EX":
            file.publish(mount)
        if wanted == "UN":
            handle.description = None
        elif taken:
            handle.description = wanted
            if wanted == "EX":
                file.released("description")
            file.sync(mount)

    def locked(self, lock, is_free):
        """Whether a lock was taken. One of flock(2) ends just after the close(2) that ends it: the kernel sends it late."""
        end = time.monotonic() + RELEASE_SECONDS
        while True:
            try:
                lock()
            except BlockingIOError:
                if not is_free:
                    return False
                if time.monotonic() > end:
                    raise Wrong("a lock that nobody hinders was refused") from None
                time.sleep(0.001)
                continue
            if not is_free:
                raise Wrong("a lock was given that others hinder")
            return True

    # Mappings

    def map_read(self, handle):
        file, mount = handle.file, handle.mount
        if not handle.reads:
            return
        size = os.fstat(handle.fd).st_size
        file.check_size(mount, size)
        least = min(size, file.least_size(mount))
        if least == 0:
            return
        offset = self.random.randrange(least)
        length = min(least - offset, self.random.choice([1, 100, 10_000]))
        self.note(f"mapped({handle.fd})[{offset}:{offset + length}]")
        if handle.mapped is not None and len(handle.mapped) <= least and offset + length <= len(handle.mapped):
            file.check_bytes(mount, offset, length, handle.mapped[offset:offset + length])
            return
        with mmap.mmap(handle.fd, least, prot=mmap.PROT_READ) as mapped:
            file.check_bytes(mount, offset, length, mapped[offset:offset + length])
        # To unmap it closes the descriptor that Python has made for the mapping.
        file.closed(mount, handle.writes)

    def map_store(self, handle):
        """Pages are written whole, so only who has the file locked may store to them."""
        file, mount = handle.file, handle.mount
        others = [h for h in self.handles if h.file is file and h is not handle and h.flock]
        if not handle.reads or not handle.writes or others:
            return
        self.publish_for(file, mount)
        self.note(f"flock({handle.fd}, EX); store; flock({handle.fd}, UN)")
        self.locked(lambda: fcntl.flock(handle.fd, KINDS["EX"]), True)
        file.sync(mount)
        now = file.now()
        size = os.fstat(handle.fd).st_size
        file.check_size(mount, size)
        if handle.mapped is not None and len(handle.mapped) > size:
            handle.mapped.close()
            handle.mapped = None
            file.closed(mount, True)
        if handle.mapped is None and size > 0:
            handle.mapped = mmap.mmap(handle.fd, size)
        if size > 0:
            mapped = handle.mapped
            size = len(mapped)
            text = self.text(file, self.random.choice([1, 50, 5000]))[:size]
            offset = self.random.randrange(size - len(text) + 1)
            self.note(f"  {len(text)} of {text[:1]} at {offset}")
            file.check_bytes(mount, offset, len(text), mapped[offset:offset + len(text)])
            mapped[offset:offset + len(text)] = text
            file.changed(mount, now[:offset] + text + now[offset + len(text):], offset, offset + len(text))
            if self.random.random() < 0.3:
                self.note("  msync")
                mapped.flush()
        fcntl.flock(handle.fd, fcntl.LOCK_UN)
        file.publish(mount)
        handle.flock = None

    # What the calls do to the model

    def wrote(self, file, mount, offset, text):
        now, end = file.now(), offset + len(text)
        before = now.ljust(offset, b"\0")
        file.changed(mount, before[:offset] + text + before[end:], min(len(now), offset), end)

    def text(self, file, length):
        return bytes([self.random.randrange(33, 127)]) * min(length, file.largest)

    def replaced(self, file, mount, text):
        file.changed(mount, text, 0, max(len(text), len(file.now())))

    def resized(self, file, mount, size):
        now = file.now()
        file.changed(mount, now[:size].ljust(size, b"\0"), min(size, len(now)), max(size, len(now)))

    def publish_for(self, file, mount):
        """Has what another mount wrote be published before this one writes, or what any wrote."""
        other = file.writer
        if other is not None and other != mount:
            handle = next((h for h in self.handles if h.file is file and h.mount == other), None)
            if handle is None:
                raise AssertionError("who wrote has no handle")
            self.fsync(handle)
