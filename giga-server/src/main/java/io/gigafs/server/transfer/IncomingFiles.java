package io.gigafs.server.transfer;

import io.gigafs.protocol.InstallChunkRequest;
import io.gigafs.protocol.TransferFile;
import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the files of uploads are kept: a folder an upload, a file "NUMBER.FAMILY" a file. Safe for
 * use by several threads on different uploads.
 */
public final class IncomingFiles {
  private final Path root;

  /** Starts with no files: whatever an earlier run left is removed. */
  public IncomingFiles(Path root) {
    this.root = root;
    WorkFolder.remove(root);
  }

  /** Whether rows of a partition are of this family: its name becomes a part of a file's. */
  static boolean isFamily(String family) {
    return Store.ENTRY_FAMILIES.contains(family);
  }

  void write(InstallChunkRequest piece) throws IOException {
    Path folder = Files.createDirectories(folder(piece.transaction()));
    Path file = folder.resolve(nameOf(piece.file(), piece.family()));
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(piece.bytes());
      long offset = piece.offset();
      while (bytes.hasRemaining()) {
        offset += channel.write(bytes, offset);
      }
    }
  }

  /**
   * Takes the files of an upload from another folder, where they stay: by link, or by copy from
   * another file system.
   *
   * @throws IOException if one is not as it was written; some may have been taken
   */
  void take(Path from, long transaction, List<TransferFile> files) throws IOException {
    Path folder = folder(transaction);
    OwnerOnly.createFolders(folder);
    for (int number = 0; number < files.size(); number++) {
      TransferFile file = files.get(number);
      String name = nameOf(number, file.family());
      Checksum taken = take(from.resolve(name), folder.resolve(name));
      if (!taken.equals(new Checksum(file.size(), file.checksum()))) {
        throw new IOException(
            from.resolve(name)
                + " is not what was written: "
                + taken.size()
                + " of "
                + file.size()
                + " bytes, or others");
      }
    }
  }

  private static Checksum take(Path from, Path to) throws IOException {
    Files.deleteIfExists(to);
    try {
      Files.createLink(to, from);
    } catch (FileSystemException | UnsupportedOperationException e) {
      return Checksum.copy(from, to); // another file system, or one without links
    }
    return Checksum.of(to);
  }

  /**
   * The files of an upload.
   *
   * @param expected how many there are to be
   * @param areVerified whether all were compared with what was written
   */
  List<RangeFile> files(long transaction, int expected, boolean areVerified) throws IOException {
    List<RangeFile> files = new ArrayList<>();
    if (expected > 0) {
      try (Stream<Path> found = Files.list(folder(transaction))) {
        found.sorted().forEach(file -> files.add(new RangeFile(familyOf(file), file, areVerified)));
      }
    }
    if (files.size() != expected) {
      throw new IOException("upload has " + files.size() + " files, not " + expected);
    }
    return files;
  }

  static String nameOf(int number, String family) {
    return number + "." + family;
  }

  private static String familyOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(name.indexOf('.') + 1);
  }

  void remove(long transaction) {
    WorkFolder.remove(folder(transaction));
  }

  private Path folder(long transaction) {
    return root.resolve(Long.toHexString(transaction));
  }
}
