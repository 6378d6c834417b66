package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.TEXT;

import io.gigafs.protocol.Codec;

/**
 * A row of an entry in its stored form, for a transfer to another server.
 *
 * @param family the kind of the row
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record TransferredRow(String family, byte[] key, byte[] value) {
  static final Codec<TransferredRow> CODEC = Codec.of(TransferredRow.class, TEXT, BYTES, BYTES);
}
