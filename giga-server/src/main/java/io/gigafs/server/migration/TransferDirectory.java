package io.gigafs.server.migration;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.migration.InstallFilesRequest;
import io.gigafs.protocol.migration.InstallFilesRequest.TransferFile;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.RangeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory that all servers have mounted, through which partitions are transferred as files.
 * The sender writes sorted files there. The receiver takes them by link, or by copy from another
 * file system. Thread-safe; blocks none of its callers.
 *
 * <p>An upload is {@code CLUSTER/SENDER/TRANSACTION/} with files "NUMBER.FAMILY" and, written last,
 * "marker", which identifies the upload. The sender removes it.
 *
 * <p>Nothing depends on the directory: rows stay in the sender's store until the receiver has
 * committed them, and go in messages if the directory, or the receiver's access to it, fails. Then
 * it is not used for a while. A call that does not return keeps one thread, and no more calls are
 * made until it returns.
 */
public final class TransferDirectory {
  /** The file of an upload that is written after all others. */
  static final String MARKER = "marker";

  private static final Logger LOG = LoggerFactory.getLogger(TransferDirectory.class);

  private static final long CALL_MILLIS = 10_000;
  private static final long CALL_NANOS = Duration.ofMillis(CALL_MILLIS).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long SWEEP_NANOS = Duration.ofMinutes(10).toNanos();

  /** Delay before folders of unknown servers are removed: such a server may be about to join. */
  private static final long STRANGER_NANOS = Duration.ofHours(1).toNanos();

  private final CurrentView view;
  private final Executor io;
  private final Clock clock;
  private final Timers timers;

  /** Until when no transfer to a server is tried; an entry of this server itself applies to all. */
  private final Map<ServerId, Long> pauses = new HashMap<>();

  /** Start times of calls that have not returned. Guarded by this, as are all fields below. */
  private final Map<Object, Long> calls = new HashMap<>();

  /** Uploads of this server whose folders are in use. */
  private final Set<Long> underWay = new HashSet<>();

  /** When folders of servers that are not members were first seen. */
  private final Map<String, Long> strangers = new HashMap<>();

  private @Nullable Long nextSweepNanos;

  /**
   * @param io runs calls to the directory, which block for as long as the storage does
   */
  public TransferDirectory(CurrentView view, Executor io, Clock clock, Timers timers) {
    this.view = view;
    this.io = io;
    this.clock = clock;
    this.timers = timers;
  }

  /** Whether the directory should be tried for a receiver. */
  boolean isWorthTrying(ServerId receiver) {
    if (setting().isEmpty()) {
      return false;
    }
    long now = clock.nanos();
    synchronized (this) {
      return !isStuck(now) && !isPaused(receiver, now) && !isPaused(view.self(), now);
    }
  }

  private boolean isPaused(ServerId with, long now) {
    Long until = pauses.get(with);
    return until != null && until - now > 0;
  }

  private boolean isStuck(long now) {
    return calls.values().stream().anyMatch(began -> now - began > CALL_NANOS);
  }

  /** Uses messages for a server for a while; for all servers if it is this one. */
  void pause(ServerId with, String why) {
    synchronized (this) {
      pauses.put(with, clock.nanos() + PAUSE_NANOS);
    }
    LOG.warn(
        "partitions go to {} in messages for {} s, not through the transfer directory {}: {}",
        with.equals(view.self()) ? "other servers" : "server " + with,
        Duration.ofNanos(PAUSE_NANOS).toSeconds(),
        setting(),
        why);
  }

