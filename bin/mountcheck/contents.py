"""A model of what each mount may see of the bytes of a file."""

from .calls import Wrong


class File:
    """The states that a file has gone through, and what each mount has to see of them."""

    def __init__(self, name, mounts, largest, is_one):
        self.name = name  # in the notes; its names change
        self.largest = largest
        self.first = 0  # the number of the oldest state that is kept
        self.states = [b""]
        self.published = 0
        self.writer = None  # the mount that wrote what is not published
        self.releasing = {}  # kind of lock -> (mount that closed one, state): it ends, and publishes, just after that
        self.floor = [0] * mounts  # what a mount has to see at least
        self.own = [[] for _ in range(mounts)]  # (state, begin, end) of what it wrote since
        self.own_size = [0] * mounts
        self.owners = [0] * mounts if is_one else list(range(mounts))  # the process, as each mount's kernel knows it
        self.ranges = {}  # owner -> whether its lock of bytes is exclusive

    def last(self):
        return self.first + len(self.states) - 1

    def now(self):
        return self.states[-1]

    def changed(self, mount, text, begin, end):
        """The mount has made this of the file, by a change of some bytes."""
        resized = len(text) != len(self.now())
        self.states.append(text)
        self.own[mount].append((self.last(), begin, end))
        if resized:
            self.own_size[mount] = self.last()
        self.writer = mount

    def publish(self, mount):
        if self.writer in (None, mount):
            self.published = self.last()
            self.writer = None

    def released(self, kind):
        """A lock that a close(2) gives up has ended: what its mount had written by then is published."""
        mount, state = self.releasing.pop(kind, (None, 0))
        if mount is not None and self.writer in (None, mount):
            self.published = max(self.published, state)
            if state == self.last():
                self.writer = None

    def sync(self, mount):
        """The mount has to see what is published from now on."""
        self.floor[mount] = max(self.floor[mount], self.published)
        if self.floor[mount] == self.last():
            self.own[mount].clear()
        drop = min(min(self.floor), self.published) - self.first
        if drop > 0:
            del self.states[:drop]
            self.first += drop

    def closed(self, mount, writes):
        """A process's locks of bytes end when it closes any descriptor of the file."""
        if self.ranges.pop(self.owners[mount], None) is not None or writes:
            self.publish(mount)

    def visible(self, since):
        return self.states[max(0, since - self.first):]

    def check_size(self, mount, size):
        sizes = {len(state) for state in self.visible(max(self.floor[mount], self.own_size[mount]))}
        if size not in sizes:
            raise Wrong(f"the size is {size}, and may be {sorted(sizes)}")

    def least_size(self, mount):
        return min(len(s) for s in self.visible(max(self.floor[mount], self.own_size[mount])))

    def check_bytes(self, mount, offset, wanted, text):
        visible = self.visible(self.floor[mount])
        if any(state[offset:offset + wanted] == text for state in (visible[-1], visible[0])):
            if not self.own[mount] or visible[-1][offset:offset + wanted] == text:
                return
        end = offset + len(text)
        if len(text) < wanted:
            sizes = {max(offset, len(state)) for state in self.visible(max(self.floor[mount], self.own_size[mount]))}
            if end not in sizes:
                raise Wrong(f"the file ends at {end}, and may at {sorted(sizes)}")
        for i, byte in enumerate(text):
            at = offset + i
            since = self.floor[mount]
            for state, begin, to in self.own[mount]:
                if begin <= at < to:
                    since = max(since, state)
            allowed = {state[at] if at < len(state) else 0 for state in self.visible(since)}
            if byte not in allowed:
                raise Wrong(f"byte {at} is {byte}, and may be {sorted(allowed)}")
