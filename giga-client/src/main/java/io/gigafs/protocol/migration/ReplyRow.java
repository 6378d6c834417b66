package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;

/**
 * The stored replies to one client's mutations of one commit batch.
 *
 * @param number of the row, among those of the client in the partition
 * @param body encoded by the server
 */
public record ReplyRow(long client, long number, byte[] body) {
  static final Codec<ReplyRow> CODEC = Codec.of(ReplyRow.class, INT64, VARLONG, BYTES);
}
