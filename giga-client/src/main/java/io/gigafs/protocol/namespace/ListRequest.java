package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Requests a page of a directory, in order of position and name. Requires read permission, and with
 * attributes also search permission.
 *
 * @param partition the partition that holds {@code from}
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 * @param maxBytes the approximate maximum size of the page
 * @param attributes whether to return all attributes, or only type and inode id
 */
public record ListRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Position from,
    @Nullable Name after,
    int maxBytes,
    boolean attributes)
    implements PartitionRequest<ListResult> {
  static final Codec<ListRequest> CODEC =
      Codec.of(ListRequest.class, HEAD, CALLER, POSITION, NAME_OR_NONE, COUNT, FLAG);

  public static final Opcode<ListResult> OPCODE = Opcode.of(9, "LIST", CODEC, ListResult.CODEC);
}
