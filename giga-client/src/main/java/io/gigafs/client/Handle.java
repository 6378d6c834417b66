package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DataResult;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file that this client has open: what it is, and where it was last. Safe for use by several
 * threads.
 *
 * <p>A file begins at a name of a directory, and once it has a place of its own it stays there.
 */
final class Handle {
  private final FileHandle id;
  private final Session session;
  private final Caller caller;
  private final GigaPath path;
  private final InodeId directory;
  private final Name name;
  private final @Nullable DelegatedFile made;
  private volatile boolean atHome;

  /**
   * A handle that was opened.
   *
   * @param directory where the file was opened, and by which name; its own place counts too
   * @param made if this client has made the file for it, and the server hears of both later
   */
  Handle(
      FileHandle id,
      Session session,
      Caller caller,
      GigaPath path,
      InodeId directory,
      Name name,
      @Nullable DelegatedFile made) {
    this.id = id;
    this.session = session;
    this.caller = caller;
    this.path = path;
    this.directory = directory;
    this.name = name;
    this.made = made;
    this.atHome = directory.equals(id.inode());
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

  /** What it was opened as, for messages. */
  GigaPath path() {
    return path;
  }

  InodeId directory() {
    return directory;
  }

  Name name() {
    return name;
  }

  /** Why there is no such file, though it was opened; null if there is. */
  @Nullable GigaException lost() {
    return made == null ? null : made.failure();
  }

  /**
   * Runs a task when the server knows of the handle, which is now as a rule, or by the deadline of
   * an operation.
   *
   * @param lost is told if the file is lost
   */
  void whenFlushed(Operation<?> operation, Runnable then, Consumer<GigaException> lost) {
    if (made == null || (made.told().isDone() && made.failure() == null)) {
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
    made.tell().whenComplete((done, failure) -> once.run());
  }

  /** Completes when the server knows of the file, which is now as a rule. */
  CompletableFuture<Void> told() {
    return made == null ? CompletableFuture.completedFuture(null) : made.tell();
  }

  /**
   * Closes the handle if the server need not hear of it; completes when it has heard of the file.
   * Null if it has to be asked.
   */
  @Nullable CompletableFuture<Void> closeUnflushed() {
    return made != null && made.closeUnsent() ? made.told() : null;
  }

  /** What a file that was closed before the server heard of it is. */
  DataResult untouched() {
    if (made == null) {
      throw new IllegalStateException("the server has made the file");
    }
    return new DataResult(true, made.attributes(), 0, null);
  }

  /** Whether the file is known to have a place of its own. */
  boolean isAtHome() {
    return atHome;
  }

  void movedHome() {
    atHome = true;
  }
}
