package io.gigafs.client.file;

import io.gigafs.client.Target;
import io.gigafs.client.lease.DelegatedFile;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.Session;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.DataResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An open file of this client: its identity, and its last known location. Safe for use by several
 * threads.
 *
 * <p>A file's location is first a name in a directory. Once it has an inode record, it stays there.
 */
final class Handle {
  private final FileHandle id;
  private final Session session;
  private final Caller caller;
  private final Target target;
  private final InodeId directory;
  private final Name name;
  private final @Nullable DelegatedFile made;
  private volatile boolean atInodeRecord;

  /**
   * A handle that was opened.
   *
   * @param directory and name of the entry by which it was opened, or the location of its inode
   *     record
   * @param made if this client created the file under a delegation, and will flush it later
   */
  Handle(
      FileHandle id,
      Session session,
      Caller caller,
      Target target,
      InodeId directory,
      Name name,
      @Nullable DelegatedFile made) {
    this.id = id;
    this.session = session;
    this.caller = caller;
    this.target = target;
    this.directory = directory;
    this.name = name;
    this.made = made;
    this.atInodeRecord = directory.equals(id.inode());
  }

  FileHandle id() {
    return id;
  }

  Session session() {
    return session;
  }

  Caller caller() {
    return caller;
  }

  /** The path by which it was opened, for messages. */
  Target target() {
    return target;
  }

  InodeId directory() {
    return directory;
  }

  Name name() {
    return name;
  }

  /** Why a created file was lost; null if it was not. */
  @Nullable GigaException lost() {
    return made == null ? null : made.failure();
  }

  /**
   * Runs a task when the server knows the handle, which is usually at once, or by the deadline of
   * an operation.
   *
   * @param lost is called if the file is lost
   */
  void whenFlushed(ClientOperation<?> operation, Runnable then, Consumer<GigaException> lost) {
    if (made == null || (made.acknowledged().isDone() && made.failure() == null)) {
      then.run();
      return;
    }
    Runnable once =
        operation.once(
            () -> {
              GigaException refused = made.failure();
              if (refused == null) {
                then.run();
              } else {
                lost.accept(refused);
              }
            });
    made.flush().whenComplete((done, failure) -> once.run());
  }

  /** Completes when the server knows the file, which is usually at once. */
  CompletableFuture<Void> flush() {
    return made == null ? CompletableFuture.completedFuture(null) : made.flush();
  }

  /**
   * Closes the handle if the server does not know it yet; completes when the server has
   * acknowledged the file. Null if the close needs a request.
   */
  @Nullable CompletableFuture<Void> closeUnflushed() {
    return made != null && made.closeUnsent() ? made.acknowledged() : null;
  }

  /** The state of a file that was closed before it was flushed. */
  DataResult untouched() {
    if (made == null) {
      throw new IllegalStateException("the server has made the file");
    }
    return new DataResult(true, made.attributes(), 0, null);
  }

  /** Whether the file is known to have an inode record. */
  boolean isAtInodeRecord() {
    return atInodeRecord;
  }

  void movedToInodeRecord() {
    atInodeRecord = true;
  }
}
