package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.hadoop.VersionedStatus.FileVersion;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;

/**
 * A file at a path, to be opened later if it is still the same one.
 *
 * @param isExact whether its contents must be unchanged, too
 */
record GigaPathHandle(Path path, FileVersion version, boolean isExact) implements PathHandle {
  private static final long serialVersionUID = 1L;

  /**
   * Creates a handle of a file.
   *
   * @throws UnsupportedOperationException if the file is to be found after a move: servers address
   *     files by their names
   */
  static GigaPathHandle of(VersionedStatus status, HandleOpt... options) {
    boolean mayMove =
        HandleOpt.getOpt(HandleOpt.Location.class, options)
            .map(HandleOpt.Location::allowChange)
            .orElse(false);
    if (mayMove) {
      throw new UnsupportedOperationException("handles do not follow files that are moved");
    }
    boolean mayChange =
        HandleOpt.getOpt(HandleOpt.Data.class, options)
            .map(HandleOpt.Data::allowChange)
            .orElse(false);
    return new GigaPathHandle(status.getPath(), status.version(), !mayChange);
  }

  /**
   * Opens the file for reading.
   *
   * @param at the cluster's path for the handle's path
   * @throws InvalidPathHandleException if it is gone, another one or, if that matters, changed
   */
  OpenFile open(GigaClient client, GigaPath at) throws IOException {
    OpenFile file = openAnything(client, at);
    try {
      check(file.opened());
    } catch (InvalidPathHandleException e) {
      file.close();
      throw e;
    }
    return file;
  }

  private OpenFile openAnything(GigaClient client, GigaPath at) throws IOException {
    try {
      return client.open(at, OpenOptions.READ);
    } catch (GigaException e) {
      if (HadoopExceptions.isMissing(e)) {
        throw new InvalidPathHandleException(path + " is gone", e);
      }
      throw e;
    }
  }

  private void check(FileAttributes opened) throws InvalidPathHandleException {
    FileVersion now = FileVersion.of(opened);
    if (now.inode() != version.inode()) {
      throw new InvalidPathHandleException(path + " is another file now");
    }
    if (isExact && !now.equals(version)) {
      throw new InvalidPathHandleException(path + " has changed");
    }
  }

  @Override
  public ByteBuffer bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(path.toString());
      out.writeLong(version.inode());
      out.writeLong(version.modifiedNanos());
      out.writeLong(version.size());
      out.writeBoolean(isExact);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  /** Parses the result of {@link #bytes}. */
  static GigaPathHandle parse(PathHandle handle) throws IOException {
    if (handle instanceof GigaPathHandle own) {
      return own;
    }
    byte[] bytes = handle.toByteArray();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new GigaPathHandle(
          new Path(in.readUTF()),
          new FileVersion(in.readLong(), in.readLong(), in.readLong()),
          in.readBoolean());
    } catch (IOException e) {
      throw new InvalidPathHandleException("not a handle of giga://", e);
    }
  }
}