  /**
   * Writes the files of an upload.
   *
   * @param extract writes sorted files into a folder
   * @return the files that the receiver must find; fails if they cannot be written in time, and
   *     then nothing is left
   */
  CompletableFuture<List<TransferFile>> write(
      long transaction, Function<Path, List<RangeFile>> extract) {
    synchronized (this) {
      underWay.add(transaction);
    }
    return call(() -> writeNow(transaction, extract), () -> removeNow(folder(transaction)))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                remove(transaction);
              }
            });
  }

  private List<TransferFile> writeNow(long transaction, Function<Path, List<RangeFile>> extract)
      throws IOException {
    Path root = Path.of(setting());
    if (!Files.isDirectory(root)) {
      throw new IOException("there is no directory " + root + " on this server: mount it");
    }
    Path folder = folder(transaction);
    OwnerOnly.createFolders(folder);
    List<TransferFile> files = new ArrayList<>();
    for (RangeFile extracted : extract.apply(folder)) {
      Path path = folder.resolve(IncomingFiles.nameOf(files.size(), extracted.family()));
      Files.move(extracted.path(), path);
      Checksum checksum = Checksum.of(path);
      files.add(new TransferFile(extracted.family(), checksum.size(), checksum.value()));
    }
    Files.writeString(folder.resolve(MARKER), marker(view.self(), transaction));
    return files;
  }

  /**
   * Takes the files of another server's upload.
   *
   * @return fails if they are not visible here as they were written, and nothing is kept then; or
   *     with a {@link TimeoutException}, and then the files may still be taken for a moment
   */
  CompletableFuture<Void> take(InstallFilesRequest request, IncomingFiles incoming) {
    boolean isStuck;
    synchronized (this) {
      isStuck = isStuck(clock.nanos());
    }
    if (isStuck) {
      return CompletableFuture.failedFuture(
          new IOException(setting() + " does not answer on server " + view.self()));
    }
    return call(
        () -> {
          incoming.take(seen(request), request.transaction(), request.files());
          return null;
        },
        () -> incoming.remove(request.transaction()));
  }

  private Path seen(InstallFilesRequest request) throws IOException {
    if (setting().isEmpty()) {
      throw new IOException("server " + view.self() + " knows of no transfer directory yet");
    }
    Path folder = folder(request.sender(), request.transaction());
    Path marker = folder.resolve(MARKER);
    if (!Files.exists(marker)
        || !Files.readString(marker).equals(marker(request.sender(), request.transaction()))) {
      throw new IOException(
          "server "
              + view.self()
              + " does not see what server "
              + request.sender()
              + " wrote to "
              + folder
              + ": mount the same directory on both");
    }
    return folder;
  }

  /** Removes the folder of an upload of this server, in the background. */
  void remove(long transaction) {
    if (setting().isEmpty()) {
      return;
    }
    io.execute(
        () -> {
          removeNow(folder(transaction));
          synchronized (this) {
            underWay.remove(transaction);
          }
        });
  }

  private static void removeNow(Path folder) {
    try {
      WorkFolder.remove(folder);
    } catch (UncheckedIOException e) {
      LOG.warn("could not remove {}; it is tried again later", folder, e);
    }
  }

  /**
   * Removes uploads of servers that crashed or could not remove them, at the start and
   * periodically. To be called often.
   */
  void sweep() {
    long now = clock.nanos();
    synchronized (this) {
      if (setting().isEmpty()
          || (nextSweepNanos != null && now - nextSweepNanos < 0)
          || isStuck(now)) {
        return;
      }
      nextSweepNanos = now + SWEEP_NANOS;
    }
    call(
            () -> {
              sweepNow(now);
              return null;
            },
            () -> {})
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOG.warn("left-overs in {} are not removed: {}", setting(), failure.getMessage());
              }
            });
  }

  private void sweepNow(long now) throws IOException {
    Path cluster = cluster();
    for (Path sender : list(cluster)) {
      String name = String.valueOf(sender.getFileName());
      if (name.equals(view.self().value())) {
        for (Path upload : list(sender)) {
          if (!isUnderWay(String.valueOf(upload.getFileName()))) {
            removeNow(upload);
          }
        }
      } else if (isLeft(name, now)) {
        removeNow(sender);
      }
    }
  }

  private synchronized boolean isUnderWay(String upload) {
    return underWay.stream().anyMatch(transaction -> nameOf(transaction).equals(upload));
  }

  private synchronized boolean isLeft(String sender, long now) {
    boolean isMember =
        view.get().servers().stream().anyMatch(server -> server.id().value().equals(sender));
    if (isMember) {
      strangers.remove(sender);
      return false;
    }
    return now - strangers.computeIfAbsent(sender, unseen -> now) > STRANGER_NANOS;
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(folder)) {
      return found.toList();
    }
  }

  /**
   * Makes a call to the directory.
   *
   * @param undo runs if the call failed or returned too late
   * @return fails if the call fails, or with a {@link TimeoutException} if it has not returned in
   *     time
   */
  private <T> CompletableFuture<T> call(Callable<T> work, Runnable undo) {
    CompletableFuture<T> done = new CompletableFuture<>();
    Object key = new Object();
    synchronized (this) {
      calls.put(key, clock.nanos());
    }
    Timers.Timer late =
        timers.after(
            CALL_MILLIS,
            () ->
                done.completeExceptionally(
                    new TimeoutException(
                        setting() + " has not answered for " + CALL_MILLIS / 1_000 + " s")));
    io.execute(
        () -> {
          try {
            T result = work.call();
            if (!done.complete(result)) {
              undo.run();
            }
          } catch (Exception e) {
            undo.run();
            done.completeExceptionally(e);
          } finally {
            late.cancel();
            synchronized (this) {
              calls.remove(key);
            }
          }
        });
    return done;
  }

  private String setting() {
    return view.get().settings().transferDirectory();
  }

  private Path cluster() {
    return Path.of(setting(), view.get().clusterId().toString());
  }

  private Path folder(ServerId sender, long transaction) {
    return cluster().resolve(sender.value()).resolve(nameOf(transaction));
  }

  private Path folder(long transaction) {
    return folder(view.self(), transaction);
  }

  private static String nameOf(long transaction) {
    return Long.toHexString(transaction);
  }

  private String marker(ServerId sender, long transaction) {
    return "cluster "
        + view.get().clusterId()
        + "\nsender "
        + sender
        + "\nupload "
        + nameOf(transaction)
        + "\n";
  }
}
