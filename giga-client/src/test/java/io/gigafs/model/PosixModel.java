package io.gigafs.model;

import io.gigafs.client.ContentSum;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Quota;
import io.gigafs.index.InodeId;
import io.gigafs.model.ModelPathWalk.Last;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A whole file system in memory: the results and effects of single system calls on Linux, without
 * concurrency. Not thread-safe.
 *
 * <p>Paths are texts of which each character is a byte ({@link #path}); a path that does not start
 * with a slash starts at the root too. Modes come with the umask applied. The checks of each call
 * are in the order of Linux, so that one of several errors is that of Linux. {@code
 * fs.protected_hardlinks} and {@code fs.protected_symlinks} are off.
 */
public final class PosixModel {
  private static final int PERMISSION_BITS = 0777;
  private static final int MODE_BITS = 07777;
  private static final int SYMLINK_TARGET_MAX = 4095;

  /** Servers remove the bytes of a file in the background, and in this time. */
  public static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Disk disk;
  private final Caller caller;
  private final long client;

  /** The state that all callers share. */
  private static final class Disk {
    final Inode root = new Inode(InodeId.ROOT.value(), FileType.DIRECTORY);
    final LongSupplier clock;
    final EnumSet<ErrorCode> alternatives = EnumSet.noneOf(ErrorCode.class);
    long lastNumber = InodeId.ROOT.value();

    /** Files without a name, of which some may be open. */
    final Set<Inode> unlinked = new LinkedHashSet<>();

    /** How long the bytes of a file count after its last name and handle are gone. */
    long removalNanos;

    Disk(LongSupplier clock) {
      this.clock = clock;
    }

    /** The directory whose quota a file's bytes count for, or null. */
    @Nullable Inode quotaOf(Inode file) {
      return Room.quotaOfBytes(root, file);
    }

    void requireBytes(@Nullable Inode quota, long bytes) throws GigaException {
      Room.requireBytes(quota, root, nameless(), bytes);
    }

    /** The files without a name whose bytes count. */
    List<Inode> nameless() {
      long now = clock.getAsLong();
      unlinked.removeIf(file -> !file.countsWithoutName(now, REMOVAL_NANOS));
      return unlinked.stream().filter(file -> file.countsWithoutName(now, removalNanos)).toList();
    }
  }

  /**
   * An empty file system whose root is the superuser's, with mode 0755.
   *
   * @param clock the time in ns since the epoch
   */
  public PosixModel(LongSupplier clock) {
    this(new Disk(clock), Caller.ROOT, 0);
    disk.root.names = 1;
    disk.root.mode = 0755;
    setTimes(disk.root, clock.getAsLong());
  }

  private PosixModel(Disk disk, Caller caller, long client) {
    this.disk = disk;
    this.caller = caller;
    this.client = client;
  }

  /** The same file system, used by another caller. */
  public PosixModel as(Caller other) {
    return new PosixModel(disk, other, client);
  }

  /** The same file system, used by another client, whose locks are its own. */
  public PosixModel from(long otherClient) {
    return new PosixModel(disk, caller, otherClient);
  }

  /** The path of these bytes. */
  public static String path(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** The bytes of a path or a name. */
  public static byte[] bytes(String path) {
    return path.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Errors that refused calls could also have returned, since the last {@link #forgetAlternatives};
   * POSIX leaves the choice open.
   */
  public Set<ErrorCode> alternatives() {
    return EnumSet.copyOf(disk.alternatives);
  }

  public void forgetAlternatives() {
    disk.alternatives.clear();
  }

  /**
   * Sets whether the bytes of files that were closed and removed within {@link #REMOVAL_NANOS}
   * still count for quotas.
   */
  public void countRemoved(boolean counts) {
    disk.removalNanos = counts ? REMOVAL_NANOS : 0;
  }

  // ---- looking ----

  /** stat(2), lstat(2). */
  public FileAttributes stat(String path, Follow follow) throws GigaException {
    return find(path, follow).attributes();
  }

  /** access(2). */
  public void access(String path, int wanted) throws GigaException {
    if ((wanted & ~7) != 0) {
      throw ErrorCode.EINVAL.exception("wanted " + wanted);
    }
    require(find(path, Follow.YES), wanted);
  }

  /** readlink(2). */
  public byte[] readLink(String path) throws GigaException {
    Inode link = find(path, Follow.NO);
    if (!link.isSymlink()) {
      throw ErrorCode.EINVAL.exception(path);
    }
    link.touchAccess(now());
    return bytes(link.target);
  }

  /** readdir(3) of a whole directory, without "." and "..", in the order of the names' bytes. */
  public Map<String, FileAttributes> list(String path) throws GigaException {
    Inode directory = find(path, Follow.YES);
    requireDirectory(directory);
    require(directory, ModelPermissions.READ);
    directory.touchAccess(now());
    Map<String, FileAttributes> listed = new TreeMap<>();
    directory.entries.forEach((name, inode) -> listed.put(name, inode.attributes()));
    return listed;
  }

  /** All inodes except the root, by path. Changes no times and checks no permissions. */
  public Map<String, FileAttributes> tree() {
    Map<String, FileAttributes> tree = new TreeMap<>();
    addTree("", disk.root, tree);
    return tree;
  }

  private static void addTree(String path, Inode directory, Map<String, FileAttributes> tree) {
    directory.entries.forEach(
        (name, inode) -> {
          tree.put(path + "/" + name, inode.attributes());
          addTree(path + "/" + name, inode, tree);
        });
  }

  // ---- making ----

  /** mkdir(2). */
  public FileAttributes makeDirectory(String path, int mode) throws GigaException {
    Last last = walk().parent(path);
    requireNew(last, true);
    ModelPermissions.requireMake(caller, last.directory());
    int permissions = mode & (PERMISSION_BITS | Inode.STICKY);
    return make(last, FileType.DIRECTORY, permissions, 0).attributes();
  }

  /** mknod(2). */
  public FileAttributes makeNode(String path, FileType type, int mode, long device)
      throws GigaException {
    if (type == FileType.DIRECTORY) {
      throw ErrorCode.EPERM.exception("mknod makes no directory");
    }
    if (type == FileType.SYMLINK) {
      throw ErrorCode.EINVAL.exception("mknod makes no symbolic link");
    }
    Last last = walk().parent(path);
    requireNew(last, false);
    ModelPermissions.requireMake(caller, last.directory());
    boolean isDevice = type == FileType.CHARACTER_DEVICE || type == FileType.BLOCK_DEVICE;
    boolean isWhiteout = type == FileType.CHARACTER_DEVICE && device == 0;
    if (isDevice && !isWhiteout && !caller.isSuperuser()) {
      throw ErrorCode.EPERM.exception("device node");
    }
    return make(last, type, mode & MODE_BITS, isDevice ? device : 0).attributes();
  }

  /** symlink(2). */
  public FileAttributes symlink(byte[] target, String path) throws GigaException {
    if (target.length == 0) {
      throw ErrorCode.ENOENT.exception("empty target");
    }
    if (target.length > SYMLINK_TARGET_MAX) {
      throw ErrorCode.ENAMETOOLONG.exception("target");
    }
    Last last = walk().parent(path);
    requireNew(last, false);
    ModelPermissions.requireMake(caller, last.directory());
    Inode made = make(last, FileType.SYMLINK, PERMISSION_BITS, 0);
    made.target = path(target);
    return made.attributes();
  }

  /** link(2); linkat(2) with AT_SYMLINK_FOLLOW for {@link Follow#YES}. */
  public FileAttributes link(String existing, String path, Follow follow) throws GigaException {
    noteAlternative(() -> requireNotDirectory(find(existing, follow)));
    noteAlternative(() -> placeOfLink(path));
    noteAlternative(
        () -> requireSameQuota(lastOf(existing, follow), walk().parent(path).directory()));
    Inode inode = find(existing, follow);
    Last last = placeOfLink(path);
    requireNotDirectory(inode);
    Inode old = lastOf(existing, follow).directory();
    Room.requireSame(old, last.directory());
    Room.requireEntry(last.directory());
    inode.keepRecord(Room.quotaOf(old));
    inode.names++;
    inode.changed = now();
    last.directory().entries.put(last.name(), inode);
    last.directory().touchContents(now());
    return inode.attributes();
  }

  private Last placeOfLink(String path) throws GigaException {
    Last last = walk().parent(path);
    requireNew(last, false);
    ModelPermissions.requireMake(caller, last.directory());
    return last;
  }

  /** The last name of a path to an existing inode. */
  private Last lastOf(String path, Follow follow) throws GigaException {
    ModelPathWalk walk = walk();
    Last last = walk.parent(path);
    while (follow == Follow.YES && last.found().isSymlink()) {
      last = walk.parentThrough(last.directory(), last.found());
    }
    return last;
  }

  private static void requireSameQuota(Last existing, Inode directory) throws GigaException {
    if (quotaOf(existing) != Room.quotaOf(directory)) {
      throw ErrorCode.EXDEV.exception("inode " + existing.found().number);
    }
  }

  /** The quota of an existing name, also if the path ends with dots; null if none. */
  private static @Nullable Inode quotaOf(Last last) throws GigaException {
    Inode found = last.found();
    if (!found.isDirectory()) {
      return Room.quotaOf(last.directory());
    }
    return found.parent == found ? null : Room.quotaOf(found.parent);
  }

  private static void requireNotDirectory(Inode inode) throws GigaException {
    if (inode.isDirectory()) {
      throw ErrorCode.EPERM.exception("inode " + inode.number + " is a directory");
    }
  }

  /**
   * open(2) with O_CREAT, and O_EXCL if it is exclusive, and close(2); but an existing file is only
   * found, not opened.
   */
  public FileAttributes create(String path, int mode, boolean exclusive) throws GigaException {
    OpenOptions options =
        exclusive ? OpenOptions.of(Flag.CREATE, Flag.EXCLUSIVE) : OpenOptions.of(Flag.CREATE);
    return findOrMake(path, options.withMode(mode), 0).inode.attributes();
  }

  /** Creates an entry with given attributes, as a load of a dump does. */
  public FileAttributes restore(String path, FileAttributes attributes) throws GigaException {
    Last last = walk().parent(path);
    requireNew(last, attributes.isDirectory());
    Inode made = make(last, attributes.type(), attributes.mode(), attributes.device());
    made.mode = attributes.mode();
    made.uid = attributes.uid();
    made.gid = attributes.gid();
    made.size = attributes.isDirectory() ? 0 : attributes.size();
    if (made.isSymlink()) {
      made.target = "x".repeat((int) Math.max(1, made.size));
    }
    made.accessed = attributes.accessedNanos();
    made.modified = attributes.modifiedNanos();
    made.changed = attributes.changedNanos();
    return made.attributes();
  }

  /** Like {@link #restore}, but without a change of the directory's times. */
  public FileAttributes plant(String path, FileAttributes attributes) throws GigaException {
    Inode directory = walk().parent(path).directory();
    long modified = directory.modified;
    long changed = directory.changed;
    FileAttributes made = restore(path, attributes);
    directory.modified = modified;
    directory.changed = changed;
    return made;
  }

  /** Writes the first bytes of a restored file. */
  public void fill(String path, byte[] bytes) throws GigaException {
    find(path, Follow.NO).bytes.write(0, ByteBuffer.wrap(bytes));
  }

  /** The name must be new, and end with a slash only if it is to be a directory's. */
  private static void requireNew(Last last, boolean directory) throws GigaException {
    if (!last.isName() || last.existing() != null) {
      throw ErrorCode.EEXIST.exception(last.name());
    }
    if (last.slash() && !directory) {
      throw ErrorCode.ENOENT.exception(last.name() + "/");
    }
  }

  private Inode make(Last last, FileType type, int mode, long device) throws GigaException {
    Inode directory = last.directory();
    Room.requireEntry(directory);
    disk.lastNumber++;
    Inode made = new Inode(disk.lastNumber, type);
    made.names = 1;
    made.device = device;
    made.uid = caller.uid();
    made.gid = directory.has(Inode.SET_GID) ? directory.gid : caller.gid();
    made.mode = mode;
    if (made.isDirectory()) {
      made.parent = directory;
      made.mode |= directory.mode & Inode.SET_GID;
    } else if (directory.has(Inode.SET_GID)
        && made.has(Inode.GROUP_EXECUTE)
        && !ModelPermissions.maySetGid(caller, directory.gid)) {
      made.mode &= ~Inode.SET_GID;
    }
    if (!made.isSymlink()) {
      inheritAcl(directory, made);
    }
    setTimes(made, now());
    directory.entries.put(last.name(), made);
    directory.touchContents(now());
    return made;
  }

  private static void inheritAcl(Inode directory, Inode made) {
    ModelAcl inherited = directory.defaultAcl;
    if (inherited == null) {
      return;
    }
    ModelAcl access = inherited.inheritedWith(made.mode);
    made.mode = (made.mode & ~PERMISSION_BITS) | access.modeBits();
    made.accessAcl = access.isMinimal() ? null : access;
    made.defaultAcl = made.isDirectory() ? inherited : null;
  }

  // ---- removing ----

  /** unlink(2). */
  public void unlink(String path) throws GigaException {
    Last last = walk().parent(path);
    if (!last.isName()) {
      throw ErrorCode.EISDIR.exception(path);
    }
    Inode victim = last.found();
    if (last.slash()) {
      throw (victim.isDirectory() ? ErrorCode.EISDIR : ErrorCode.ENOTDIR).exception(path);
    }
    ModelPermissions.requireRemove(caller, last.directory(), victim, false);
    remove(last, victim);
  }

  /** rmdir(2). */
  public void removeDirectory(String path) throws GigaException {
    Last last = walk().parent(path);
    switch (last.name()) {
      case "/" -> throw ErrorCode.EBUSY.exception(path);
      case "." -> throw ErrorCode.EINVAL.exception(path);
      case ".." -> throw ErrorCode.ENOTEMPTY.exception(path);
      default -> {}
    }
    Inode victim = last.found();
    ModelPermissions.requireRemove(caller, last.directory(), victim, true);
    requireEmpty(victim);
    remove(last, victim);
  }

  private void remove(Last last, Inode victim) {
    last.directory().entries.remove(last.name());
    last.directory().touchContents(now());
    loseName(victim, last.directory());
  }

  /** An open file that loses its last name still counts for the quota of that name. */
  private void loseName(Inode victim, Inode directory) {
    if (victim.names == 1 && victim.isRegular()) {
      victim.keepRecord(Room.quotaOf(directory));
      victim.closedNanos = now();
      disk.unlinked.add(victim);
    }
    victim.names--;
    victim.changed = now();
  }

  // ---- renaming ----

  /** An open file that leaves its directory gets a record. */
  private static void leave(Inode file, Inode from, Inode to) {
    if (file.isRegular() && from != to && !file.handles.isEmpty()) {
      file.keepRecord(Room.quotaOf(from));
    }
  }

  /** renameat2(2). */
  public void rename(String from, String to, RenameMode asked) throws GigaException {
    RenameMode mode = asked.atNewName();
    ErrorCode notFree = mode == RenameMode.NO_REPLACE ? ErrorCode.EEXIST : ErrorCode.EBUSY;
    noteAlternative(() -> requireName(walk().parent(from), ErrorCode.EBUSY).found());
    noteAlternative(() -> requireName(walk().parent(to), notFree));
    if (!ModelPathWalk.endsWithName(from)) {
      disk.alternatives.add(ErrorCode.EBUSY);
    }
    if (!ModelPathWalk.endsWithName(to)) {
      disk.alternatives.add(notFree);
    }
    Last old = walk().parent(from);
    Last target = walk().parent(to);
    requireName(old, ErrorCode.EBUSY);
    requireName(target, notFree);
    Inode moved = old.found();
    Inode there = target.existing();
    if (moved.isAtOrAbove(target.directory())) {
      disk.alternatives.add(ErrorCode.EINVAL);
    }
    noteAlternative(() -> Room.requireSame(old.directory(), target.directory()));
    noteAlternative(() -> requireMayRename(old, moved, target, there, mode));
    if (mode == RenameMode.NO_REPLACE && there != null) {
      throw ErrorCode.EEXIST.exception(to);
    }
    if (mode == RenameMode.EXCHANGE) {
      requireSlashesFit(target, target.found());
    }
    requireSlashesFit(old, moved);
    if (mode != RenameMode.EXCHANGE) {
      requireSlashesFit(target, moved);
    }
    if (moved.isAtOrAbove(target.directory())) {
      throw ErrorCode.EINVAL.exception(from + " would be below itself");
    }
    if (there != null && there.isAtOrAbove(old.directory())) {
      throw (mode == RenameMode.EXCHANGE ? ErrorCode.EINVAL : ErrorCode.ENOTEMPTY).exception(to);
    }
    if (moved == there) {
      return;
    }
    requireMayRename(old, moved, target, there, mode);
    leave(moved, old.directory(), target.directory());
    place(moved, target);
    if (there != null && mode == RenameMode.EXCHANGE) {
      leave(there, target.directory(), old.directory());
      place(there, old);
      return;
    }
    if (there != null) {
      loseName(there, target.directory());
    }
    old.directory().entries.remove(old.name());
    old.directory().touchContents(now());
    if (asked.leavesWhiteout()) {
      make(old, FileType.CHARACTER_DEVICE, 0, 0);
    }
  }

  private static Last requireName(Last last, ErrorCode otherwise) throws GigaException {
    if (!last.isName()) {
      throw otherwise.exception(last.name());
    }
    return last;
  }

  /** Unless it is a directory, no slashes may follow the name. */
  private static void requireSlashesFit(Last last, Inode inode) throws GigaException {
    if (last.slash() && !inode.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(last.name());
    }
  }

  /** Checks permissions, emptiness and quotas of a rename. */
  private void requireMayRename(
      Last old, Inode moved, Last target, @Nullable Inode there, RenameMode mode)
      throws GigaException {
    noteAlternative(() -> requireMayPlace(moved, target, there, mode));
    noteAlternative(() -> requireMayTurn(old, moved, target));
    ModelPermissions.requireRemove(caller, old.directory(), moved, moved.isDirectory());
    requireMayPlace(moved, target, there, mode);
    requireMayTurn(old, moved, target);
    if (there != null && mode == RenameMode.EXCHANGE) {
      requireMayTurn(target, there, old);
    } else if (there != null && there.isDirectory()) {
      requireEmpty(there);
    }
    Room.requireSame(old.directory(), target.directory());
  }

  private void requireMayPlace(Inode moved, Last target, @Nullable Inode there, RenameMode mode)
      throws GigaException {
    if (there == null) {
      ModelPermissions.requireMake(caller, target.directory());
    } else {
      boolean asDirectory = mode == RenameMode.EXCHANGE ? there.isDirectory() : moved.isDirectory();
      ModelPermissions.requireRemove(caller, target.directory(), there, asDirectory);
    }
  }

  /** A move of a directory to another parent writes its "..". */
  private void requireMayTurn(Last from, Inode moved, Last to) throws GigaException {
    if (moved.isDirectory() && from.directory() != to.directory()) {
      require(moved, ModelPermissions.WRITE);
    }
  }

  private void place(Inode moved, Last target) {
    target.directory().entries.put(target.name(), moved);
    target.directory().touchContents(now());
    moved.changed = now();
    if (moved.isDirectory()) {
      moved.parent = target.directory();
    }
  }

  // ---- attributes ----

  /** chmod(2), chown(2), lchown(2), utimensat(2), truncate(2), or several of them at once. */
  public FileAttributes setAttributes(String path, AttributeChange change, Follow follow)
      throws GigaException {
    return change(caller, find(path, follow), change, false);
  }

  /**
   * Changes attributes.
   *
   * @param opened whether the file was opened to be written, so that its size may be changed
   */
  FileAttributes change(Caller who, Inode inode, AttributeChange change, boolean opened)
      throws GigaException {
    PosixAttributes.check(who, inode, change, opened);
    Long size = change.size();
    if (size != null && size > inode.size) {
      disk.requireBytes(disk.quotaOf(inode), size - inode.size);
    }
    PosixAttributes.apply(who, inode, change, now());
    return inode.attributes();
  }

  // ---- bytes ----

  /** All of a regular file: open(2), read(2) and close(2). */
  public byte[] readFile(String path) throws GigaException {
    ModelFile file = open(path, OpenOptions.READ);
    try {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.stat().size()));
      file.read(0, bytes);
      return bytes.array();
    } finally {
      file.close();
    }
  }

  /**
   * Creates a regular file with these bytes, or replaces the bytes of an existing one: all of it
   * or, unless the file is open, has a record or is found by a symbolic link, nothing.
   */
  public FileAttributes writeFile(String path, int mode, byte[] bytes) throws GigaException {
    OpenOptions options = OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.TRUNCATE).withMode(mode);
    ModelFile file = open(path, options, isLink(path) ? 0 : bytes.length);
    try {
      file.write(0, ByteBuffer.wrap(bytes));
      return file.stat();
    } finally {
      file.close();
    }
  }

  private boolean isLink(String path) {
    try {
      return find(path, Follow.NO).isSymlink();
    } catch (GigaException e) {
      return false;
    }
  }

  /** Writes to an open file. */
  void write(Caller who, Inode inode, long offset, ByteBuffer from) throws GigaException {
    if (offset > Long.MAX_VALUE - from.remaining()) {
      throw ErrorCode.EFBIG.exception("inode " + inode.number + " at offset " + offset);
    }
    long end = offset + from.remaining();
    long counted = Math.max(inode.size, inode.roomFor);
    if (end > counted) {
      disk.requireBytes(disk.quotaOf(inode), end - counted);
    }
    inode.roomFor = 0;
    inode.bytes.write(offset, from);
    inode.size = Math.max(inode.size, end);
    PosixAttributes.noteWriting(who, inode);
    inode.touchContents(now());
  }

  // ---- extended attributes ----

  /** getxattr(2), lgetxattr(2). */
  public byte[] getXattr(String path, String name, Follow follow) throws GigaException {
    PosixXattrs.checkName(name);
    return PosixXattrs.get(caller, find(path, follow), name);
  }

  /** listxattr(2), llistxattr(2): the names, in their order. */
  public List<String> listXattrs(String path, Follow follow) throws GigaException {
    return PosixXattrs.list(caller, find(path, follow));
  }

  /** setxattr(2), lsetxattr(2). */
  public void setXattr(String path, Xattr xattr, XattrMode mode, Follow follow)
      throws GigaException {
    PosixXattrs.checkName(xattr.name());
    if (xattr.value().length > Xattr.MAX_VALUE_BYTES) {
      throw ErrorCode.E2BIG.exception(xattr.name());
    }
    PosixXattrs.set(caller, find(path, follow), xattr, mode, now());
  }

  /** removexattr(2), lremovexattr(2). */
  public void removeXattr(String path, String name, Follow follow) throws GigaException {
    PosixXattrs.checkName(name);
    PosixXattrs.remove(caller, find(path, follow), name, now());
  }

  // ---- open files ----

  /** open(2). */
  public ModelFile open(String path, OpenOptions options) throws GigaException {
    return open(path, options, 0);
  }

  /** Opens a file if its quota has room for these bytes, which are written next. */
  private ModelFile open(String path, OpenOptions options, long bytes) throws GigaException {
    if (options.has(Flag.CREATE) && options.has(Flag.DIRECTORY)) {
      throw ErrorCode.EINVAL.exception("open makes no directory");
    }
    if (!options.has(Flag.CREATE)) {
      return openFound(
          find(path, options.has(Flag.NO_FOLLOW) ? Follow.NO : Follow.YES), options, bytes);
    }
    Found found = findOrMake(path, options, bytes);
    return found.isNew ? handle(found.inode, options) : openFound(found.inode, options, bytes);
  }

  private record Found(Inode inode, boolean isNew) {}

  /** Finds or creates a file, as O_CREAT does. */
  private Found findOrMake(String path, OpenOptions options, long bytes) throws GigaException {
    Last last = lastOfCreate(path, options);
    if (last.isName() && last.existing() == null) {
      ModelPermissions.requireMake(caller, last.directory());
      Room.requireEntry(last.directory());
      disk.requireBytes(Room.quotaOf(last.directory()), bytes);
      return new Found(make(last, FileType.REGULAR, options.mode() & MODE_BITS, 0), true);
    }
    if (options.has(Flag.EXCLUSIVE)) {
      throw ErrorCode.EEXIST.exception(path);
    }
    if (last.found().isDirectory()) {
      throw ErrorCode.EISDIR.exception(path);
    }
    return new Found(last.found(), false);
  }

  /**
   * The place of an existing or new file; final symbolic links are followed if the options allow.
   */
  private Last lastOfCreate(String path, OpenOptions options) throws GigaException {
    boolean follows = !options.has(Flag.EXCLUSIVE) && !options.has(Flag.NO_FOLLOW);
    ModelPathWalk walk = walk();
    Last last = walk.parent(path);
    while (true) {
      if (last.isName() && last.slash()) {
        throw ErrorCode.EISDIR.exception(path);
      }
      Inode existing = last.existing();
      if (existing == null || !existing.isSymlink() || !follows) {
        return last;
      }
      last = walk.parentThrough(last.directory(), existing);
    }
  }

  private ModelFile openFound(Inode inode, OpenOptions options, long bytes) throws GigaException {
    boolean writes = options.has(Flag.WRITE) || options.has(Flag.TRUNCATE);
    if (options.has(Flag.DIRECTORY)) {
      requireDirectory(inode);
    }
    if (inode.isSymlink()) {
      throw ErrorCode.ELOOP.exception("a symbolic link");
    }
    if (inode.isDirectory() && writes) {
      throw ErrorCode.EISDIR.exception("a directory cannot be written");
    }
    if (inode.type == FileType.SOCKET) {
      disk.alternatives.add(ErrorCode.ENXIO);
    }
    require(
        inode,
        (options.has(Flag.READ) ? ModelPermissions.READ : 0)
            | (writes ? ModelPermissions.WRITE : 0));
    if (inode.type == FileType.SOCKET) {
      throw ErrorCode.ENXIO.exception("a socket");
    }
    if (options.has(Flag.TRUNCATE) && inode.isRegular()) {
      if (inode.handles.isEmpty() && !inode.hasRecord) {
        disk.requireBytes(disk.quotaOf(inode), bytes - inode.size);
        inode.roomFor = bytes;
      }
      PosixAttributes.truncate(caller, inode, 0);
      inode.touchContents(now());
    }
    return handle(inode, options);
  }

  private ModelFile handle(Inode inode, OpenOptions options) {
    return new ModelFile(this, caller, inode, client, options);
  }

  // ---- sums ----

  /** The totals of a directory's subtree, if all of it may be listed and searched. */
  public ContentSum sum(String path) throws GigaException {
    Inode root = find(path, Follow.YES);
    requireDirectory(root);
    Set<Inode> counted = new HashSet<>();
    Deque<Inode> below = new ArrayDeque<>(List.of(root));
    long files = 0;
    long directories = 0;
    long bytes = 0;
    while (!below.isEmpty()) {
      Inode directory = below.pop();
      ModelPermissions.require(caller, directory, ModelPermissions.READ | ModelPermissions.EXECUTE);
      directories++;
      for (Inode entry : directory.entries.values()) {
        if (entry.isDirectory()) {
          below.push(entry);
          continue;
        }
        files++;
        bytes += entry.isRegular() && counted.add(entry) ? entry.size : 0;
      }
    }
    return new ContentSum(files, directories, bytes);
  }

  // ---- quotas ----

  /** Limits a directory's subtree; 0 for no limit. */
  public void setQuota(String path, long maxEntries, long maxBytes) throws GigaException {
    Inode directory = find(path, Follow.YES);
    requireDirectory(directory);
    if (!caller.isSuperuser()) {
      throw ErrorCode.EPERM.exception("quota");
    }
    boolean none = maxEntries == 0 && maxBytes == 0;
    Inode above = Room.quotaOf(directory);
    if (!none && directory.limits == null && (above != null || Room.hasQuotaBelow(directory))) {
      throw ErrorCode.EINVAL.exception("quotas do not nest");
    }
    directory.limits = none ? null : new Inode.Limits(maxEntries, maxBytes);
  }

  /** The limits and what is used of them; ENODATA if there are none. */
  public Quota quota(String path) throws GigaException {
    Inode directory = find(path, Follow.YES);
    requireDirectory(directory);
    Inode.Limits limits = directory.limits;
    if (limits == null) {
      throw ErrorCode.ENODATA.exception(path);
    }
    return new Quota(
        limits.maxEntries(),
        limits.maxBytes(),
        Room.entriesBelow(directory),
        Room.bytesOf(directory, disk.root, disk.nameless()));
  }

  // ---- small things ----

  /** A check that may fail. */
  private interface Check {
    void run() throws GigaException;
  }

  private void noteAlternative(Check check) {
    try {
      check.run();
    } catch (GigaException e) {
      disk.alternatives.add(e.code());
    }
  }

  private ModelPathWalk walk() {
    return new ModelPathWalk(disk.root, caller);
  }

  private Inode find(String path, Follow follow) throws GigaException {
    return walk().find(path, follow == Follow.YES);
  }

  private void require(Inode inode, int wanted) throws GigaException {
    ModelPermissions.require(caller, inode, wanted);
  }

  private static void requireDirectory(Inode inode) throws GigaException {
    if (!inode.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception("inode " + inode.number);
    }
  }

  private static void requireEmpty(Inode directory) throws GigaException {
    if (!directory.entries.isEmpty()) {
      throw ErrorCode.ENOTEMPTY.exception("inode " + directory.number);
    }
  }

  long now() {
    return disk.clock.getAsLong();
  }

  private static void setTimes(Inode inode, long now) {
    inode.accessed = now;
    inode.modified = now;
    inode.changed = now;
  }
}
