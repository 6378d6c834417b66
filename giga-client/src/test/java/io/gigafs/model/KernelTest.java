package io.gigafs.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.gigafs.TestSeeds;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the model with the local kernel, as far as Java's calls allow: both run the same random
 * operations. {@code -Dgiga.seed=N} runs one seed.
 */
class KernelTest {
  private static final int OPERATIONS = 3_000;
  private static final int OPERATIONS_PER_COMPARISON = 100;
  private static final String[] NAMES = {"a", "b", "c", "d"};
  private static final int MAX_BYTES = 10_000;
  private static final int[] MODES = {0700, 0755, 01777, 02755, 04711, 07777};
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final PosixModel model = new PosixModel(() -> 0);
  private final Deque<String> lately = new ArrayDeque<>();

  @TempDir Path machine;

  static LongStream seeds() {
    return TestSeeds.first(10);
  }

  /** A call; its answer is compared as text. */
  private interface Call {
    Object run() throws IOException;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void modelAnswersLikeTheKernel(long seed) throws IOException {
    Random random = new Random(seed);
    model.setAttributes("/", AttributeChange.ofMode(0700), Follow.YES);
    for (int i = 0; i < OPERATIONS; i++) {
      step(random);
      if (i % OPERATIONS_PER_COMPARISON == 0) {
        compareTrees(seed);
      }
    }
    compareTrees(seed);
  }

  private void step(Random random) {
    String path = path(random);
    String other = path(random);
    int mode = MODES[random.nextInt(MODES.length)];
    switch (random.nextInt(13)) {
      case 0, 1 ->
          same(
              "mkdir " + path,
              () -> model.makeDirectory(path, 0700).type(),
              () -> typeOf(Files.createDirectory(on(path), PRIVATE_DIRECTORY)));
      case 2, 3 -> create(path.endsWith(".") ? path + "/a" : path);
      case 4 -> symlink(target(random), path);
      case 5 ->
          same(
              "link " + path + " " + other,
              () -> model.link(path, other, Follow.NO).links(),
              () -> linksOf(Files.createLink(on(other), on(path))));
      case 6 -> same("remove " + path, () -> remove(path), () -> removeOnMachine(on(path)));
      case 7 ->
          same(
              "rename " + path + " " + other,
              () -> rename(path, other),
              () -> Files.move(on(path), on(other), StandardCopyOption.ATOMIC_MOVE) == null);
      case 8 ->
          same(
              "chmod " + path + " " + Integer.toOctalString(mode),
              () -> model.setAttributes(path, AttributeChange.ofMode(mode), Follow.YES) == null,
              () -> Files.setAttribute(on(path), "unix:mode", mode) == null);
      case 9 ->
          same(
              "stat " + path,
              () -> text(model.stat(path, Follow.YES), null),
              () -> textOnMachine(on(path)));
      case 10, 11 -> write(path, random);
      case 12 -> truncate(path, random.nextInt(MAX_BYTES));
      default -> throw new AssertionError();
    }
  }

  private void write(String path, Random random) {
    byte[] bytes = new byte[random.nextInt(MAX_BYTES)];
    random.nextBytes(bytes);
    int offset = random.nextInt(MAX_BYTES);
    same(
        "write " + bytes.length + " bytes at " + offset + " to " + path,
        () -> {
          ModelFile file = model.open(path, OpenOptions.of(Flag.WRITE));
          file.write(offset, ByteBuffer.wrap(bytes));
          file.close();
          return bytes.length;
        },
        () -> {
          try (FileChannel file = FileChannel.open(on(path), StandardOpenOption.WRITE)) {
            return file.write(ByteBuffer.wrap(bytes), offset);
          }
        });
  }

  /** Java can only shorten files. */
  private void truncate(String path, long size) {
    same(
        "truncate " + path + " to " + size,
        () -> {
          ModelFile file = model.open(path, OpenOptions.of(Flag.WRITE));
          if (size < file.stat().size()) {
            file.setAttributes(AttributeChange.ofSize(size));
          }
          file.close();
          return size;
        },
        () -> {
          try (FileChannel file = FileChannel.open(on(path), StandardOpenOption.WRITE)) {
            return file.truncate(size).isOpen() ? size : -1;
          }
        });
  }

  /** For paths that end with a dot, Java answers without the kernel. */
  private void create(String path) {
    same(
        "create " + path,
        () -> model.create(path, 0600, true).type(),
        () -> typeOf(Files.createFile(on(path), PRIVATE_FILE)));
  }

  private void symlink(String target, String path) {
    String targetOnMachine = target.startsWith("/") ? machine + target : target;
    same(
        "symlink " + target + " " + path,
        () -> model.symlink(PosixModel.bytes(target), path).type(),
        () -> typeOf(Files.createSymbolicLink(on(path), Path.of(targetOnMachine))));
  }

  private Object rename(String from, String to) throws GigaException {
    model.rename(from, to, RenameMode.REPLACE);
    return false;
  }

  /** Removes a file or an empty directory, as Java does. */
  private Object remove(String path) throws GigaException {
    if (model.stat(path, Follow.NO).isDirectory()) {
      model.removeDirectory(path);
    } else {
      model.unlink(path);
    }
    return true;
  }

  private static Object removeOnMachine(Path path) throws IOException {
    Files.delete(path);
    return true;
  }

