package io.gigafs.client;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GetXattrsRequest;
import io.gigafs.protocol.SetXattrRequest;
import io.gigafs.protocol.Xattr;
import io.gigafs.protocol.XattrMode;
import io.gigafs.protocol.XattrsResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Extended attributes of an open file at the place of its own. Servers are asked for them by name,
 * and there the name is the file's for good. Safe for use by several threads.
 */
final class HandleXattrs implements Xattrs {
  private final Core core;
  private final Handle handle;
  private final OpenFile file;
  private final Caller by;

  HandleXattrs(Core core, Handle handle, OpenFile file, Caller by) {
    this.core = core;
    this.handle = handle;
    this.file = file;
    this.by = by;
  }

  @Override
  public CompletableFuture<byte[]> get(String name) {
    return ask(name, found -> found.get(0).value());
  }

  @Override
  public CompletableFuture<List<Xattr>> list() {
    return ask(null, found -> found);
  }

  private <T> CompletableFuture<T> ask(@Nullable String name, Function<List<Xattr>, T> outcome) {
    return atHome(
        "get extended attributes",
        (Operation<T> operation) ->
            new HandleCall<XattrsResult, T>(
                    core,
                    operation,
                    handle,
                    (directory, partition, own, sequence) ->
                        new GetXattrsRequest(directory, partition, by, own, false, name, null),
                    result -> outcome.apply(result.xattrs()))
                .read());
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
    return atHome(
        "set extended attribute " + name,
        (Operation<Void> operation) ->
            new HandleCall<EntryResult, Void>(
                    core,
                    operation,
                    handle,
                    (directory, partition, own, sequence) ->
                        new SetXattrRequest(
                            directory, partition, by, sequence, own, false, name, value, mode,
                            null),
                    result -> null)
                .change());
  }

  /** Does something once the file is known to be at its own place, which asking for it tells. */
  private <T> CompletableFuture<T> atHome(String verb, Consumer<Operation<T>> then) {
    return ProgramCall.of(core, () -> handle.path() + ": " + verb, () -> parts(verb, then));
  }

  private <T> CompletableFuture<T> parts(String verb, Consumer<Operation<T>> then) {
    CompletableFuture<?> asked =
        handle.isAtHome() ? CompletableFuture.completedFuture(file) : file.stat();
    return Futures.then(
        asked,
        known -> {
          Operation<T> operation = Operation.admit(core, verb, handle.path(), by);
          if (handle.isAtHome()) {
            then.accept(operation);
          } else {
            operation.fail(operation.failure(ErrorCode.ESTALE, "the file is asked by its name"));
          }
          return operation.future();
        });
  }
}
