package io.gigafs.client.data;

import io.gigafs.client.data.ObjectOpener.Opened;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.GigaException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The accesses of a file's handles to its object: which handles have it open, which of them may use
 * it directly, and what they have to flush or invalidate for each other. Used in the file's {@link
 * SerialExecutor}.
 */
final class HandleObjects {
  private final SharedFile file;
  private final List<HandleData> handles;

  /**
   * @param handles the open handles; the list changes
   */
  HandleObjects(SharedFile file, List<HandleData> handles) {
    this.file = file;
    this.handles = handles;
  }

  /** The handle's access to the object, which is opened if necessary. */
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

  /** A handle has opened the object. */
  void opened(HandleData by, Opened object) {
    by.opened(object);
    publish(by);
  }

  /**
   * Allows a handle direct access to its object if no handle depends on another's buffers, and the
   * object stays the file's for as long as the handle is open.
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

  /** Flushes the other handles' bytes to the volume, and invalidates this handle's access. */
  CompletableFuture<Void> flushPeers(HandleData by) {
    List<CompletableFuture<Void>> flushes = peersOf(by).map(ObjectAccess::publish).toList();
    Opened own = by.opened();
    return Futures.allOf(flushes)
        .thenRun(
            () -> {
              if (own != null && !flushes.isEmpty()) {
                own.access().invalidate();
              }
            });
  }

  /** Flushes the bytes that handles buffer for the object. */
  CompletableFuture<Void> flush() {
    return CompletableFuture.allOf(
        handles.stream()
            .filter(HandleData::isRelayed)
            .flatMap(HandleObjects::flushOf)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Whichever call requests the flush, the handle that wrote reports the loss. */
  private static Stream<CompletableFuture<Void>> flushOf(HandleData handle) {
    return accessOf(handle)
        .map(
            access ->
                access
                    .publish()
                    .whenComplete(
                        (done, failure) -> {
                          if (failure != null) {
                            handle.lostOnTheWay(SharedFile.failureOf(Futures.cause(failure)));
                          }
                        }));
  }

  /** Invalidates what other handles know of the object. */
  void invalidatePeers(HandleData by) {
    peersOf(by).forEach(ObjectAccess::invalidate);
  }

  /** Invalidates what all handles know of the object. */
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
