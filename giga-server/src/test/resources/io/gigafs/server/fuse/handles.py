"""What one client does by a directory that it has open, or works in, while another client moves that, replaces it or takes it
away: says what each call answers and what is there afterwards. A and B are one tree, seen by two clients. With CHECKED, the
kernel of A checks permissions, and answers access(2) and fstat(2) by what it keeps for a while."""
import errno, os, stat, struct, sys, time

a, b = (os.path.abspath(each) for each in sys.argv[1:3])
checked = sys.argv[3:] == ["CHECKED"]
ACL = struct.pack("<I", 2) + b"".join(
    struct.pack("<HHI", tag, perm, who)
    for tag, perm, who in ((1, 7, 0xFFFFFFFF), (2, 5, 1000), (4, 5, 0xFFFFFFFF), (16, 5, 0xFFFFFFFF), (32, 1, 0xFFFFFFFF)))


def write(path, text, dir_fd=None, flags=os.O_CREAT | os.O_WRONLY):
    fd = os.open(path, flags, 0o644, dir_fd=dir_fd)
    os.write(fd, text.encode())
    os.close(fd)


def read(path, dir_fd=None):
    fd = os.open(path, os.O_RDONLY, dir_fd=dir_fd)
    text = os.read(fd, 100).decode()
    os.close(fd)
    return text


def fill(path, text):
    os.mkdir(path)
    for name in ("unlinked", "opened", "cut", "linked", "moved", "out", "set", "owned", "timed", "noted"):
        write(f"{path}/{name}", f"{text} {name}")
    os.mkdir(f"{path}/empty")
    os.symlink(text, f"{path}/symbolic")


def tree(root):
    lines = []
    for at, directories, files in os.walk(root):
        directories.sort()
        for name in sorted(directories + files):
            path = f"{at}/{name}"
            seen = os.lstat(path)
            line = f"{path[len(root):]} {seen.st_mode:o} {seen.st_uid}:{seen.st_gid}"
            if int(seen.st_mtime) < 1_000_000_000:
                line += f" {seen.st_mtime_ns}"
            if stat.S_ISREG(seen.st_mode):
                line += f" {seen.st_nlink} {read(path)!r}"
            if stat.S_ISLNK(seen.st_mode):
                line += " -> " + os.readlink(path)
            else:
                for key in sorted(os.listxattr(path)):
                    if not key.startswith("security."):
                        line += f" {key}={os.getxattr(path, key).hex()}"
            lines.append(line)
    return lines


def attempt(what, call):
    try:
        answer = call()
    except OSError as e:
        answer = errno.errorcode[e.errno or 0]
    print(" ", what, "" if answer is None else answer)


def once_known(call, is_right):
    """What a call answers once the kernel has forgotten what it keeps."""
    end = time.monotonic() + 60
    answer = call()
    while checked and not is_right(answer) and time.monotonic() < end:
        time.sleep(0.05)
        answer = call()
    return answer


