package io.gigafs.server.migration;

import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallFilesRequest.TransferFile;
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
 * Storage of uploads: one folder for each upload, with files "NUMBER.FAMILY". Thread-safe for
 * different uploads.
 */
public final class IncomingFiles {
  private final Path root;

  /** Starts empty: files of an earlier run are removed. */
  public IncomingFiles(Path root) {
    this.root = root;
    WorkFolder.remove(root);
  }

  /** Whether partitions have rows of this family, whose name becomes part of a file name. */
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
   * Takes the files of an upload from another folder by link, or by copy from another file system.
   * The originals stay.
   *
   * @throws IOException if one does not match its checksum; some may have been taken
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
                + " does not match what was written: "
                + taken.size()
                + " of "
                + file.size()
                + " bytes, or other bytes");
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
   * @param expected number of files that there must be
   * @param areVerified whether the checksums of all have been verified
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
