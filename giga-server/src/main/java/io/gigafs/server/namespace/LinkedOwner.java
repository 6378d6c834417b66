package io.gigafs.server.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a file with an inode record, as the record reported it. In a sticky directory, the
 * permission to remove one of its names may depend on the owner, and Linux reports EPERM before
 * most other errors.
 *
 * @param inode the file
 * @param isProtected whether no caller may remove its names
 */
record LinkedOwner(long inode, int uid, boolean isProtected) {
  private static final int ASK_AGAIN_MILLIS = 100;

  /**
   * Whether the owner of an entry's file must be looked up, because only the owner may remove the
   * name.
   *
   * @param known an earlier lookup, null for none
   */
  static boolean isMissing(
      Attributes entry, @Nullable LinkedOwner known, PartitionState partition, Caller caller) {
    return isUnknown(entry, known) && DirectoryPermissions.mayRemoveOwnOnly(partition, caller);
  }

  /** Whether an entry is a linked dentry whose file was not looked up. */
  static boolean isUnknown(Attributes entry, @Nullable LinkedOwner known) {
    return entry.has(Attributes.LINKED) && !isOf(entry, known);
  }

  /**
   * Whether a caller with write permission to the directory may not remove the entry; false if that
   * is unknown here.
   *
   * @param known an earlier lookup, null for none
   */
  static boolean forbidsRemoval(
      Attributes entry, @Nullable LinkedOwner known, PartitionState partition, Caller caller) {
    if (!entry.has(Attributes.LINKED)) {
      return !DirectoryPermissions.mayRemove(partition, entry.uid(), caller);
    }
    return known != null
        && isOf(entry, known)
        && (known.isProtected || !DirectoryPermissions.mayRemove(partition, known.uid, caller));
  }

  private static boolean isOf(Attributes entry, @Nullable LinkedOwner known) {
    return known != null && known.inode == entry.inode();
  }

  /**
   * Looks up the owner and then decides the request again.
   *
   * @param then creates the operation that decides with the owner
   */
  static <Q extends Mutation<R>, R extends Result> void ask(
      ServerContext context,
      Attributes entry,
      Q request,
      Exchange<R> exchange,
      PartitionState partition,
      Function<LinkedOwner, PartitionOperation<Q, R>> then) {
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
                exchange.answer(unanswered(answer));
              }
            });
  }

  private static LinkedOwner ownerOf(FileAttributes file) {
    return new LinkedOwner(file.inode().value(), file.uid(), file.flags() != 0);
  }

  /** A timeout is not final: the client retries if its deadline allows. */
  private static <R extends Result> Answer<R> unanswered(Answer<LookupResult> answer) {
    return answer instanceof Answer.Failed<LookupResult> failed
            && failed.code() != ErrorCode.ETIMEDOUT
        ? new Answer.Failed<>(failed.code(), failed.detail())
        : new Answer.Retry<>(ASK_AGAIN_MILLIS);
  }
}
