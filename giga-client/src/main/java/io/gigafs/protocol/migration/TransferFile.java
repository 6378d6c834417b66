package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.SIZE;
import static io.gigafs.protocol.Elements.TEXT;

import io.gigafs.protocol.Codec;

/**
 * A file of a partition's rows in the cluster's transfer directory.
 *
 * @param family the kind of rows in it
 * @param size bytes
 * @param checksum CRC-32C of the bytes
 */
public record TransferFile(String family, long size, int checksum) {
  static final Codec<TransferFile> CODEC = Codec.of(TransferFile.class, TEXT, SIZE, INT32);
}
