package io.gigafs.client.lookup;

import io.gigafs.client.FlushScope;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from servers where a directory is now: asks its zeroth partition for the parent, then
 * the parent's partitions for the name. Used by one thread at a time.
 */
final class DirectoryFinder {
  private final RequestContext context;
  private final ClientOperation<?> operation;
  private final InodeId directory;
  private final Found then;

  /** Receives the result. */
  interface Found {
    void found(DirectoryKey key);

    /** It is still in the expected directory, under any name. */
    void stayed();

    /** It had moved to another directory before the expected one was searched. */
    void moved();

    /** It was removed. */
    void gone(GigaException failure);

    void notFound(GigaException failure);
  }

  DirectoryFinder(
      RequestContext context, ClientOperation<?> operation, InodeId directory, Found then) {
    this.context = context;
    this.operation = operation;
    this.directory = directory;
    this.then = then;
  }

  void begin() {
    new AskForParent(null).start(directory, 0);
  }

  /** Starts, if the directory is not in this parent any more. */
  void beginUnlessIn(InodeId parent) {
    new AskForParent(parent).start(directory, 0);
  }

  private final class AskForParent extends PartitionCall<PartitionAttributes> {
    private final @Nullable InodeId known;

    AskForParent(@Nullable InodeId known) {
      super(DirectoryFinder.this.context, DirectoryFinder.this.operation);
      this.known = known;
    }

    @Override
    public PartitionIndex route(PartitionMap map) {
      return PartitionIndex.ZEROTH;
    }

    @Override
    protected FlushScope.Extent flushedFirst() {
      return FlushScope.Extent.NONE;
    }

    @Override
    protected Request<PartitionAttributes> request(InodeId id, PartitionIndex partition) {
      return new PartitionAttributesRequest(id, partition, operation().caller(), true);
    }

    @Override
    protected void done(PartitionAttributes result) {
      if (result.removed()) {
        then.gone(operation().failure(ErrorCode.ENOENT, "the directory was removed"));
      } else if (result.parent().equals(known)) {
        then.stayed();
      } else {
        search(result.parent());
      }
    }

    @Override
    protected void failed(GigaException failure) {
      if (failure.code() == ErrorCode.ESTALE) {
        then.gone(failure);
      } else {
        then.notFound(failure);
      }
    }
  }

  private void search(InodeId parent) {
    new NameSearch(
            context,
            operation,
            directory,
            parent,
            new NameSearch.Found() {
              @Override
              public void found(Name name) {
                then.found(new DirectoryKey(parent, name));
              }

              @Override
              public void notThere() {
                then.moved();
              }

              @Override
              public void failed(GigaException failure) {
                then.notFound(failure);
              }
            })
        .begin();
  }
}
