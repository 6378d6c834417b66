package io.gigafs.server.model;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.model.ModelAcl;
import io.gigafs.model.ModelFile;
import io.gigafs.model.PosixModel;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Draws the next step from a seed and the current state. */
final class RandomSteps {
  /** Above this number of entries, more are removed than created. */
  private static final int ENOUGH = 160;

  private static final int[] MODES = {
    0755, 0755, 0777, 0777, 0700, 0644, 0600, 0, 01777, 02775, 02711, 04711, 06755, 0070, 0007
  };
  private static final long DAY_NANOS = 86_400_000_000_000L;
  private static final String[] XATTRS = {
    "user.a", "user.b", "trusted.a", "security.a", "system.a", "user.", "nothing"
  };
  private static final int MAX_HANDLES = 8;
  private static final int MAX_BYTES = 100;

  private final Random random;
  private final int clients;
  private final List<Kind> draw = new ArrayList<>();

  /** The paths by which handles were opened. */
  private final Map<Integer, String> opened = new HashMap<>();

  RandomSteps(Random random, int clients, EnumSet<Kind> kinds) {
    this.random = random;
    this.clients = clients;
    for (Kind kind : kinds) {
      for (int i = 0; i < kind.weight(); i++) {
        draw.add(kind);
      }
    }
  }

  /** The operation of a step on both sides. */
  private record StepSpec(
      String what, List<String> paths, ModelStep.OnModel onModel, ModelStep.OnCluster onCluster) {}

