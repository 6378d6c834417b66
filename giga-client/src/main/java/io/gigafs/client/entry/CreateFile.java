package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.CreateQueue;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * open(2) with O_CREAT.
 *
 * <p>Creates in one directory share a request to a server ({@link CreateQueue}), which one of them
 * sends. Each keeps its own number, outcome and deadline; one that is not decided with the others
 * is sent again.
 */
public final class CreateFile extends MutationOperation<BulkCreateResult, FileAttributes>
    implements CreateQueue.Create {
  private static final Comparator<CreateFile> BY_NUMBER =
      Comparator.comparingLong(CreateFile::number);

  private final int mode;
  private final boolean exclusive;

  /** The creates of the request in flight, in the order of their numbers. */
  private List<CreateFile> sent = List.of();

  private CreateQueue.Sharing sharing = CreateQueue.Sharing.SERVER;

  /** The index of this create in its request. */
  private int indexInRequest;

  /** The server's refusal of the whole request. */
  private Refusal refusal = Refusal.NONE;

  /**
   * A refusal.
   *
   * @param code null if there is none
   */
  private record Refusal(@Nullable ErrorCode code, String detail) {
    static final Refusal NONE = new Refusal(null, "");
  }

  public CreateFile(
      ClientContext context,
      ClientOperation<FileAttributes> operation,
      int mode,
      boolean exclusive) {
    super(
        context,
        operation,
        exclusive ? PathUse.OPEN_EXCLUSIVELY : PathUse.OPEN_TO_CREATE,
        exclusive ? Follow.NO : Follow.YES);
    this.mode = mode;
    this.exclusive = exclusive;
  }

  @Override
  protected void enqueue() {
    context().creates().add(this);
  }

  @Override
  public InodeId parent() {
    return directory();
  }

  @Override
  public int nameBytes() {
    return name().length();
  }

  @Override
  public boolean joins(CreateQueue.Create other) {
    return other instanceof CreateFile create
        && create.mode == mode
        && create.exclusive == exclusive
        && create.operation().caller().equals(operation().caller());
  }

  @Override
  public CreateQueue.Sharing sharing() {
    return sharing;
  }

  @Override
  public long deadlineNanos() {
    return operation().deadlineNanos();
  }

  @Override
  public void send(List<CreateQueue.Create> all) {
    if (all.size() == 1) {
      if (number() != 0) {
        sent = List.of(this);
        sendNow();
      }
      return;
    }
    List<CreateFile> together = new ArrayList<>(all.size());
    CreateFile sender = this;
    boolean isAscending = true;
    long previous = 0;
    for (int i = 0; i < all.size(); i++) {
      CreateFile each = (CreateFile) all.get(i);
      if (each.operation().deadlineNanos() - sender.operation().deadlineNanos() < 0) {
        sender = each;
      }
      isAscending &= each.number() > previous;
      previous = each.number();
      together.add(each);
    }
    if (!isAscending) {
      together.sort(BY_NUMBER);
    }
    // The first deadline ends the request; the others are sent again.
    sender.sent = together;
    sender.sendNow();
  }

  @Override
  public void fail(Throwable cause) {
    failBySelf(operation().bug(cause));
  }

  private void failBySelf(GigaException failure) {
    // What follows may be in another directory.
    sharing = CreateQueue.Sharing.SERVER;
    super.failed(failure);
  }

  @Override
  protected Request<BulkCreateResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    int count = sent.size();
    long[] numbers = new long[count];
    int bytes = 0;
    for (int i = 0; i < count; i++) {
      numbers[i] = sent.get(i).number();
      bytes += sent.get(i).nameBytes();
    }
    NameList.Builder names = new NameList.Builder(count, bytes);
    for (int i = 0; i < count; i++) {
      names.add(sent.get(i).name());
    }
    PartitionIndex @Nullable [] partitions =
        sharing == CreateQueue.Sharing.SERVER ? partitionsOfAll() : null;
    return new CreateRequest(
        directory,
        partitions == null ? partition : partitions[0],
        operation().caller(),
        sequence.confirmed(),
        numbers,
        names.build(),
        partitions,
        mode,
        exclusive,
        true);
  }

  /** The partition of each create of the request; null if it is the same for all. */
  private PartitionIndex @Nullable [] partitionsOfAll() {
    if (sent.size() == 1) {
      return null;
    }
    PartitionMap map = context().maps().of(directory());
    PartitionIndex[] partitions = new PartitionIndex[sent.size()];
    boolean isAnyOther = false;
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = map.indexOf(sent.get(i).hash());
      isAnyOther |= !partitions[i].equals(partitions[0]);
    }
    return isAnyOther ? partitions : null;
  }

  @Override
  protected void done(BulkCreateResult result) {
    List<CreateFile> all = sent;
    sent = List.of();
    PartitionIndex asked = partition();
    if (result.outcomes().length != all.size()) {
      IllegalStateException cause =
          new IllegalStateException(
              result.outcomes().length + " outcomes of " + all.size() + " creates");
      all.forEach(each -> each.fail(cause));
      return;
    }
    boolean isMapNewer = result.map() != null && context().maps().merge(directory(), result.map());
    for (int i = 0; i < all.size(); i++) {
      CreateFile each = all.get(i);
      try {
        each.answered(result, i, asked, isMapNewer);
      } catch (RuntimeException | Error e) {
        each.fail(e);
      }
    }
  }

  private void answered(BulkCreateResult result, int i, PartitionIndex asked, boolean isMapNewer) {
    int outcome = result.outcomes()[i];
    if (outcome == BulkCreateResult.ELSEWHERE) {
      sendElsewhere(asked, isMapNewer);
    } else if (outcome == 0) {
      indexInRequest = i;
      super.done(result);
    } else if (outcome == ErrorCode.EAGAIN.number()) {
      shareLess();
    } else {
      failBySelf(operation().failure(ErrorCode.ofNumber(outcome), ""));
    }
  }

  /** The create could not be decided with the others of its request. */
  private void shareLess() {
    switch (sharing) {
      case SERVER -> {
        sharing = CreateQueue.Sharing.PARTITION;
        enqueue();
      }
      case PARTITION -> {
        sharing = CreateQueue.Sharing.NONE;
        enqueue();
      }
      case NONE -> enqueueLater();
    }
  }

  @Override
  protected void succeeded(BulkCreateResult result) {
    complete(result.attributes(indexInRequest));
  }

  @Override
  protected GigaException failure(ErrorCode code, String detail) {
    refusal = new Refusal(code, detail);
    return super.failure(code, detail);
  }

  /**
   * A refusal is that of all creates of the request. Otherwise only the sender has failed, and the
   * others are sent again.
   */
  @Override
  protected void failed(GigaException failure) {
    List<CreateFile> all = sent;
    sent = List.of();
    Refusal whole = refusal;
    refusal = Refusal.NONE;
    failBySelf(failure);
    for (CreateFile other : all) {
      if (other != this) {
        try {
          other.failedWith(this, whole);
        } catch (RuntimeException | Error e) {
          other.fail(e);
        }
      }
    }
  }

  private void failedWith(CreateFile sender, Refusal whole) {
    if (whole.code() == null) {
      retryAfter(sender);
      enqueue();
    } else {
      failBySelf(operation().failure(whole.code(), whole.detail()));
    }
  }
}
