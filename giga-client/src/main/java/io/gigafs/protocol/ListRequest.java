package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of a directory, in order of position and name. Needs read permission, with
 * attributes search permission too.
 *
 * @param partition the partition that holds {@code from}
 * @param from list no entry before this position
 * @param after list no entry at {@code from} up to and including this name; null to start with the
 *     first
 * @param maxBytes about how large the page may be
 * @param attributes whether to give all attributes, or only type and inode id
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
  @Override
  public Opcode<ListResult> opcode() {
    return Opcode.LIST;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller);
    out.position(from).nameOrNone(after).count(maxBytes).flag(attributes);
  }

  static ListRequest read(WireReader in) {
    return new ListRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.position(),
        in.nameOrNone(),
        in.count(),
        in.flag());
  }
}