  /** The next step, given the existing entries. */
  ModelStep next(Map<String, FileAttributes> tree) {
    RandomPaths paths = new RandomPaths(random, tree);
    Kind kind = pick(draw);
    if (paths.size() > ENOUGH && random.nextBoolean()) {
      kind = random.nextBoolean() ? Kind.UNLINK : Kind.RMDIR;
    }
    int client = random.nextInt(clients);
    StepSpec spec =
        switch (kind) {
          case MKDIR -> makeDirectory(paths);
          case RMDIR -> removeDirectory(paths);
          case CREATE -> create(paths);
          case MKNOD -> makeNode(paths);
          case SYMLINK -> symlink(paths);
          case READLINK -> readLink(paths);
          case LINK -> link(paths);
          case UNLINK -> unlink(paths);
          case RENAME -> rename(paths, pick(List.of(RenameMode.REPLACE, RenameMode.NO_REPLACE)));
          case EXCHANGE -> rename(paths, RenameMode.EXCHANGE);
          case STAT -> stat(paths);
          case ACCESS -> access(paths);
          case CHMOD -> change(paths.any(), AttributeChange.ofMode(mode()), Follow.YES);
          case CHOWN -> change(paths.any(), owner(), follow());
          case UTIMES -> change(paths.any(), times(), follow());
          case TRUNCATE ->
              change(paths.regular(), AttributeChange.ofSize(random.nextInt(100)), Follow.YES);
          case LIST -> list(paths);
          case SUM -> sum(paths);
          case XATTR -> xattr(paths);
          case ACL -> acl(paths);
          case OPEN -> open(paths);
          case HANDLE -> useHandle();
          case CLOSE -> close();
          case LOCK -> lock();
          case WRITE_FILE -> writeFile(paths);
          case READ_FILE -> random.nextBoolean() ? readFile(paths) : readPart(paths);
          case WRITE -> write();
          case QUOTA -> quota(paths);
          case FILES -> files(paths);
        };
    return new ModelStep(
        kind, client, pick(Users.ALL), spec.what, spec.paths, spec.onModel, spec.onCluster);
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Follow follow() {
    return random.nextInt(3) > 0 ? Follow.YES : Follow.NO;
  }

  private int mode() {
    return MODES[random.nextInt(MODES.length)];
  }

  private static String octal(int mode) {
    return Integer.toOctalString(mode);
  }

  // ---- names ----

  private StepSpec makeDirectory(RandomPaths paths) {
    String path = paths.fresh();
    int mode = mode();
    return new StepSpec(
        "mkdir " + path + " " + octal(mode),
        List.of(path),
        (model, handles) -> model.makeDirectory(path, mode),
        (client, handles) -> client.makeDirectory(on(path), mode));
  }

  private StepSpec removeDirectory(RandomPaths paths) {
    String path = paths.directory();
    return new StepSpec(
        "rmdir " + path,
        List.of(path),
        (model, handles) -> {
          model.removeDirectory(path);
          return null;
        },
        (client, handles) -> client.removeDirectory(on(path)));
  }

  private StepSpec create(RandomPaths paths) {
    String path = random.nextInt(5) == 0 ? paths.any() : paths.fresh();
    int mode = mode();
    boolean exclusive = random.nextBoolean();
    return new StepSpec(
        "create " + path + " " + octal(mode) + (exclusive ? " exclusively" : ""),
        List.of(path),
        (model, handles) -> model.create(path, mode, exclusive),
        (client, handles) -> client.create(on(path), mode, exclusive));
  }

  /** Creates files; one of them is read or removed at once. */
  private StepSpec files(RandomPaths paths) {
    String first = paths.fresh();
    List<String> all =
        IntStream.range(0, 2 + random.nextInt(6)).mapToObj(i -> first + "." + i).toList();
    OpenOptions options = OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(mode());
    String one = pick(all);
    boolean removes = random.nextInt(3) == 0;
    boolean tells = random.nextBoolean();
    return new StepSpec(
        "make " + all + " " + octal(options.mode()) + (removes ? ", remove " : ", stat ") + one,
        all,
        (model, handles) -> {
          for (String path : all) {
            model.open(path, options).close();
          }
          if (removes) {
            model.unlink(one);
          }
          return model.stat(one, Follow.NO);
        },
        (client, handles) -> {
          CompletableFuture<@Nullable Void> done = CompletableFuture.completedFuture(null);
          for (String path : all) {
            done = done.thenCompose(before -> lookUpAndMake(client, on(path), options));
          }
          if (tells) {
            done = done.thenCompose(before -> client.flush(FlushScope.ALL));
          }
          if (removes) {
            done = done.thenCompose(before -> client.unlink(on(one)));
          }
          return done.thenCompose(before -> client.lookUp(on(one)));
        });
  }

  /** Creates a file as the kernel does; does not wait for its close. */
  private static CompletableFuture<@Nullable Void> lookUpAndMake(
      AsyncGigaClient client, GigaPath path, OpenOptions options) {
    return client
        .lookUp(path)
        .handle((found, failure) -> found)
        .thenCompose(found -> client.open(path, options))
        .thenApply(
            file -> {
              var unused = file.release();
              return null;
            });
  }

  private StepSpec makeNode(RandomPaths paths) {
    String path = paths.fresh();
    FileType type = pick(List.of(FileType.values()));
    boolean device = type == FileType.BLOCK_DEVICE || type == FileType.CHARACTER_DEVICE;
    int mode = mode();
    long rdev = device ? random.nextInt(1000) : 0;
    return new StepSpec(
        "mknod " + path + " " + type + " " + octal(mode) + " " + rdev,
        List.of(path),
        (model, handles) -> model.makeNode(path, type, mode, rdev),
        (client, handles) -> client.makeNode(on(path), type, mode, rdev));
  }

  private StepSpec symlink(RandomPaths paths) {
    String path = paths.fresh();
    byte[] target = PosixModel.bytes(paths.target());
    return new StepSpec(
        "symlink " + PosixModel.path(target) + " " + path,
        List.of(path),
        (model, handles) -> model.symlink(target, path),
        (client, handles) -> client.symlink(target, on(path)));
  }

  private StepSpec readLink(RandomPaths paths) {
    String path = paths.symlink();
    return new StepSpec(
        "readlink " + path,
        List.of(path),
        (model, handles) -> model.readLink(path),
        (client, handles) -> client.readLink(on(path)));
  }

  private StepSpec link(RandomPaths paths) {
    String existing = paths.file();
    String path = paths.fresh();
    Follow follow = follow();
    return new StepSpec(
        "link " + existing + " " + path + (follow == Follow.YES ? " following" : ""),
        List.of(existing, path),
        (model, handles) -> model.link(existing, path, follow),
        (client, handles) -> client.link(on(existing), on(path), follow));
  }

  private StepSpec unlink(RandomPaths paths) {
    String path = paths.file();
    return new StepSpec(
        "unlink " + path,
        List.of(path),
        (model, handles) -> {
          model.unlink(path);
          return null;
        },
        (client, handles) -> client.unlink(on(path)));
  }

  private StepSpec rename(RandomPaths paths, RenameMode mode) {
    String from = paths.any();
    String to = random.nextInt(3) == 0 ? paths.any() : paths.fresh();
    String there = mode == RenameMode.EXCHANGE ? paths.any() : to;
    return new StepSpec(
        "rename " + from + " " + there + " " + mode,
        List.of(from, there),
        (model, handles) -> {
          model.rename(from, there, mode);
          return null;
        },
        (client, handles) -> client.rename(on(from), on(there), mode));
  }

  // ---- looks ----

  private StepSpec stat(RandomPaths paths) {
    String path = paths.any();
    Follow follow = follow();
    return new StepSpec(
        (follow == Follow.YES ? "stat " : "lstat ") + path,
        List.of(path),
        (model, handles) -> model.stat(path, follow),
        (client, handles) -> client.stat(on(path), follow));
  }

  private StepSpec access(RandomPaths paths) {
    String path = paths.any();
    int wanted = random.nextInt(8);
    return new StepSpec(
        "access " + path + " " + wanted,
        List.of(path),
        (model, handles) -> {
          model.access(path, wanted);
          return null;
        },
        (client, handles) -> client.access(on(path), wanted));
  }

  private StepSpec list(RandomPaths paths) {
    String path = paths.directory();
    return new StepSpec(
        "list " + path,
        List.of(path),
        (model, handles) -> List.copyOf(model.list(path).keySet()),
        (client, handles) ->
            client
                .list(on(path), false)
                .thenCompose(listing -> rest(listing, new TreeMap<>()))
                .thenApply(entries -> List.copyOf(entries.keySet())));
  }

  /** The rest of a listing, sorted by name. */
  static CompletableFuture<Map<String, ListedEntry>> rest(
      Listing listing, Map<String, ListedEntry> found) {
    return listing
        .nextPage()
        .thenCompose(
            page -> {
              if (page.isEmpty()) {
                listing.close();
                return CompletableFuture.completedFuture(found);
              }
              for (ListedEntry entry : page) {
                String name = PosixModel.path(entry.name().bytes());
                if (found.put(name, entry) != null) {
                  throw new AssertionError(name + " is listed twice");
                }
              }
              return rest(listing, found);
            });
  }

  // ---- attributes ----

  private static StepSpec change(String path, AttributeChange change, Follow follow) {
    return new StepSpec(
        "change " + path + " " + text(change) + (follow == Follow.NO ? " not following" : ""),
        List.of(path),
        (model, handles) -> model.setAttributes(path, change, follow),
        (client, handles) -> client.setAttributes(on(path), change, follow));
  }

  private static String text(AttributeChange change) {
    return (change.mode() == null ? "" : "mode " + octal(change.mode()) + " ")
        + (change.uid() == null ? "" : "uid " + change.uid() + " ")
        + (change.gid() == null ? "" : "gid " + change.gid() + " ")
        + (change.size() == null ? "" : "size " + change.size() + " ")
        + (change.accessed() == null ? "" : "atime " + text(change.accessed()) + " ")
        + (change.modified() == null ? "" : "mtime " + text(change.modified()));
  }

  private static String text(TimeChange time) {
    return time.now() ? "now" : Long.toString(time.nanos());
  }

  private AttributeChange owner() {
    Integer uid = random.nextBoolean() ? pick(Users.UIDS) : null;
    Integer gid = uid == null || random.nextBoolean() ? pick(Users.GIDS) : null;
    return AttributeChange.ofOwner(uid, gid);
  }

  private AttributeChange times() {
    TimeChange accessed = time();
    TimeChange modified = accessed == null || random.nextBoolean() ? givenTime() : null;
    boolean bothNow = random.nextInt(3) == 0;
    return bothNow
        ? AttributeChange.ofTimes(TimeChange.NOW, TimeChange.NOW)
        : AttributeChange.ofTimes(accessed, modified);
  }

  private @Nullable TimeChange time() {
    return random.nextInt(3) == 0 ? null : givenTime();
  }

  /** Before 1970, of the last century, or after 2038. */
  private TimeChange givenTime() {
    return switch (random.nextInt(4)) {
      case 0 -> TimeChange.NOW;
      case 1 -> TimeChange.to(-DAY_NANOS + random.nextInt());
      case 2 -> TimeChange.to(10_000 * DAY_NANOS + random.nextInt());
      default -> TimeChange.to(30_000 * DAY_NANOS + random.nextInt());
    };
  }

  // ---- extended attributes ----

  private StepSpec xattr(RandomPaths paths) {
    String path = paths.any();
    String name = XATTRS[random.nextInt(XATTRS.length)];
    Follow follow = follow();
    byte[] value = new byte[random.nextInt(4) * random.nextInt(4)];
    random.nextBytes(value);
    XattrMode mode = pick(List.of(XattrMode.SET, XattrMode.CREATE, XattrMode.REPLACE));
    return switch (random.nextInt(6)) {
      case 0 ->
          new StepSpec(
              "getxattr " + path + " " + name + " " + follow,
              List.of(path),
              (model, handles) -> model.getXattr(path, name, follow),
              (client, handles) -> client.getXattr(on(path), name, follow));
      case 1 ->
          new StepSpec(
              "listxattr " + path + " " + follow,
              List.of(path),
              (model, handles) -> model.listXattrs(path, follow),
              (client, handles) ->
                  client
                      .listXattrs(on(path), follow)
                      .thenApply(all -> all.stream().map(Xattr::name).toList()));
      case 2 -> removeXattr(path, name, follow);
      default -> setXattr(path, new Xattr(name, value), mode, follow);
    };
  }

  private static StepSpec removeXattr(String path, String name, Follow follow) {
    return new StepSpec(
        "removexattr " + path + " " + name + " " + follow,
        List.of(path),
        (model, handles) -> {
          model.removeXattr(path, name, follow);
          return null;
        },
        (client, handles) -> client.removeXattr(on(path), name, follow));
  }

  private static StepSpec setXattr(String path, Xattr xattr, XattrMode mode, Follow follow) {
    return new StepSpec(
        "setxattr %s %s %s %s %s"
            .formatted(path, xattr.name(), ModelComparison.text(xattr.value()), mode, follow),
        List.of(path),
        (model, handles) -> {
          model.setXattr(path, xattr, mode, follow);
          return null;
        },
        (client, handles) -> client.setXattr(on(path), xattr, mode, follow));
  }

  private StepSpec acl(RandomPaths paths) {
    boolean isDefault = random.nextBoolean();
    String name = isDefault ? ModelAcl.DEFAULT : ModelAcl.ACCESS;
    String path = isDefault ? paths.directory() : paths.any();
    return switch (random.nextInt(5)) {
      case 0 -> removeXattr(path, name, Follow.YES);
      case 1 ->
          new StepSpec(
              "getfacl " + path + " " + name,
              List.of(path),
              (model, handles) -> model.getXattr(path, name, Follow.YES),
              (client, handles) -> client.getXattr(on(path), name, Follow.YES));
      default -> setXattr(path, new Xattr(name, acl().encode()), XattrMode.SET, Follow.YES);
    };
  }

  /** Mostly valid. */
  private ModelAcl acl() {
    List<ModelAcl.Entry> entries = new ArrayList<>();
    entries.add(ModelAcl.Entry.of(ModelAcl.Tag.OWNER, random.nextInt(8)));
    boolean named = false;
    for (int uid : List.of(Users.ALICE, Users.BOB)) {
      if (random.nextInt(3) == 0) {
        entries.add(new ModelAcl.Entry(ModelAcl.Tag.USER, random.nextInt(8), uid));
        named = true;
      }
    }
    entries.add(ModelAcl.Entry.of(ModelAcl.Tag.OWNING_GROUP, random.nextInt(8)));
    if (random.nextInt(3) == 0) {
      entries.add(new ModelAcl.Entry(ModelAcl.Tag.GROUP, random.nextInt(8), Users.STAFF));
      named = true;
    }
    if (named ? random.nextInt(20) > 0 : random.nextInt(4) == 0) {
      entries.add(ModelAcl.Entry.of(ModelAcl.Tag.MASK, 1 + random.nextInt(7)));
    }
    entries.add(ModelAcl.Entry.of(ModelAcl.Tag.OTHERS, random.nextInt(8)));
    return new ModelAcl(entries);
  }

  // ---- open files ----

  private StepSpec open(RandomPaths paths) {
    String path = random.nextInt(3) == 0 ? paths.fresh() : paths.regular();
    Set<Flag> flags = EnumSet.of(random.nextBoolean() ? Flag.READ : Flag.WRITE);
    for (Flag flag : EnumSet.complementOf(EnumSet.of(Flag.NAMELESS))) {
      if (random.nextInt(flag == Flag.READ || flag == Flag.WRITE ? 3 : 6) == 0) {
        flags.add(flag);
      }
    }
    OpenOptions options = new OpenOptions(flags, mode());
    int number = random.nextInt(MAX_HANDLES);
    opened.put(number, path);
    return new StepSpec(
        "open " + path + " " + flags + " " + octal(options.mode()) + " as handle " + number,
        List.of(path),
        (model, handles) -> {
          ModelFile before = handles.remove(number);
          if (before != null) {
            before.close();
          }
          ModelFile file = model.open(path, options);
          handles.put(number, file);
          return file.inode();
        },
        (client, handles) -> {
          OpenFile before = handles.remove(number);
          CompletableFuture<?> closed =
              before == null ? CompletableFuture.completedFuture(null) : before.closeAsync();
          return closed
              .thenCompose(nothing -> client.open(on(path), options))
              .thenApply(
                  file -> {
                    handles.put(number, file);
                    return file.inode();
                  });
        });
  }

  /** An operation on an open file. */
  private interface OnFile {
    CompletableFuture<?> run(OpenFile file);
  }

  private interface OnModelFile {
    @Nullable Object run(ModelFile file) throws GigaException;
  }

  private StepSpec handle(String what, OnModelFile onModel, OnFile onCluster) {
    int number = random.nextInt(MAX_HANDLES);
    String path = opened.getOrDefault(number, "/");
    return new StepSpec(
        "handle " + number + " (" + path + ") " + what,
        List.of(path),
        (model, handles) -> onModel.run(handles.get(number)),
        (client, handles) -> {
          try {
            return onCluster.run(handles.get(number));
          } catch (GigaException e) {
            return CompletableFuture.failedFuture(e);
          }
        });
  }

  private StepSpec useHandle() {
    AttributeChange change =
        switch (random.nextInt(4)) {
          case 0 -> AttributeChange.ofMode(mode());
          case 1 -> owner();
          case 2 -> times();
          default -> AttributeChange.ofSize(random.nextInt(100));
        };
    return random.nextBoolean()
        ? handle("fstat", ModelFile::stat, OpenFile::stat)
        : handle(
            "change " + text(change),
            file -> file.setAttributes(change),
            file -> file.setAttributes(change));
  }

  private StepSpec close() {
    int number = random.nextInt(MAX_HANDLES);
    return new StepSpec(
        "close handle " + number,
        List.of(opened.getOrDefault(number, "/")),
        (model, handles) -> {
          ModelFile file = handles.remove(number);
          if (file != null) {
            file.close();
          }
          return null;
        },
        (client, handles) -> {
          OpenFile file = handles.remove(number);
          return file == null ? CompletableFuture.completedFuture(null) : file.closeAsync();
        });
  }

  private StepSpec lock() {
    long owner = random.nextInt(2);
    LockType type = pick(List.of(LockType.SHARED, LockType.EXCLUSIVE));
    long start = random.nextInt(10);
    long length = random.nextInt(6);
    String range = "%d %s %d+%d".formatted(owner, type, start, length);
    return switch (random.nextInt(8)) {
      case 0, 1, 2 ->
          handle(
              "lock " + range,
              file -> {
                file.lock(owner, type, start, length);
                return null;
              },
              file -> file.lock(owner, type, start, length, false));
      case 3 ->
          handle(
              "unlock " + range,
              file -> {
                file.unlock(owner, start, length);
                return null;
              },
              file -> file.unlock(owner, start, length));
      case 4 ->
          handle(
              "getlock " + range,
              file -> file.conflicts(owner, type, start, length),
              file -> file.findConflict(owner, type, start, length));
      case 5 ->
          handle(
              "funlock",
              file -> {
                file.funlock();
                return null;
              },
              OpenFile::funlock);
      default ->
          handle(
              "flock " + type,
              file -> {
                file.flock(type);
                return null;
              },
              file -> file.flock(type, false));
    };
  }

  // ---- bytes ----

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(MAX_BYTES)];
    random.nextBytes(bytes);
    return bytes;
  }

  private StepSpec writeFile(RandomPaths paths) {
    String path =
        switch (random.nextInt(5)) {
          case 0 -> paths.fresh();
          case 1 -> paths.any();
          default -> paths.regular();
        };
    int mode = mode();
    byte[] bytes = bytes();
    return new StepSpec(
        "write file " + path + " " + octal(mode) + " " + bytes.length + " bytes",
        List.of(path),
        (model, handles) -> model.writeFile(path, mode, bytes),
        (client, handles) -> client.writeFile(on(path), mode, bytes, false));
  }

  private StepSpec readFile(RandomPaths paths) {
    String path = random.nextInt(4) == 0 ? paths.any() : paths.regular();
    return new StepSpec(
        "read file " + path,
        List.of(path),
        (model, handles) -> model.readFile(path),
        (client, handles) -> client.readFile(on(path)));
  }

  /** Opens, reads and closes: the access time is recorded with the close. */
  private StepSpec readPart(RandomPaths paths) {
    String path = paths.regular();
    long offset = random.nextInt(MAX_BYTES);
    int length = 1 + random.nextInt(MAX_BYTES);
    return new StepSpec(
        "read " + path + " " + offset + "+" + length,
        List.of(path),
        (model, handles) -> {
          ModelFile file = model.open(path, OpenOptions.READ);
          try {
            byte[] into = new byte[length];
            return Arrays.copyOf(into, file.read(offset, ByteBuffer.wrap(into)));
          } finally {
            file.close();
          }
        },
        (client, handles) ->
            client
                .open(on(path), OpenOptions.READ)
                .thenCompose(file -> readAndClose(file, offset, new byte[length])));
  }

  private static CompletableFuture<byte[]> readAndClose(OpenFile file, long offset, byte[] into) {
    return file.read(offset, ByteBuffer.wrap(into))
        .handle(
            (length, failure) ->
                file.closeAsync()
                    .thenCompose(
                        closed ->
                            failure == null
                                ? CompletableFuture.completedFuture(Arrays.copyOf(into, length))
                                : CompletableFuture.<byte[]>failedFuture(failure)))
        .thenCompose(outcome -> outcome);
  }

  /** Writes and flushes, so that all clients see the bytes at once. */
  private StepSpec write() {
    byte[] bytes = bytes();
    if (random.nextInt(3) == 0) {
      return handle(
          "append " + bytes.length + " bytes",
          file -> {
            file.append(ByteBuffer.wrap(bytes));
            return null;
          },
          file -> file.append(ByteBuffer.wrap(bytes)).thenCompose(done -> file.flush()));
    }
    long offset = random.nextInt(2 * MAX_BYTES);
    return handle(
        "write " + offset + "+" + bytes.length,
        file -> {
          file.write(offset, ByteBuffer.wrap(bytes));
          return null;
        },
        file -> file.write(offset, ByteBuffer.wrap(bytes)).thenCompose(done -> file.flush()));
  }

  // ---- sums and quotas ----

  private static StepSpec sum(RandomPaths paths) {
    String path = paths.directory();
    return new StepSpec(
        "sum " + path,
        List.of(path),
        (model, handles) -> model.sum(path),
        (client, handles) -> client.sum(on(path)));
  }

  private StepSpec quota(RandomPaths paths) {
    String path = paths.directory();
    long entries = random.nextLong(3) * random.nextInt(30);
    long bytes = random.nextLong(3) * random.nextInt(500);
    return random.nextInt(3) == 0
        ? new StepSpec(
            "setquota " + path + " " + entries + " " + bytes,
            List.of(path),
            (model, handles) -> {
              model.setQuota(path, entries, bytes);
              return null;
            },
            (client, handles) -> client.setQuota(on(path), entries, bytes))
        : new StepSpec(
            "quota " + path,
            List.of(path),
            (model, handles) -> model.quota(path),
            (client, handles) -> client.quota(on(path)));
  }

  static GigaPath on(String path) {
    return GigaPath.parse(path);
  }
}
