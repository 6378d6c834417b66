package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
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
