package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Position;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists a page of a directory, from a position to the end of the partition or of the page. It reads
 * what was committed before its commit batch.
 *
 * <p>The cursor is a hash position and independent of partitions, so it stays valid across splits.
 */
final class ListOperation implements PartitionOperation<ListRequest, ListResult> {
  /** Maximum page size, whatever the client asks for, as the lane is occupied meanwhile. */
  private static final int MAX_PAGE_BYTES = 256 << 10;

  /** Approximate size of an entry on the wire besides its name; with all attributes. */
  private static final int ENTRY_BYTES = 12;

  private static final int ATTRIBUTE_BYTES = 56;

  private final Store store;

  ListOperation(Store store) {
    this.store = store;
  }

  @Override
  public Decision decide(
      ListRequest request,
      Exchange<ListResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    int wanted = request.attributes() ? Access.READ | Access.SEARCH : Access.READ;
    @Nullable Decision decided =
        Admission.toList(
            request.from(), request.caller(), wanted, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    commitBatch.done(exchange, page(request, partition, partition.partition().range()));
    partition.entriesRead(commitBatch);
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private ListResult page(ListRequest request, PartitionState partition, PositionRange held) {
    Page page =
        new Page(Math.max(1, Math.min(request.maxBytes(), MAX_PAGE_BYTES)), request.attributes());
    PositionRange rest = new PositionRange(request.from(), held.last());
    store.scanEntries(
        partition.rangeOf(rest), keyOf(partition, request.from(), request.after()), page::add);
    ListResult.@Nullable Cursor next = page.isFull() ? page.cursor() : cursorBehind(held.last());
    return new ListResult(page.entries, next, partition.map());
  }

  /** The entry behind which a scan begins. */
  static @Nullable EntryKey keyOf(PartitionState partition, Position from, @Nullable Name after) {
    return after == null
        ? null
        : EntryKey.of(partition.directory().value(), from.value(), after.bytes());
  }

  /** Where to continue after all entries up to a position. */
  static ListResult.@Nullable Cursor cursorBehind(Position end) {
    return end.isLast() ? null : new ListResult.Cursor(end.next(), null);
  }

  /** Where to continue after an entry. */
  static ListResult.Cursor cursorAt(EntryKey last) {
    return new ListResult.Cursor(new Position(last.position()), Name.of(last.name()));
  }

  /** Entries of a page, up to its maximum size. */
  private static final class Page {
    private final int maxBytes;
    private final boolean withAttributes;
    private static final int EXTENDED = Attributes.XATTRS | Attributes.ACL | Attributes.DEFAULT_ACL;

    private final List<ListedEntry> entries = new ArrayList<>();
    private @Nullable EntryKey last;
    private int bytes;

    Page(int maxBytes, boolean withAttributes) {
      this.maxBytes = maxBytes;
      this.withAttributes = withAttributes;
    }

    boolean add(EntryKey key, Attributes attributes) {
      byte[] name = key.name();
      entries.add(
          new ListedEntry(
              Name.of(name),
              new InodeId(attributes.inode()),
              WireAttributes.typeOf(attributes.type()),
              withAttributes
                      && !attributes.has(Attributes.LINKED)
                      && !StoredFiles.isMeasured(attributes)
                  ? WireAttributes.of(attributes)
                  : null,
              (attributes.marks() & EXTENDED) != 0));
      last = key;
      bytes += name.length + ENTRY_BYTES + (withAttributes ? ATTRIBUTE_BYTES : 0);
      return !isFull();
    }

    boolean isFull() {
      return bytes >= maxBytes;
    }

    ListResult.Cursor cursor() {
      if (last == null) {
        throw new IllegalStateException("an empty page has no last entry");
      }
      return cursorAt(last);
    }
  }
}