def act(d, other, text, gone):
    """
    All that can be done in a directory; d is its descriptor, or None for the working directory. What was seen before it was
    removed may be seen for a while.
    """
    here = "." if d is None else f"/proc/self/fd/{d}"
    if not gone:
        attempt("list", lambda: sorted(os.listdir(here)))
        attempt("stat", lambda: oct(os.stat("set", dir_fd=d).st_mode))
    attempt("access", lambda: once_known(lambda: os.access("set", os.R_OK, dir_fd=d), lambda found: found != gone))
    attempt("readlink", lambda: os.readlink("symbolic", dir_fd=d))
    attempt("read", lambda: read("opened", d))
    attempt("missing", lambda: os.stat("missing", dir_fd=d))
    attempt("unlink", lambda: os.unlink("unlinked", dir_fd=d))
    attempt("rmdir", lambda: os.rmdir("empty", dir_fd=d))
    attempt("create", lambda: write("created", "made", d, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    attempt("empty", lambda: write("cut", "cut", d, os.O_TRUNC | os.O_WRONLY))
    attempt("mkdir", lambda: os.mkdir("made", 0o751, dir_fd=d))
    attempt("create below", lambda: write("made/below", "below", d))
    attempt("mknod", lambda: os.mknod("pipe", stat.S_IFIFO | 0o640, dir_fd=d))
    attempt("symlink", lambda: os.symlink("nowhere", "again", dir_fd=d))
    attempt("link", lambda: os.link("linked", "linked2", src_dir_fd=d, dst_dir_fd=d))
    attempt("link out", lambda: os.link("linked", f"{text} linked", src_dir_fd=d, dst_dir_fd=other))
    attempt("rename", lambda: os.rename("moved", "moved2", src_dir_fd=d, dst_dir_fd=d))
    attempt("rename out", lambda: os.rename("out", f"{text} out", src_dir_fd=d, dst_dir_fd=other))
    attempt("rename in", lambda: os.rename("in", "in", src_dir_fd=other, dst_dir_fd=d))
    attempt("chmod", lambda: os.chmod("set", 0o600, dir_fd=d))
    attempt("chown", lambda: os.chown("owned", 7, 8, dir_fd=d))
    attempt("utimes", lambda: os.utime("timed", ns=(1, 987_654_321), dir_fd=d))
    attempt("truncate", lambda: os.truncate(f"{here}/timed", 2))
    attempt("utimes again", lambda: os.utime("timed", ns=(1, 987_654_321), dir_fd=d))
    attempt("setxattr", lambda: os.setxattr(f"{here}/noted", "user.k", b"v"))
    attempt("getxattr", lambda: os.getxattr(f"{here}/noted", "user.k"))
    attempt("acl", lambda: os.setxattr(f"{here}/noted", "system.posix_acl_access", ACL))
    attempt("statfs", lambda: os.statvfs(here).f_namemax)
    attempt("list", lambda: sorted(os.listdir(here)))


def act_on(d):
    """All that can be done to a directory itself."""
    attempt("chmod", lambda: os.chmod(d, 0o750))
    attempt("fstat", lambda: oct(os.stat(d).st_mode))
    attempt("chown", lambda: os.chown(d, 5, 6))
    attempt("setxattr", lambda: os.setxattr(d, "user.d", b"of the directory"))
    attempt("getxattr", lambda: os.getxattr(d, "user.d"))
    attempt("listxattr", lambda: [k for k in os.listxattr(d) if not k.startswith("security.")])
    attempt("acl", lambda: os.setxattr(d, "system.posix_acl_default", ACL))
    attempt("removexattr", lambda: os.removexattr(d, "user.d"))
    attempt("access", lambda: os.access(f"/proc/self/fd/{d}", os.R_OK | os.X_OK))
    attempt("utimes", lambda: os.utime(d, ns=(1, 123_456_789)))
    attempt("statvfs", lambda: os.statvfs(d).f_namemax)
    attempt("open", lambda: sorted(os.listdir(d)))


def remove(path):
    for at, directories, files in os.walk(path, topdown=False):
        for name in files:
            os.unlink(f"{at}/{name}")
        for name in directories:
            (os.unlink if os.path.islink(f"{at}/{name}") else os.rmdir)(f"{at}/{name}")
    os.rmdir(path)


def swapped(root):
    os.rename(f"{root}/up/app", f"{root}/up/app.old")
    os.rename(f"{root}/up/app.new", f"{root}/up/app")


def exchanged(root):
    import ctypes
    names = (f"{root}/up/app".encode(), f"{root}/up/app.new".encode())
    assert ctypes.CDLL(None).renameat2(-100, names[0], -100, names[1], 2) == 0


def ancestor_swapped(root):
    os.rename(f"{root}/up", f"{root}/up.old")
    os.mkdir(f"{root}/up")
    fill(f"{root}/up/app", "new")
    fill(f"{root}/up/app/sub", "new sub")


def moved(root):
    os.rename(f"{root}/up/app", f"{root}/other/moved")


def moved_and_replaced(root):
    moved(root)
    os.rename(f"{root}/up/app.new", f"{root}/up/app")


def moved_twice(root):
    moved(root)
    os.rename(f"{root}/other", f"{root}/up/elsewhere")
    os.mkdir(f"{root}/other")


def removed(root):
    remove(f"{root}/up/app")


def removed_and_replaced(root):
    removed(root)
    os.rename(f"{root}/up/app.new", f"{root}/up/app")


CHANGES = {
    "renamed": lambda root: os.rename(f"{root}/up/app", f"{root}/up/app.old"),
    "swapped": swapped,
    "exchanged": exchanged,
    "ancestor renamed": lambda root: os.rename(f"{root}/up", f"{root}/down"),
    "ancestor swapped": ancestor_swapped,
    "moved": moved,
    "moved and replaced": moved_and_replaced,
    "moved twice": moved_twice,
    "removed": removed,
    "removed and replaced": removed_and_replaced,
}


def prepare(name):
    os.mkdir(f"{a}/{name}")
    for each in ("up", "other", "outside"):
        os.mkdir(f"{a}/{name}/{each}")
    write(f"{a}/{name}/outside/in", "in")
    for each in ("app", "app.new"):
        fill(f"{a}/{name}/up/{each}", each)
        fill(f"{a}/{name}/up/{each}/sub", f"{each} sub")


def check(change, way):
    name = f"{change}-{way}".replace(" ", "-")
    gone = change.startswith("removed")
    print(name)
    prepare(name)
    outside = os.open(f"{a}/{name}/outside", os.O_RDONLY | os.O_DIRECTORY)
    app = os.open(f"{a}/{name}/up/app", os.O_RDONLY | os.O_DIRECTORY)
    sub = os.open("sub", os.O_RDONLY | os.O_DIRECTORY, dir_fd=app)
    if way == "working":
        os.chdir(f"{a}/{name}/up/app")
    CHANGES[change](f"{b}/{name}")
    if way == "opened":
        act(app, outside, "app", gone)
    elif way == "below":
        act(sub, outside, "sub", gone)
    elif way == "working":
        act(None, outside, "app", gone)
        os.chdir("/")
    elif way == "later" and not gone:
        act(os.open("sub", os.O_RDONLY, dir_fd=app), outside, "sub", gone)
    elif way == "itself":
        if gone:
            attempt("fstat", lambda: oct(os.fstat(app).st_mode))
            attempt("links", lambda: once_known(lambda: os.fstat(app).st_nlink, lambda links: links == 0))
            attempt("open", lambda: os.listdir(f"/proc/self/fd/{app}"))
        else:
            act_on(app)
            act_on(sub)
    for line in tree(f"{b}/{name}"):
        print("  ", line)


FILE_CALLS = {
    "chmod": lambda path: os.chmod(path, 0o600),
    "chown": lambda path: os.chown(path, 7, 8),
    "utimes": lambda path: os.utime(path, ns=(1, 987_654_321)),
    "truncate": lambda path: os.truncate(path, 1),
    "setxattr": lambda path: os.setxattr(path, "user.k", b"v"),
    "removexattr": lambda path: os.removexattr(path, "user.r"),
    "getxattr": lambda path: os.getxattr(path, "user.r"),
    "acl": lambda path: os.setxattr(path, "system.posix_acl_access", ACL),
    "link": lambda path: os.link(path, path + ".linked"),
    "read": read,
    "write": lambda path: write(path, "written", flags=os.O_WRONLY),
    "empty": lambda path: write(path, "emptied", flags=os.O_WRONLY | os.O_TRUNC),
    "append": lambda path: write(path, " and more", flags=os.O_WRONLY | os.O_APPEND),
    "rename": lambda path: os.rename(path, path + ".renamed"),
    "unlink": os.unlink,
}


def replace(what, name):
    """Another file gets the name of one that A knows; the first is put aside."""
    root = f"{what}-{name}"
    os.mkdir(f"{a}/{root}")
    for text in ("first", "second"):
        write(f"{a}/{root}/{text}", text)
        os.setxattr(f"{a}/{root}/{text}", "user.r", text.encode())
    os.rename(f"{a}/{root}/first", f"{a}/{root}/file")
    os.stat(f"{a}/{root}/file")
    held = os.open(f"{a}/{root}/file", os.O_PATH)
    os.rename(f"{b}/{root}/file", f"{b}/{root}/aside")
    os.rename(f"{b}/{root}/second", f"{b}/{root}/file")
    return root, held


def check_replaced(name, call):
    root, held = replace("replaced", name)
    print(root)
    attempt(name, lambda: call(f"{a}/{root}/file"))
    for line in tree(f"{b}/{root}"):
        print("  ", line)
    os.close(held)


def check_held(name, call):
    """What is meant by a descriptor that leads to the first file by no path may fail, but never hit the second."""
    root, held = replace("held", name)
    print(root)
    try:
        call(f"/proc/self/fd/{held}")
    except OSError:
        pass
    for line in tree(f"{b}/{root}"):
        if line.startswith("/file"):
            print("  ", line)
    os.close(held)


for name, call in FILE_CALLS.items():
    check_replaced(name, call)
    if name not in ("link", "rename", "unlink"):
        check_held(name, call)
for change in CHANGES:
    for way in ("opened", "below", "working", "later", "itself"):
        check(change, way)
