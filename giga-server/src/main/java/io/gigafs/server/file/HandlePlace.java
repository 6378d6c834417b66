package io.gigafs.server.file;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.openstate.OpenHandle;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Attributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Location of an open file in a partition. The client may know the file by an older name.
 *
 * @param name the current name
 * @param file the open state
 * @param handle the handle that the request uses
 */
record HandlePlace(Name name, OpenState file, OpenHandle handle) {

  /** Decides a request on a handle that was found. */
  @FunctionalInterface
  interface Decider {
    Decision decide(HandlePlace place);
  }

  /** Locates the file for a reading request, or answers the request otherwise. */
  static <R extends Result, Q extends HandleRequest<R>> Decision toRead(
      Q request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Decider then) {
    Name name = nameOf(request, partition);
    if (name == null) {
      return elsewhere(request, exchange, partition, commitBatch);
    }
    if (partition.isUndecided(name)) {
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, commitBatch);
    return found(request, exchange, partition, commitBatch, name, then);
  }

  /** Locates the file for a change; a retry gets the answer of the first time. */
  static <R extends Result, Q extends Mutation<R> & HandleRequest<R>> Decision toChange(
      Q request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Decider then) {
    Known known = partition.replies().find(exchange.peer().clientId(), request.sequence().number());
    if (known != Known.NEW) {
      commitBatch.answer(exchange, known.answer(request));
      return Decision.TAKEN;
    }
    Name name = nameOf(request, partition);
    if (name == null) {
      return elsewhere(request, exchange, partition, commitBatch);
    }
    if (partition.isBlocked(name)) {
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, commitBatch);
    return found(request, exchange, partition, commitBatch, name, then);
  }

  private static @Nullable Name nameOf(HandleRequest<?> request, PartitionState partition) {
    long inode = request.handle().inode().value();
    OpenState file = partition.openState().find(request.name());
    return file != null && file.inode() == inode
        ? request.name()
        : partition.openState().nameOf(inode);
  }

  private static <R extends Result> Decision found(
      HandleRequest<R> request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Name name,
      Decider then) {
    FileHandle wanted = request.handle();
    OpenState file = partition.openState().find(name);
    OpenHandle handle = file == null ? null : file.handle(wanted.session(), wanted.number());
    if (file == null || handle == null) {
      unknown(exchange, commitBatch);
      return Decision.TAKEN;
    }
    if (!mayUse(request, exchange, handle)) {
      commitBatch.failed(
          exchange, ErrorCode.EPERM, "the handle was opened by another client or user");
      return Decision.TAKEN;
    }
    return then.decide(new HandlePlace(name, file, handle));
  }

  /**
   * Any user of the handle's client may change attributes: fchmod(2) is checked against the owner.
   */
  private static boolean mayUse(HandleRequest<?> request, Exchange<?> exchange, OpenHandle handle) {
    long client = exchange.peer().clientId();
    return request instanceof HandleSetAttributesRequest
        ? handle.opener().isClient(client)
        : handle.opener().is(client, request.caller().uid());
  }

  private static <R extends Result> void unknown(Exchange<R> exchange, CommitBatch commitBatch) {
    commitBatch.failed(
        exchange,
        ErrorCode.EIO,
        "the server does not know the handle: its session has expired, or the machine lost"
            + " the last seconds");
  }

  /**
   * No open state here: the file may be in transit or in another partition, or its open state lost.
   */
  private static <R extends Result> Decision elsewhere(
      HandleRequest<R> request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Name name = request.name();
    if (!partition.owns(name)) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    if (partition.isBlocked(name)) {
      return Decision.WAIT;
    }
    Attributes entry = commitBatch.batch().getEntry(partition.keyOf(name));
    if (entry != null
        && entry.inode() == request.handle().inode().value()
        && !entry.has(Attributes.LINKED)) {
      unknown(exchange, commitBatch);
    } else {
      commitBatch.failed(exchange, ErrorCode.ENOENT, "the file is not in this partition");
    }
    return Decision.TAKEN;
  }

  /**
   * The error with which the handle's change of contents is refused, or null if it may proceed. All
   * changes of contents by a handle are checked here: writes, their preparation, and replacement.
   */
  @Nullable ErrorCode refuseWriting(Attributes attributes, List<DataWrite> writes) {
    return handle.writes()
        ? InodeFlags.refuseWrites(attributes, handle.appends(), writes)
        : ErrorCode.EBADF;
  }

  /** The same check for a request without bytes. */
  @Nullable ErrorCode refuseWriting(Attributes attributes) {
    return refuseWriting(attributes, List.of());
  }

  Attributes attributes(PartitionState partition, CommitBatch commitBatch) {
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(name));
    if (found == null) {
      throw new IllegalStateException("an open file has no entry: " + name);
    }
    return found;
  }
}
