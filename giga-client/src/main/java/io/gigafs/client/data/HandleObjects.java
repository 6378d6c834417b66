package io.gigafs.client.data;

import io.gigafs.client.data.ObjectOpener.Opened;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Failures;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The ways of a file's handles to its object: which have it open, which of them may go there by
 * themselves, and what they have to know of each other. Used in the file's {@link SerialExecutor}.
 */
final class HandleObjects {
  private final SharedFile file;
  private final List<HandleData> handles;

  /**
   * @param handles those that are open, as they come and go
   */
  HandleObjects(SharedFile file, List<HandleData> handles) {
    this.file = file;
    this.handles = handles;
  }

  /** The handle's access to the object, which is opened if it has to be. */
  CompletableFuture<ObjectAccess> access(HandleData by) {
    Opened opened = by.opened();
    if (opened != null && opened.location().equals(file.contents().location())) {
      publish(by);
      return CompletableFuture.completedFuture(opened.access());
    }
    return closeOld(by)
        .thenCompose(closed -> file.files().opener().ready(file.contents().location()))
        .thenCompose(ready -> file.onVolume(() -> open(by)));
  }

  private CompletableFuture<ObjectAccess> open(HandleData by) {
    try {
      Opened fresh = file.files().opener().open(file.contents().location(), by);
      opened(by, fresh);
      return CompletableFuture.completedFuture(fresh.access());
    } catch (GigaException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** A handle has the object open. */
  void opened(HandleData by, Opened object) {
    by.opened(object);
    publish(by);
  }

  /**
   * Lets a handle go to its object by itself, if none has to mind another, and the object is the
   * file's for as long as the handle is open.
   */
  private void publish(HandleData by) {
    if (file.contents().isDraining() && !by.writes()) {
      by.unpublish();
      return;
    }
    long relayed = handles.stream().filter(HandleData::isRelayed).count();
    if (!by.isRelayed() || relayed == 1) {
      by.publish();
    } else {
      handles.stream().filter(HandleData::isRelayed).forEach(HandleData::unpublish);
    }
  }

  /** Closes the object that a handle had open before. */
  CompletableFuture<Void> closeOld(HandleData by) {
    return by.opened() == null ? Futures.DONE : file.onVolume(by::closeObject);
  }

  /** Has other handles' bytes be with the volume, and this one's access look there. */
  CompletableFuture<Void> flushPeers(HandleData by) {
    List<CompletableFuture<Void>> flushes = peersOf(by).map(ObjectAccess::publish).toList();
    Opened own = by.opened();
    return CompletableFuture.allOf(flushes.toArray(CompletableFuture<?>[]::new))
        .thenRun(
            () -> {
              if (own != null && !flushes.isEmpty()) {
                own.access().invalidate();
              }
            });
  }

  /** Flushes what handles keep of the object. */
  CompletableFuture<Void> flush() {
    return CompletableFuture.allOf(
        handles.stream()
            .filter(HandleData::isRelayed)
            .flatMap(HandleObjects::flushOf)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Whichever call asks for the flush, the handle that wrote fails for what is lost. */
  private static Stream<CompletableFuture<Void>> flushOf(HandleData handle) {
    return accessOf(handle)
        .map(
            access ->
                access
                    .publish()
                    .whenComplete(
                        (done, failure) -> {
                          if (failure != null) {
                            handle.lostOnTheWay(SharedFile.told(Failures.cause(failure)));
                          }
                        }));
  }

  /** What other handles know of the object is not so any more. */
  void invalidatePeers(HandleData by) {
    peersOf(by).forEach(ObjectAccess::invalidate);
  }

  /** What handles know of the object is not so any more. */
  void invalidateAll() {
    handles.stream().flatMap(HandleObjects::accessOf).forEach(ObjectAccess::invalidate);
  }

  private Stream<ObjectAccess> peersOf(HandleData by) {
    return handles.stream()
        .filter(peer -> peer != by && peer.isRelayed())
        .flatMap(HandleObjects::accessOf);
  }

  private static Stream<ObjectAccess> accessOf(HandleData handle) {
    return Optional.ofNullable(handle.opened()).map(Opened::access).stream();
  }
}
