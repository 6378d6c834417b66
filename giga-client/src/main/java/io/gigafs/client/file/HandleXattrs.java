package io.gigafs.client.file;

import io.gigafs.client.Awaiting;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenFile;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.client.Xattrs;
import io.gigafs.client.entry.GetXattrs;
import io.gigafs.client.entry.SetXattr;
import io.gigafs.client.lookup.NameSearch;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.ProgramCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.GetXattrsRequest.XattrsResult;
import io.gigafs.protocol.namespace.SetXattrRequest;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Extended attributes of an open file, wherever it is. Requests go by name: to the inode record,
 * whose location is permanent; else to the file's current name in the directory where it was
 * opened. Safe for use by several threads.
 */
final class HandleXattrs implements Xattrs {
  /** How often a file is searched for that is renamed, or gets an inode record, meanwhile. */
  private static final int MAX_SEARCHES = 8;

  private final ClientContext context;
  private final Handle handle;
  private final OpenFile file;
  private final Caller by;

  HandleXattrs(ClientContext context, Handle handle, OpenFile file, Caller by) {
    this.context = context;
    this.handle = handle;
    this.file = file;
    this.by = by;
  }

  /** An operation's variants for a file with an inode record and for a file at a name. */
  private record Ways<T>(
      String verb,
      Consumer<ClientOperation<T>> atInodeRecord,
      Consumer<ClientOperation<T>> named) {}

  @Override
  public CompletableFuture<byte[]> get(String name) {
    return ask(name, found -> found.get(0).value());
  }

  @Override
  public CompletableFuture<List<Xattr>> list() {
    return ask(null, found -> found);
  }

  private <T> CompletableFuture<T> ask(@Nullable String name, Function<List<Xattr>, T> outcome) {
    return call(
        new Ways<>(
            "get extended attributes",
            operation ->
                new HandleCall<XattrsResult, T>(
                        context,
                        operation,
                        handle,
                        (directory, partition, own, sequence) ->
                            new GetXattrsRequest(directory, partition, by, own, false, name, null),
                        result -> outcome.apply(result.xattrs()))
                    .read(),
            operation -> new GetXattrs<>(context, operation, Follow.NO, name, outcome).begin()));
  }

  @Override
  public CompletableFuture<Void> set(Xattr xattr, XattrMode mode) {
    return xattr.value().length > Xattr.MAX_VALUE_BYTES
        ? CompletableFuture.failedFuture(ErrorCode.E2BIG.exception(xattr.name()))
        : change(xattr.name(), xattr.value(), mode);
  }

  @Override
  public CompletableFuture<Void> remove(String name) {
    return change(name, null, XattrMode.SET);
  }

  private CompletableFuture<Void> change(String name, byte @Nullable [] value, XattrMode mode) {
    return call(
        new Ways<>(
            "set extended attribute " + name,
            operation ->
                new HandleCall<EntryResult, Void>(
                        context,
                        operation,
                        handle,
                        (directory, partition, own, sequence) ->
                            new SetXattrRequest(
                                directory, partition, by, sequence, own, false, name, value, mode,
                                null),
                        result -> null)
                    .change(),
            operation -> new SetXattr(context, operation, Follow.NO, name, value, mode).begin()));
  }

  /** Runs an operation at the file's location, within the time of one call. */
  private <T> CompletableFuture<T> call(Ways<T> ways) {
    return ProgramCall.of(
        context, () -> handle.target() + ": " + ways.verb, () -> go(ways, MAX_SEARCHES));
  }

  /** Runs an operation at the file's current location, which is requested first. */
  private <T> CompletableFuture<T> go(Ways<T> ways, int searches) {
    CompletableFuture<?> asked =
        handle.isAtInodeRecord() ? CompletableFuture.completedFuture(file) : file.stat();
    return Futures.then(
        asked,
        known -> {
          if (!handle.isAtInodeRecord()) {
            return byName(ways, searches);
          }
          ClientOperation<T> operation =
              ClientOperation.admit(context, ways.verb, handle.target(), by);
          ways.atInodeRecord.accept(operation);
          return operation.future();
        });
  }

  /**
   * Runs the operation by the file's name, and searches for the file again if the name leads
   * elsewhere by then.
   */
  private <T> CompletableFuture<T> byName(Ways<T> ways, int searches) {
    return Futures.then(
            name(ways.verb),
            name -> {
              EntryTarget at =
                  new EntryTarget(handle.directory(), name).expecting(handle.id().inode());
              ClientOperation<T> operation = ClientOperation.admit(context, ways.verb, at, by);
              ways.named.accept(operation);
              return operation.future();
            })
        .handle(
            (value, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(value);
              }
              GigaException cause = Awaiting.causeOf(failure);
              return searches > 1 && isElsewhere(cause)
                  ? go(ways, searches - 1)
                  : CompletableFuture.<T>failedFuture(cause);
            })
        .thenCompose(Function.identity());
  }

  private static boolean isElsewhere(GigaException failure) {
    return failure.code() == ErrorCode.ENOENT || failure.code() == ErrorCode.ESTALE;
  }

  /** The file's name in the directory where it was opened. */
  private CompletableFuture<Name> name(String verb) {
    ClientOperation<Name> operation = ClientOperation.admit(context, verb, handle.target(), by);
    new NameSearch(
            context,
            operation,
            handle.id().inode(),
            handle.directory(),
            new NameSearch.Found() {
              @Override
              public void found(Name name) {
                operation.complete(name);
              }

              @Override
              public void notThere() {
                operation.fail(
                    operation.failure(ErrorCode.ESTALE, "the file is not where it was opened"));
              }

              @Override
              public void failed(GigaException failure) {
                operation.fail(failure);
              }
            })
        .begin();
    return operation.future();
  }
}
