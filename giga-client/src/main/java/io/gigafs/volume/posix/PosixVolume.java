package io.gigafs.volume.posix;

import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.FileSystemId;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.Volume.VolumeAbilities;
import io.gigafs.volume.Volume.VolumeSpace;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directory of a mounted file system as a volume. Safe for use by several threads. It keeps
 * nothing open, so that the file system can be unmounted and mounted again.
 *
 * <p>The directories that it makes are searchable by everybody and readable only by their owner: a
 * process that knows an object's path reaches it if its permissions allow that, but cannot list
 * names.
 */
final class PosixVolume implements Volume {
  /**
   * How often directories are made again for one object: concurrent deletes may remove them while
   * they are empty.
   */
  private static final int DIRECTORY_ATTEMPTS = 100;

  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx--x--x");
  private static final Path SELF = Path.of(".");

  private final PosixTree tree;
  private final PosixErrors failures;
  private final PosixOwners owners = new PosixOwners();
  private final SparseFiles sparse;

  PosixVolume(PosixTree tree, PosixErrors failures) {
    this.sparse = new SparseFiles(tree.root());
    this.tree = tree;
    this.failures = failures;
  }

  /** An action on an object. */
  @FunctionalInterface
  private interface Action<T> {
    T run() throws IOException;
  }

  private <T> T attempt(String verb, String path, Action<T> action) throws VolumeException {
    try {
      return action.run();
    } catch (NoSuchFileException | NotDirectoryException e) {
      try {
        tree.checkThere();
      } catch (IOException gone) {
        throw failures.of(verb, path, gone, false);
      }
      throw failures.of(verb, path, e, true);
    } catch (IOException e) {
      throw failures.of(verb, path, e, false);
    }
  }

  @Override
  public VolumeObject create(String path, ObjectOwner owner) throws VolumeException {
    List<Path> components = failures.components(path);
    return attempt("create", path, () -> create(path, components, owner));
  }

  private VolumeObject create(String path, List<Path> components, ObjectOwner owner)
      throws IOException {
    Set<PosixFilePermission> mode = PosixOwners.permissions(owner.mode());
    OpenFile made =
        withDirectories(
            components,
            () ->
                tree.checkedAt(
                    components, (directory, name) -> create(directory, name, mode, owner)));
    PosixObject object = new PosixObject(this, path, made, true);
    try {
      syncAbove(components);
    } catch (IOException e) {
      object.close();
      throw e;
    }
    return object;
  }

  private OpenFile create(
      SecureDirectoryStream<Path> directory,
      Path name,
      Set<PosixFilePermission> mode,
      ObjectOwner owner)
      throws IOException {
    SeekableByteChannel channel =
        directory.newByteChannel(
            name,
            Set.of(
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE_NEW,
                LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(mode));
    try {
      owners.give(directory, name, owner);
      return new OpenFile((FileChannel) channel, attributes(directory, name));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Runs an action in the parent directory of an object; creates missing directories. */
  private <T> T withDirectories(List<Path> components, Action<T> action) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return action.run();
      } catch (NoSuchFileException e) {
        if (attempt == DIRECTORY_ATTEMPTS) {
          throw e;
        }
      }
      makeDirectories(components);
    }
  }

  private void makeDirectories(List<Path> components) throws IOException {
    tree.checkThere();
    Path directory = tree.root();
    for (Path component : components.subList(0, components.size() - 1)) {
      directory = directory.resolve(component);
      try {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
        Files.setPosixFilePermissions(directory, DIRECTORY);
      } catch (FileAlreadyExistsException e) {
        // Exists already, or another thread has just made it.
      } catch (NoSuchFileException e) {
        return; // a concurrent delete removed one; its user gets the error
      }
    }
  }

  @Override
  public VolumeObject open(String path, boolean writes) throws VolumeException {
    return new PosixObject(this, path, openFile(path, writes), writes);
  }

  /**
   * An open file.
   *
   * @param found its attributes when it was opened
   */
  record OpenFile(FileChannel channel, BasicFileAttributes found) {
    /** The mtime, ns since the epoch. */
    long modifiedNanos() {
      return statusOf(found, 0).modifiedNanos();
    }

    /** The key that identifies the file. */
    @Nullable Object key() {
      return found.fileKey();
    }
  }

  /** Opens a new descriptor of an object. */
  OpenFile openFile(String path, boolean writes) throws VolumeException {
    List<Path> components = failures.components(path);
    Set<OpenOption> options =
        writes
            ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
            : Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    return attempt(
        "open",
        path,
        () ->
            tree.at(
                components,
                (directory, name) -> {
                  BasicFileAttributes found = regularFile(directory, name);
                  return new OpenFile((FileChannel) directory.newByteChannel(name, options), found);
                }));
  }

  /** The attributes of a regular file; opening other types may hang. */
  private static BasicFileAttributes regularFile(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    BasicFileAttributes attributes = attributes(directory, name);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(name.toString(), null, "it is not a regular file");
    }
    return attributes;
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return directory
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  @Override
  public ObjectStatus status(String path) throws VolumeException {
    List<Path> components = failures.components(path);
    return attempt(
        "look at",
        path,
        () ->
            tree.at(
                components,
                (directory, name) -> {
                  BasicFileAttributes found = regularFile(directory, name);
                  return statusOf(found, sparse.holes(path, found.fileKey()));
                }));
  }

