package io.gigafs.client.lookup;

import io.gigafs.client.FlushScope;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.FindNameRequest;
import io.gigafs.protocol.namespace.FindNameRequest.FindNameResult;
import io.gigafs.protocol.namespace.ListRequest.ListResult.Cursor;

/**
 * Searches the partitions of a directory in turn for the name of an inode. Used by one thread at a
 * time.
 */
public final class NameSearch extends PartitionCall<FindNameResult> {
  private final InodeId inode;
  private final InodeId parent;
  private final Found then;
  private Cursor from = new Cursor(Position.FIRST, null);

  /** Receives the result. */
  public interface Found {
    void found(Name name);

    /**
     * No name in the directory led to it when its partition was asked, or the directory does not
     * exist.
     */
    void notThere();

    void failed(GigaException failure);
  }

  public NameSearch(
      RequestContext context,
      ClientOperation<?> operation,
      InodeId inode,
      InodeId parent,
      Found then) {
    super(context, operation);
    this.inode = inode;
    this.parent = parent;
    this.then = then;
  }

  public void begin() {
    start(parent, from.from().hash());
  }

  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NONE;
  }

  @Override
  protected Request<FindNameResult> request(InodeId id, PartitionIndex partition) {
    return new FindNameRequest(
        id, partition, operation().caller(), inode, from.from(), from.after());
  }

  @Override
  protected void done(FindNameResult result) {
    context().maps().merge(parent, result.map());
    Name name = result.name();
    Cursor next = result.next();
    if (name != null) {
      then.found(name);
    } else if (next == null) {
      then.notThere();
    } else if (next.isBehind(from)) {
      from = next;
      begin();
    } else {
      then.failed(operation().failure(ErrorCode.EPROTO, "the search does not move on"));
    }
  }

  @Override
  protected void failed(GigaException failure) {
    if (failure.code() == ErrorCode.ESTALE) {
      then.notThere();
    } else {
      then.failed(failure);
    }
  }
}
