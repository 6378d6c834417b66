package io.gigafs.server.handle;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.DataWrite;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.HandleSetAttributesRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.DuplicateRequestCache.Known;
import io.gigafs.server.lane.Operation.Decision;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.openstate.OpenHandle;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.operation.Admission;
import io.gigafs.tablefs.Attributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an open file is in a partition, whatever its client believes its name to be.
 *
 * @param name the name that it has now
 * @param file what is held of it
 * @param handle the handle that is used
 */
record HandlePlace(Name name, OpenState file, OpenHandle handle) {

  /** What becomes of a request on a handle that may be decided now. */
  @FunctionalInterface
  interface Decider {
    Decision decide(HandlePlace place);
  }

  /** Finds the file for a reader, or says what becomes of the request instead. */
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

  /** Likewise for a change, which is decided once. */
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
    if (partition.isHeld(name)) {
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, commitBatch);
    return found(request, exchange, partition, commitBatch, name, then);
  }

  private static @Nullable Name nameOf(HandleRequest<?> request, PartitionState partition) {
    long inode = request.handle().inode().value();
    OpenState file = partition.holds().find(request.name());
    return file != null && file.inode() == inode ? request.name() : partition.holds().nameOf(inode);
  }

  private static <R extends Result> Decision found(
      HandleRequest<R> request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Name name,
      Decider then) {
    FileHandle wanted = request.handle();
    OpenState file = partition.holds().find(name);
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

  /** Attributes may be changed by any user of the handle: fchmod(2) is for the file's owner. */
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
        "the server does not know the handle: its session was taken for dead, or the machine lost"
            + " the last seconds");
  }

  /** Nothing is held of the file here: it may be on its way, elsewhere, or have been forgotten. */
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
    if (partition.isHeld(name)) {
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
   * Why the handle may not change what is in the file, or null if it may. All that changes contents
   * by a handle is asked for here: writes, what prepares them, and what takes their place.
   */
  @Nullable ErrorCode refuseWriting(Attributes attributes, List<DataWrite> writes) {
    return handle.writes()
        ? InodeFlags.refuseWrites(attributes, handle.appends(), writes)
        : ErrorCode.EBADF;
  }

  /** The same for what is asked for without bytes. */
  @Nullable ErrorCode refuseWriting(Attributes attributes) {
    return refuseWriting(attributes, List.of());
  }

  /** The file's attributes. */
  Attributes attributes(PartitionState partition, CommitBatch commitBatch) {
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(name));
    if (found == null) {
      throw new IllegalStateException("an open file has no entry: " + name);
    }
    return found;
  }
}
