package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaInputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.util.DataChecksum;

/**
 * CRC32C of all bytes of a file: stored by the cluster if a client wrote the file from start to
 * end, otherwise computed by reading.
 */
record Checksums(GigaClient client) {
  private static final int BUFFER_BYTES = 1 << 20;

  /** HDFS's default bytes per checksum, which is part of what is compared. */
  private static final int BYTES_PER_CRC = 512;

  /** The checksum of the first bytes, or of all if there are fewer. */
  FileChecksum ofFirst(GigaPath path, long length) throws IOException {
    FileAttributes attributes = client.stat(path);
    if (attributes.isDirectory()) {
      throw ErrorCode.EISDIR.exception(path.toString());
    }
    Optional<Integer> kept =
        length >= attributes.size() ? client.keptChecksum(path) : Optional.empty();
    int checksum = kept.isPresent() ? kept.get() : read(path, length);
    return new CompositeCrcFileChecksum(checksum, DataChecksum.Type.CRC32C, BYTES_PER_CRC);
  }

  private int read(GigaPath path, long length) throws IOException {
    CRC32C sum = new CRC32C();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (GigaInputStream in = GigaInputStream.open(client, path)) {
      long left = length;
      while (left > 0) {
        int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (count < 0) {
          break;
        }
        sum.update(buffer, 0, count);
        left -= count;
      }
    }
    return (int) sum.getValue();
  }
}
