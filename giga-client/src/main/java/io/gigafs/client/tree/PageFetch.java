package io.gigafs.client.tree;

import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.tree.ListableDirectory.ListedDirectory;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListRequest.ListResult.Cursor;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the first non-empty page after a cursor. Used by one thread at a time.
 *
 * <p>Unless the fetch belongs to a call with a deadline, each of its requests has the client's full
 * timeout: skipping many empty partitions is progress.
 */
final class PageFetch {
  private static final int PAGE_BYTES = 128 << 10;

  private final LeaseContext context;
  private final ListedDirectory directory;
  private final Fetched then;
  private Cursor from;

  /** Receives the page. */
  interface Fetched {
    /** The page, empty only at the end, and where to continue, null at the end. */
    void fetched(List<ListedEntry> entries, @Nullable Cursor next);

    /** ESTALE if the directory is gone. */
    void notFetched(GigaException failure);
  }

  PageFetch(LeaseContext context, ListedDirectory directory, Cursor from, Fetched then) {
    this.context = context;
    this.directory = directory;
    this.from = from;
    this.then = then;
  }

  void begin() {
    ClientOperation<Void> operation =
        ClientOperation.inherited(context, "list", directory.target(), directory.caller());
    new Call(operation).start(directory.id(), from.from().hash());
  }

  private void came(ClientOperation<?> operation, ListResult page) {
    context.maps().merge(directory.id(), page.map());
    Cursor next = page.next();
    if (next != null && !next.isBehind(from)) {
      then.notFetched(operation.failure(ErrorCode.EPROTO, "the listing does not move on"));
    } else if (directory.attributes() && !page.entries().isEmpty()) {
      PageAttributes.Filled filled =
          new PageAttributes.Filled() {
            @Override
            public void filled(List<ListedEntry> entries) {
              deliver(entries, next);
            }

            @Override
            public void notFilled(GigaException failure) {
              then.notFetched(failure);
            }
          };
      new PageAttributes(context, operation, directory, page.entries(), filled).begin();
    } else {
      deliver(page.entries(), next);
    }
  }

  private void deliver(List<ListedEntry> entries, @Nullable Cursor next) {
    for (ListedEntry entry : entries) {
      if (entry.type() == FileType.DIRECTORY) {
        context.locations().learn(entry.inode(), new DirectoryKey(directory.id(), entry.name()));
      }
    }
    if (entries.isEmpty() && next != null) {
      from = next;
      begin();
    } else {
      then.fetched(entries, next);
    }
  }

  private final class Call extends PartitionCall<ListResult> {
    private final Cursor asked = from;

    Call(ClientOperation<?> operation) {
      super(PageFetch.this.context, operation);
    }

    @Override
    protected Request<ListResult> request(InodeId id, PartitionIndex partition) {
      return new ListRequest(
          id,
          partition,
          directory.caller(),
          asked.from(),
          asked.after(),
          PAGE_BYTES,
          directory.attributes());
    }

    @Override
    protected void done(ListResult result) {
      came(operation(), result);
    }

    @Override
    protected void failed(GigaException failure) {
      then.notFetched(failure);
    }
  }
}
