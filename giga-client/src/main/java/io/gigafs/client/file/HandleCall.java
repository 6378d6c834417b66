package io.gigafs.client.file;

import io.gigafs.client.FlushScope;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.lookup.DirectoryAttributes;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request about an open file. It goes to the entry where the file was opened; if it is not there,
 * to its inode record, which a file gets when it loses or shares its name; and else to all
 * partitions of the directory where it was opened, as it may have been renamed within one that
 * split afterwards. Used by one thread at a time.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
final class HandleCall<R extends Result, T> extends PartitionCall<R>
    implements SequenceTracker.Numbered {
  private final LeaseContext context;

  /** A file that is renamed and unlinked during the search is searched for once more. */
  private static final int MAX_SEARCHES = 2;

  /** How often, over some seconds, a missing inode record is requested again. */
  private static final int MAX_INODE_RECORD_MISSES = 10;

  private final ClientOperation<T> operation;
  private final Handle handle;
  private final Requests<R> requests;
  private final Function<R, @Nullable T> outcome;
  private final Set<PartitionIndex> searched = new HashSet<>();
  private Stage stage = Stage.OPENED;
  private PartitionIndex searching = PartitionIndex.ZEROTH;
  private int searches;
  private int inodeRecordMisses;
  private boolean deferred;
  private boolean numbered;
  private long number;
  private long begun;

  /** Builds the request for a location. A read-only request ignores the sequence. */
  @FunctionalInterface
  interface Requests<R extends Result> {
    Request<R> to(InodeId directory, PartitionIndex partition, Name name, Sequence sequence);
  }

  /** Where the file is being looked for. */
  private enum Stage {
    OPENED,
    INODE_RECORD,
    SEARCH
  }

  HandleCall(
      LeaseContext context,
      ClientOperation<T> operation,
      Handle handle,
      Requests<R> requests,
      Function<R, @Nullable T> outcome) {
    super(context, operation);
    this.context = context;
    this.operation = operation;
    this.handle = handle;
    this.requests = requests;
    this.outcome = outcome;
  }

  @Override
  protected LeaseContext context() {
    return context;
  }

  /** Sends a read-only request. */
  void read() {
    if (isAlive()) {
      handle.whenFlushed(operation, () -> go(firstStage()), operation::fail);
    }
  }

  /** Sends a change, applied once. */
  void change() {
    if (isAlive()) {
      handle.whenFlushed(operation, () -> context().sequences().begin(1, this), operation::fail);
    }
  }

  /** Sends a change for a caller that does not wait for it. */
  void changeDeferred() {
    deferred = true;
    change();
  }

  @Override
  protected boolean isDeferred() {
    return deferred;
  }

  private boolean isAlive() {
    boolean alive = handle.session().isAlive(context().clock().nanos());
    if (!alive) {
      operation.fail(handle.session().overFailure(operation));
    }
    return alive;
  }

  @Override
  public void numbered(long first) {
    numbered = true;
    number = first;
    if (isNoted()) {
      begun = context().attributeCache().beginChange(handle.id().inode());
    }
    go(firstStage());
  }

  /** A deferred change has no visible effect on the file. */
  private boolean isNoted() {
    return !deferred && context().attributeCache().isOn();
  }

  private Stage firstStage() {
    return handle.isAtInodeRecord() ? Stage.INODE_RECORD : Stage.OPENED;
  }

  private void go(Stage next) {
    stage = next;
    switch (stage) {
      case OPENED, SEARCH -> start(handle.directory(), handle.name().hash());
      case INODE_RECORD -> start(handle.id().inode(), InodeId.FILE_NAME.hash());
    }
  }

  @Override
  public PartitionIndex route(PartitionMap map) {
    return stage == Stage.SEARCH ? searching : super.route(map);
  }

  /** The file itself is flushed by then; but its name may have been removed while it was open. */
  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NAME;
  }

  @Override
  protected Request<R> request(InodeId directory, PartitionIndex partition) {
    Sequence sequence =
        numbered ? new Sequence(number, context().sequences().confirmed()) : new Sequence(1, 0);
    Name name = stage == Stage.INODE_RECORD ? InodeId.FILE_NAME : handle.name();
    return requests.to(directory, partition, name, sequence);
  }

  /** In a search, a partition without the name does not have the file. */
  @Override
  protected boolean goesOnElsewhere() {
    if (stage != Stage.SEARCH) {
      return false;
    }
    searchOn();
    return true;
  }

  @Override
  protected void done(R result) {
    if (stage == Stage.INODE_RECORD) {
      handle.movedToInodeRecord();
    }
    end();
    operation.complete(outcome.apply(result));
  }

  @Override
  protected void failed(GigaException failure) {
    boolean isNotThere = failure.code() == ErrorCode.ENOENT || failure.code() == ErrorCode.ESTALE;
    if (!isNotThere || !looksElsewhere()) {
      end();
      operation.fail(
          isNotThere
              ? operation.failure(ErrorCode.ESTALE, "no server has the open file any more")
              : failure);
    }
  }

  private boolean looksElsewhere() {
    switch (stage) {
      case OPENED -> go(Stage.INODE_RECORD);
      case INODE_RECORD -> {
        if (handle.isAtInodeRecord()) {
          return asksHomeLater();
        }
        if (searches == MAX_SEARCHES) {
          return false;
        }
        searches++;
        searched.clear();
        search();
      }
      case SEARCH -> searchOn();
    }
    return true;
  }

  /** After a crash, the inode record may have to be sent to its server again first. */
  private boolean asksHomeLater() {
    if (inodeRecordMisses == MAX_INODE_RECORD_MISSES) {
      return false;
    }
    inodeRecordMisses++;
    context()
        .pauses()
        .after(context().pauseMillis(inodeRecordMisses), () -> go(Stage.INODE_RECORD));
    return true;
  }

  /**
   * Asks all partitions of the directory in turn. The list of partitions is requested first: the
   * partition of the opened name does not report those that split from it.
   */
  private void search() {
    DirectoryAttributes.gather(
        context(),
        operation,
        DirectoryEntry.unknown(handle.directory()),
        new DirectoryAttributes.Gathered() {
          @Override
          public void gathered(FileAttributes attributes) {
            searchOn();
          }

          @Override
          public void notGathered(GigaException failure) {
            searchOn();
          }
        });
  }

  /**
   * Asks the next partition; after the last one, the inode record, where the file may be by now.
   */
  private void searchOn() {
    if (!searchNext()) {
      go(Stage.INODE_RECORD);
    }
  }

  /** Asks the next partition of the directory, if any is left. */
  private boolean searchNext() {
    for (PartitionIndex index : context().maps().of(handle.directory()).indices().toList()) {
      if (searched.add(index)) {
        searching = index;
        go(Stage.SEARCH);
        return true;
      }
    }
    return false;
  }

  private void end() {
    if (numbered) {
      numbered = false;
      if (isNoted()) {
        context().attributeCache().endChange(handle.id().inode(), begun);
      }
      context().sequences().finish(number, 1);
    }
  }
}
