package io.gigafs.cli.fs.copy;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.ByteSource;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.data.LocalFile;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.data.LocalStatus;
import io.gigafs.cli.data.PartName;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.operand.Devices;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenOptions;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.tree.LinkedCopies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies files of all types to this machine. A regular file has a temporary name until it is
 * complete. Safe for use by several threads.
 */
public final class GetFiles {
  /** Larger files are opened to be read. */
  private static final int SMALL_BYTES = 16 << 10;

  private static final LinkOption ITSELF = LinkOption.NOFOLLOW_LINKS;

  private final LocalCopy run;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final LocalAttributes attributes;
  private final SmallReads smallReads;

  private final LinkedCopies<InodeId, Path> links;

  GetFiles(LocalCopy run, LocalAttributes attributes, LinkedCopies<InodeId, Path> links) {
    this.run = run;
    this.client = run.client();
    this.rules = run.rules();
    this.attributes = attributes;
    this.smallReads = new SmallReads(client);
    this.links = links;
  }

  /** A local path, for messages. */
  static String shown(Path path) {
    return Quoting.ifNeeded(ByteText.decode(LocalPaths.bytes(path)));
  }

  /**
   * Announces a file of a tree that is going to be copied, if its bytes are certain to be read;
   * {@link #done} must follow.
   */
  void announce(FileAttributes from, Operand file, Path copy) {
    boolean mayStay = rules.resumes() || rules.keepsAll() || rules.copy().newerOnly();
    if (from.type() == FileType.REGULAR
        && from.size() <= SMALL_BYTES
        && from.links() < 2
        && !(mayStay && Files.exists(copy, ITSELF))) {
      smallReads.announce(file.path());
    }
  }

  /** Ends an announced file, whether it was copied or not. */
  void done(Operand file) {
    smallReads.forget(file.path());
  }

  /** Copies a file of any type, or links to an existing copy of it. */
  void get(FileAttributes from, Operand file, Path copy) throws IOException {
    if (from.links() < 2 || !rules.preserves(Preserved.LINKS)) {
      getOne(from, file, copy);
      return;
    }
    links.make(
        from.inode(),
        copy,
        () -> getOne(from, file, copy),
        first -> linkTo(first, from, file, copy));
  }

  private void linkTo(Path first, FileAttributes from, Operand file, Path copy) throws IOException {
    LocalStatus there = LocalStatus.ifPresent(copy, ITSELF);
    if (there != null && there.key().equals(LocalStatus.of(first, ITSELF).key())) {
      run.progress().passOverFile(from.size());
      return;
    }
    if (makeRoom(from, file, copy, there)) {
      Files.createLink(copy, first);
      run.copied(file.shown(), shown(copy));
    }
  }

  private void getOne(FileAttributes from, Operand file, Path copy) throws IOException {
    if (from.type() == FileType.REGULAR) {
      getRegular(from, file, copy);
      return;
    }
    if (!rules.copy().recursive() && from.type() != FileType.SYMLINK) {
      throw CommandException.failed("-r not specified; omitting special file " + file.shown());
    }
    LocalStatus there = LocalStatus.ifPresent(copy, ITSELF);
    if (from.type() == FileType.SYMLINK) {
      getLink(from, file, copy, there);
    } else if (makeRoom(from, file, copy, there)) {
      makeNode(from, file, copy);
    } else {
      return;
    }
    attributes.finish(copy, from, attributes.xattrsOf(client, file), attributes.maskedMode(from));
    run.copied(file.shown(), shown(copy));
  }

  private void getLink(FileAttributes from, Operand file, Path copy, @Nullable LocalStatus there)
      throws IOException {
    byte[] target = client.readLink(file.path());
    boolean same =
        there != null
            && there.type() == FileType.SYMLINK
            && java.util.Arrays.equals(LocalPaths.bytes(Files.readSymbolicLink(copy)), target);
    if (!same && makeRoom(from, file, copy, there)) {
      Files.createSymbolicLink(copy, LocalPaths.of(ByteText.decode(target)));
    }
  }

  private static void makeNode(FileAttributes from, Operand file, Path copy) throws IOException {
    String path = copy.toString();
    switch (from.type()) {
      case FIFO -> LocalPrograms.run("mknod", "--", path, "p");
      case CHARACTER_DEVICE -> LocalPrograms.run(mknod(path, "c", from.device()));
      case BLOCK_DEVICE -> LocalPrograms.run(mknod(path, "b", from.device()));
      default ->
          throw CommandException.failed(
              file.shown() + ": a socket is useless without the program that listens: left out");
    }
  }

