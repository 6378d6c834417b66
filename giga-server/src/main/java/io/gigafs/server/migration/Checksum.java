package io.gigafs.server.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Size and checksum by which a file is verified.
 *
 * @param size bytes
 * @param value CRC-32C of the bytes
 */
record Checksum(long size, int value) {
  private static final int BUFFER_BYTES = 1 << 18;

  static Checksum of(Path file) throws IOException {
    return read(file, OutputStream.nullOutputStream());
  }

  /** Copies a file to a path that does not exist; returns the checksum of the copied bytes. */
  static Checksum copy(Path from, Path to) throws IOException {
    try (OutputStream out = Files.newOutputStream(to)) {
      return read(from, out);
    }
  }

  private static Checksum read(Path file, OutputStream out) throws IOException {
    CRC32C checksum = new CRC32C();
    byte[] buffer = new byte[BUFFER_BYTES];
    long size = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        checksum.update(buffer, 0, read);
        out.write(buffer, 0, read);
        size += read;
      }
    }
    return new Checksum(size, (int) checksum.getValue());
  }
}