  private static ObjectStatus statusOf(BasicFileAttributes attributes, long holes) {
    return new ObjectStatus(
        attributes.size(),
        FileTimestamp.nearest(attributes.lastModifiedTime().toInstant()),
        Math.min(holes, attributes.size()));
  }

  /** Finds the holes of its files. */
  SparseFiles sparse() {
    return sparse;
  }

  @Override
  public void truncate(String path, long size) throws VolumeException {
    try (VolumeObject object = open(path, true)) {
      object.truncate(size);
    }
  }

  @Override
  public void chown(String path, ObjectOwner owner) throws VolumeException {
    List<Path> components = failures.components(path);
    attempt(
        "change the owner of",
        path,
        () ->
            tree.at(
                components,
                (directory, name) -> {
                  regularFile(directory, name);
                  owners.give(directory, name, owner);
                  return name;
                }));
  }

  @Override
  public boolean delete(String path) throws VolumeException {
    List<Path> components = failures.components(path);
    return attempt("delete", path, () -> delete(components));
  }

  private boolean delete(List<Path> components) throws IOException {
    try {
      tree.checkedAt(
          components,
          (directory, name) -> {
            directory.deleteFile(name);
            return name;
          });
    } catch (NoSuchFileException e) {
      return false;
    }
    deleteEmptyAbove(components);
    return true;
  }

  private void deleteEmptyAbove(List<Path> components) throws IOException {
    for (int depth = components.size() - 1; depth > 0; depth--) {
      try {
        tree.at(
            components.subList(0, depth),
            (directory, name) -> {
              directory.deleteDirectory(name);
              return name;
            });
      } catch (DirectoryNotEmptyException | NoSuchFileException e) {
        return;
      }
    }
  }

  @Override
  public void move(String from, String to) throws VolumeException {
    List<Path> source = failures.components(from);
    List<Path> target = failures.components(to);
    attempt(
        "move",
        from,
        () -> {
          tree.at(source, PosixVolume::regularFile);
          withDirectories(
              target,
              () ->
                  tree.checkedAt(
                      source,
                      (directory, name) ->
                          tree.at(
                              target, (into, newName) -> rename(directory, name, into, newName))));
          syncAbove(target);
          syncAbove(source);
          deleteEmptyAbove(source);
          return to;
        });
  }

  private static Path rename(
      SecureDirectoryStream<Path> from, Path name, SecureDirectoryStream<Path> into, Path newName)
      throws IOException {
    try {
      attributes(into, newName);
    } catch (NoSuchFileException e) {
      from.move(name, into, newName);
      return newName;
    }
    throw new FileAlreadyExistsException(newName.toString());
  }

  @Override
  public void syncPath(String path) throws VolumeException {
    List<Path> components = failures.components(path);
    attempt(
        "sync",
        path,
        () -> {
          syncAbove(components);
          return path;
        });
  }

  /** From the object's directory upwards. Syncing an unchanged directory costs next to nothing. */
  private void syncAbove(List<Path> components) throws IOException {
    for (int depth = components.size() - 1; depth >= 0; depth--) {
      List<Path> inside = new ArrayList<>(components.subList(0, depth));
      inside.add(SELF);
      tree.at(
          inside,
          (directory, name) -> {
            try (FileChannel opened =
                (FileChannel) directory.newByteChannel(name, Set.of(StandardOpenOption.READ))) {
              opened.force(true);
            }
            return name;
          });
    }
  }

  @Override
  public void list(ObjectVisitor visitor) throws VolumeException {
    attempt(
        "list",
        "",
        () -> {
          try (SecureDirectoryStream<Path> root = tree.openRoot()) {
            tree.checkThere();
            list(root, "", visitor);
            tree.checkThere();
          } catch (DirectoryIteratorException e) {
            throw e.getCause();
          }
          return tree;
        });
  }

  private static void list(
      SecureDirectoryStream<Path> directory, String above, ObjectVisitor visitor)
      throws IOException {
    for (Path found : directory) {
      Path name = found.getFileName();
      String path = above + name;
      if (above.isEmpty() && isNoObject(path)) {
        continue;
      }
      try {
        BasicFileAttributes attributes = attributes(directory, name);
        if (attributes.isRegularFile()) {
          visitor.visit(path, statusOf(attributes, 0));
        } else if (attributes.isDirectory()) {
          try (SecureDirectoryStream<Path> below =
              directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            list(below, path + "/", visitor);
          }
        }
      } catch (NoSuchFileException e) {
        // Deleted since its directory was read.
      }
    }
  }

  private static boolean isNoObject(String name) {
    return name.startsWith(HIDDEN) || name.equals(PosixProvider.LOST_AND_FOUND);
  }

  @Override
  public VolumeSpace space() throws VolumeException {
    return attempt(
        "report its space",
        "",
        () -> {
          tree.checkThere();
          java.io.File root = tree.root().toFile();
          long free = root.getUsableSpace();
          return new VolumeSpace(
              root.getTotalSpace(),
              free,
              Math.max(0, root.getFreeSpace() - free),
              FileSystemId.of(tree.root()));
        });
  }

  @Override
  public VolumeAbilities abilities() {
    return new VolumeAbilities(true, true);
  }

  PosixErrors failures() {
    return failures;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