  private void same(String operation, Call onModel, Call onMachine) {
    lately.addLast(operation);
    if (lately.size() > 20) {
      lately.removeFirst();
    }
    assertThat(answer(onModel))
        .as("the answer to the last of %s", lately)
        .isEqualTo(answer(onMachine));
  }

  private static String answer(Call call) {
    try {
      return String.valueOf(call.run());
    } catch (GigaException e) {
      return e.code().message();
    } catch (NoSuchFileException e) {
      return ErrorCode.ENOENT.message();
    } catch (FileAlreadyExistsException e) {
      return ErrorCode.EEXIST.message();
    } catch (DirectoryNotEmptyException e) {
      return ErrorCode.ENOTEMPTY.message();
    } catch (AccessDeniedException e) {
      return ErrorCode.EACCES.message();
    } catch (FileSystemLoopException e) {
      return ErrorCode.ELOOP.message();
    } catch (NotLinkException e) {
      return ErrorCode.EINVAL.message();
    } catch (FileSystemException e) {
      return messageOf(Objects.requireNonNullElse(e.getReason(), ""));
    } catch (IOException e) {
      return fail("cannot be", e);
    }
  }

  private static String messageOf(String reason) {
    for (ErrorCode code : ErrorCode.values()) {
      if (reason.startsWith(code.message())) {
        return code.message();
      }
    }
    return reason;
  }

  /** One to four names; ".." at most once, so that no path leaves the directory. */
  private static String path(Random random) {
    StringBuilder path = new StringBuilder();
    boolean up = false;
    int steps = 1 + random.nextInt(4);
    for (int i = 0; i < steps; i++) {
      int kind = random.nextInt(20);
      if (kind == 0) {
        path.append("/.");
      } else if (kind == 1 && !up && i > 0) {
        path.append("/..");
        up = true;
      } else {
        path.append('/').append(NAMES[random.nextInt(NAMES.length)]);
      }
    }
    return path.charAt(1) == '.' ? "/a" + path : path.toString();
  }

  private static String target(Random random) {
    String name = NAMES[random.nextInt(NAMES.length)];
    String other = NAMES[random.nextInt(NAMES.length)];
    return switch (random.nextInt(4)) {
      case 0 -> "/" + name;
      case 1 -> "/" + name + "/" + other;
      case 2 -> name + "/" + other;
      default -> name;
    };
  }

  private Path on(String path) {
    return Path.of(machine + path);
  }

  private static Object typeOf(Path path) throws IOException {
    return io.gigafs.protocol.FileType.ofCode(
        (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) >>> 12);
  }

  private static Object linksOf(Path path) throws IOException {
    return Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
  }

  private void compareTrees(long seed) throws IOException {
    Map<String, String> expected = new TreeMap<>();
    addModel("", new HashMap<>(), expected);
    Map<String, String> found = new TreeMap<>();
    addMachine(machine, "", new HashMap<>(), found);
    assertThat(found).as("seed %d after %s", seed, lately).isEqualTo(expected);
  }

  /** Files with several names are identified by their first name. */
  private void addModel(String path, Map<Long, String> first, Map<String, String> tree)
      throws GigaException {
    List<String> names = new ArrayList<>(model.list(path.isEmpty() ? "/" : path).keySet());
    for (String name : names) {
      String child = path + "/" + name;
      FileAttributes attributes = model.stat(child, Follow.NO);
      first.putIfAbsent(attributes.inode().value(), child);
      String same = first.get(attributes.inode().value());
      tree.put(
          child,
          text(attributes, same) + (isRegular(attributes) ? sum(model.readFile(child)) : ""));
      if (attributes.isDirectory()) {
        addModel(child, first, tree);
      }
    }
  }

  private void addMachine(
      Path directory, String path, Map<Object, String> first, Map<String, String> tree)
      throws IOException {
    List<Path> children;
    try (var listing = Files.list(directory)) {
      children = listing.sorted().toList();
    }
    for (Path child : children) {
      String childPath = path + "/" + child.getFileName();
      Map<String, Object> attributes =
          Files.readAttributes(child, "unix:*", LinkOption.NOFOLLOW_LINKS);
      Object inode = Objects.requireNonNull(attributes.get("ino"));
      first.putIfAbsent(inode, childPath);
      boolean regular = Files.isRegularFile(child, LinkOption.NOFOLLOW_LINKS);
      tree.put(
          childPath,
          text(attributes, first.get(inode)) + (regular ? sum(Files.readAllBytes(child)) : ""));
      if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
        addMachine(child, childPath, first, tree);
      }
    }
  }

  private static boolean isRegular(FileAttributes attributes) {
    return attributes.type() == FileType.REGULAR;
  }

  private static String sum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return " has %d bytes %08x".formatted(bytes.length, crc.getValue());
  }

  private static String text(FileAttributes attributes, @Nullable String same) {
    return "%o links %d is %s"
        .formatted(attributes.type().code() << 12 | attributes.mode(), attributes.links(), same);
  }

  private static String textOnMachine(Path path) throws IOException {
    return text(Files.readAttributes(path, "unix:*"), null);
  }

  private static String text(Map<String, Object> attributes, @Nullable String same) {
    int typeAndMode = (Integer) Objects.requireNonNull(attributes.get("mode"));
    int links = (Integer) Objects.requireNonNull(attributes.get("nlink"));
    return "%o links %d is %s".formatted(typeAndMode, links, same);
  }
}
