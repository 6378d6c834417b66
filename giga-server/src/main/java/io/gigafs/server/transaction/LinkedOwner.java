package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.LookupRequest;
import io.gigafs.protocol.LookupResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.operation.Permissions;
import io.gigafs.tablefs.Attributes;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who owns a file that has a place of its own, as it was said there. In a sticky directory the
 * right to take one of its names away may hang on that, and Linux tells of that right before it
 * tells of much else.
 *
 * @param inode the file
 * @param isProtected whether no caller may take its names away
 */
public record LinkedOwner(long inode, int uid, boolean isProtected) {
  private static final int ASK_AGAIN_MILLIS = 100;

  /**
   * Whether it has to be asked who owns the file of an entry: only its owner may take the name
   * away.
   *
   * @param known what was asked before, null for nothing
   */
  public static boolean isMissing(
      Attributes entry, @Nullable LinkedOwner known, PartitionState partition, Caller caller) {
    return isUnknown(entry, known) && Permissions.mayRemoveOwnOnly(partition, caller);
  }

  /** Whether an entry is but a name of a file that was not asked for. */
  public static boolean isUnknown(Attributes entry, @Nullable LinkedOwner known) {
    return entry.has(Attributes.LINKED) && !isOf(entry, known);
  }

  /**
   * Whether a caller who may write to the directory may not take the entry out of it; false if that
   * is not known here.
   *
   * @param known what was asked before, null for nothing
   */
  public static boolean forbidsRemoval(
      Attributes entry, @Nullable LinkedOwner known, PartitionState partition, Caller caller) {
    if (!entry.has(Attributes.LINKED)) {
      return !Permissions.mayRemove(partition, entry.uid(), caller);
    }
    return known != null
        && isOf(entry, known)
        && (known.isProtected || !Permissions.mayRemove(partition, known.uid, caller));
  }

  private static boolean isOf(Attributes entry, @Nullable LinkedOwner known) {
    return known != null && known.inode == entry.inode();
  }

  /**
   * Asks for it, and then has the request decided again.
   *
   * @param then makes the operation that decides, knowing the owner
   */
  public static <Q extends Mutation<R>, R extends Result> void ask(
      TransactionContext context,
      Attributes entry,
      Q request,
      Exchange<R> exchange,
      PartitionState partition,
      Function<LinkedOwner, Operation<Q, R>> then) {
    LookupRequest lookup =
        new LookupRequest(
            new InodeId(entry.inode()),
            PartitionIndex.ZEROTH,
            request.caller(),
            InodeId.FILE_NAME,
            false,
            false,
            false);
    context
        .messenger()
        .ask(lookup, exchange.deadlineNanos())
        .thenAccept(
            answer -> {
              if (answer instanceof Answer.Done<LookupResult> done) {
                LinkedOwner owner = ownerOf(done.result().attributes());
                context.lanes().submit(partition.slot(), then.apply(owner), request, exchange);
              } else {
                exchange.answer(notTold(answer));
              }
            });
  }

  private static LinkedOwner ownerOf(FileAttributes file) {
    return new LinkedOwner(file.inode().value(), file.uid(), file.flags() != 0);
  }

  /** Not final: the caller, if it still has time, asks again. */
  private static <R extends Result> Answer<R> notTold(Answer<LookupResult> answer) {
    return answer instanceof Answer.Failed<LookupResult> failed
            && failed.code() != ErrorCode.ETIMEDOUT
        ? new Answer.Failed<>(failed.code(), failed.detail())
        : new Answer.Retry<>(ASK_AGAIN_MILLIS);
  }
}