  private static String[] mknod(String path, String type, long device) {
    return new String[] {
      "mknod",
      "--",
      path,
      type,
      Long.toString(Devices.major(device)),
      Long.toString(Devices.minor(device))
    };
  }

  /** Removes an existing file; false if it is kept. */
  private boolean makeRoom(
      FileAttributes from, Operand file, Path copy, @Nullable LocalStatus there)
      throws IOException {
    if (there == null) {
      return true;
    }
    checkKind(file, copy, there);
    if (rules.keeps(from, there.attributes())) {
      return false;
    }
    Files.delete(copy);
    return true;
  }

  private static void checkKind(Operand file, Path copy, LocalStatus there) {
    if (there.attributes().isDirectory()) {
      throw CommandException.failed(
          "cannot overwrite directory " + shown(copy) + " with non-directory " + file.shown());
    }
  }

  private void getRegular(FileAttributes from, Operand file, Path copy) throws IOException {
    Path target = Files.isSymbolicLink(copy) && Files.exists(copy) ? copy.toRealPath() : copy;
    LocalStatus there = LocalStatus.ifPresent(target, ITSELF);
    if (there == null) {
      getWhole(from, file, target, attributes.maskedMode(from));
      return;
    }
    checkKind(file, copy, there);
    if (rules.isThere(from, there.attributes())) {
      attributes.finish(target, from, attributes.xattrsOf(client, file), null);
      run.progress().passOverFile(from.size());
    } else if (!rules.keeps(from, there.attributes())) {
      boolean regular = there.type() == FileType.REGULAR || there.type() == FileType.SYMLINK;
      if (regular) {
        getWhole(from, file, target, there.attributes().mode());
      } else {
        getInto(file, target);
      }
    }
  }

  /** Copies into an existing pipe or device. */
  private void getInto(Operand file, Path target) throws IOException {
    try (ClusterFile from = ClusterFile.open(client, file.path(), OpenOptions.READ);
        var out = Files.newByteChannel(target, StandardOpenOption.WRITE)) {
      run.bytes()
          .copy(
              from,
              (offset, bytes) -> {
                while (bytes.hasRemaining()) {
                  out.write(bytes);
                }
              },
              0);
    }
    run.copied(file.shown(), shown(target));
  }

  private void getWhole(FileAttributes listed, Operand file, Path target, int mode)
      throws IOException {
    if (listed.size() <= SMALL_BYTES) {
      ByteSource bytes = ByteSource.of(new ByteArrayInputStream(smallReads.read(file.path())));
      getWhole(listed, file, bytes, target, mode);
      return;
    }
    try (ClusterFile open = ClusterFile.open(client, file.path(), OpenOptions.READ)) {
      getWhole(open.attributes(), file, open, target, mode);
    }
  }

  private void getWhole(FileAttributes from, Operand file, ByteSource bytes, Path target, int mode)
      throws IOException {
    Path part = part(from, target);
    List<Xattr> xattrs = attributes.xattrsOf(client, file);
    boolean whole = false;
    try {
      fill(part, bytes);
      attributes.finish(part, from, xattrs, mode);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      whole = true;
    } finally {
      if (!whole) {
        dropSmall(part);
      }
    }
    if (rules.syncs()) {
      syncDirectory(target);
    }
    run.copied(file.shown(), shown(target));
  }

  /** The temporary path of a file that is incomplete. */
  public static Path part(FileAttributes from, Path target) {
    String identity = from.inode() + ":" + from.size() + ":" + from.modifiedNanos();
    byte[] name = PartName.of(LocalPaths.name(target), identity);
    return target.resolveSibling(LocalPaths.of(ByteText.decode(name)));
  }

  private void fill(Path part, ByteSource bytes) throws IOException {
    try (LocalFile out = LocalFile.openPart(part, !rules.resumes())) {
      long start = ByteCopy.resumeOffset(out.size());
      run.progress().passOver(start);
      out.truncate(start);
      run.bytes().copyFile(bytes, out, start);
      if (rules.syncs()) {
        out.sync();
      }
    }
  }

  /** Removes a partial copy that is too short to resume from. */
  private static void dropSmall(Path part) throws IOException {
    LocalStatus left = LocalStatus.ifPresent(part, ITSELF);
    if (left != null && ByteCopy.resumeOffset(left.attributes().size()) == 0) {
      Files.delete(part);
    }
  }

  private static void syncDirectory(Path target) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    if (directory != null) {
      try (LocalFile entries = LocalFile.open(directory, StandardOpenOption.READ)) {
        entries.sync();
      }
    }
  }
}
