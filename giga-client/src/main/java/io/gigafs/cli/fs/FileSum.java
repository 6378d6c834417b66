package io.gigafs.cli.fs;

import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenOptions;
import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * The checksum of a file.
 *
 * @param crc CRC32C of its bytes
 */
record FileSum(int crc, long bytes) {
  static FileSum of(GigaClient client, Operand file, ByteCopy copy) throws IOException {
    CRC32C crc = new CRC32C();
    try (ClusterFile open = ClusterFile.open(client, file.path(), OpenOptions.READ)) {
      long size = copy.copy(open, (offset, bytes) -> crc.update(bytes), 0);
      return new FileSum((int) crc.getValue(), size);
    }
  }

  /** Eight hexadecimal digits. */
  String text() {
    return "%08x".formatted(crc);
  }
}
