package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenOptions;
import io.gigafs.protocol.ErrorCode;
import java.io.IOException;
import java.util.Optional;
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

  /**
   * The same, compared with the checksum that the cluster has stored, if any.
   *
   * @throws IOException if the cluster has stored a different checksum
   */
  static FileSum verified(GigaClient client, Operand file, ByteCopy copy) throws IOException {
    Optional<Integer> before = client.keptChecksum(file.path());
    FileSum sum = of(client, file, copy);
    if (before.isPresent()
        && before.get() != sum.crc
        && before.equals(client.keptChecksum(file.path()))) {
      throw ErrorCode.EIO.exception(
          "its bytes have the checksum "
              + sum.text()
              + ", but those that were written had "
              + "%08x".formatted(before.get())
              + ": restore it, and check the volume with 'giga fsck --data'");
    }
    return sum;
  }

  /** Eight hexadecimal digits. */
  String text() {
    return "%08x".formatted(crc);
  }
}
