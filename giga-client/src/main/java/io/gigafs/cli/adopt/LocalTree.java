package io.gigafs.cli.adopt;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.local.LocalFiles;
import io.gigafs.cli.local.LocalNames;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.Volume;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A directory of this machine. Paths are absolute. */
final class LocalTree implements SourceTree {
  private static final String WANTED =
      "unix:mode,uid,gid,size,nlink,rdev,dev,ino,lastAccessTime,lastModifiedTime,ctime";
  private static final int TYPE_BITS = 12;
  private static final int TYPE_MASK = 0xf;
  private static final int MODE_MASK = 07777;

  private final Path root;
  private final LocalFiles files;

  LocalTree(Path root, LocalFiles files) {
    this.root = root;
    this.files = files;
  }

  @Override
  public SourceFile root() throws IOException {
    if (!Files.isDirectory(root)) {
      throw new IOException(root + " is not a directory on this machine; mount it");
    }
    return read(root);
  }

  private static SourceFile read(Path path) throws IOException {
    Map<String, Object> found = Files.readAttributes(path, WANTED, LinkOption.NOFOLLOW_LINKS);
    int typeAndMode = (int) number(found, "mode");
    FileType type = FileType.ofCode(typeAndMode >>> TYPE_BITS & TYPE_MASK);
    boolean isDevice = type == FileType.CHARACTER_DEVICE || type == FileType.BLOCK_DEVICE;
    return new SourceFile(
        path.toString(),
        type,
        typeAndMode & MODE_MASK,
        true,
        (int) number(found, "uid"),
        (int) number(found, "gid"),
        number(found, "size"),
        (int) number(found, "nlink"),
        nanos(found, "lastAccessTime"),
        nanos(found, "lastModifiedTime"),
        nanos(found, "ctime"),
        isDevice ? number(found, "rdev") : 0,
        new SourceFile.Id(number(found, "dev"), number(found, "ino")));
  }

  private static long number(Map<String, Object> found, String name) {
    return ((Number) Objects.requireNonNull(found.get(name), name)).longValue();
  }

  private static long nanos(Map<String, Object> found, String name) {
    return FileTimestamp.nearest(
        ((FileTime) Objects.requireNonNull(found.get(name), name)).toInstant());
  }

  @Override
  public boolean isVolume(SourceFile directory) {
    return Files.exists(Path.of(directory.path(), Volume.MARK), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void list(SourceFile directory, Visitor visitor) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(directory.path()))) {
      for (Path entry : entries) {
        if (!visitor.goesOn()) {
          return;
        }
        print(entry, visitor);
      }
    } catch (DirectoryIteratorException e) {
      throw Objects.requireNonNullElseGet(e.getCause(), () -> new IOException(e));
    }
  }

  private static void print(Path path, Visitor visitor) {
    String name = LocalNames.lastName(path);
    if (name == null) {
      visitor.unusable(path.toString(), "its name is not UTF-8; rename it to adopt it");
      return;
    }
    SourceFile file;
    try {
      file = read(path);
    } catch (NoSuchFileException e) {
      return; // removed since its directory was read: nothing to adopt
    } catch (AccessDeniedException e) {
      visitor.unusable(path.toString(), "permission denied");
      return;
    } catch (IOException e) {
      visitor.unusable(path.toString(), ErrorText.of(e));
      return;
    }
    visitor.found(name, file);
  }

  @Override
  public List<Xattr> xattrs(SourceFile file) throws IOException {
    Path path = Path.of(file.path());
    List<String> names = files.xattrNames(path);
    if (names.isEmpty()) {
      return List.of();
    }
    List<Xattr> kept = new ArrayList<>();
    for (String name : names) {
      if (KeptXattrs.has(name)) {
        kept.add(files.xattr(path, name));
      }
    }
    return kept;
  }

  @Override
  public byte[] target(SourceFile link) throws IOException {
    return files.target(Path.of(link.path()));
  }

  @Override
  public void close() {
    // nothing is held open
  }
}
