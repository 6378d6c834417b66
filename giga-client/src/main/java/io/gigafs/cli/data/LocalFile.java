package io.gigafs.cli.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/** A file of this machine. */
public final class LocalFile implements DataFile {
  private static final Set<OpenOption> PART_OPTIONS =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final ByteBuffer ZERO = ByteBuffer.allocate(1).asReadOnlyBuffer();

  private final FileChannel channel;

  private LocalFile(FileChannel channel) {
    this.channel = channel;
  }

  public static LocalFile open(Path path, OpenOption... options) throws IOException {
    return new LocalFile(FileChannel.open(path, options));
  }

  /**
   * Opens a file for writing. A new file is accessible to its owner only; symbolic links are not
   * followed.
   */
  public static LocalFile openPart(Path path, boolean emptied) throws IOException {
    Set<OpenOption> options = new HashSet<>(PART_OPTIONS);
    if (emptied) {
      options.add(StandardOpenOption.TRUNCATE_EXISTING);
    }
    return new LocalFile(FileChannel.open(path, options, PRIVATE));
  }

  @Override
  public int read(long offset, ByteBuffer into) throws IOException {
    int total = 0;
    while (into.hasRemaining()) {
      int read = channel.read(into, offset + total);
      if (read < 0) {
        break;
      }
      total += read;
    }
    return total;
  }

  @Override
  public void write(long offset, ByteBuffer from) throws IOException {
    long at = offset;
    while (from.hasRemaining()) {
      at += channel.write(from, at);
    }
  }

  /** A channel can only shorten files; they are extended by writing a zero at the end. */
  @Override
  public void truncate(long size) throws IOException {
    if (size > channel.size()) {
      channel.write(ZERO.duplicate(), size - 1);
    }
    channel.truncate(size);
  }

  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void sync() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
