package io.gigafs.server.split;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.InstallChunkRequest;
import io.gigafs.protocol.InstallCommitRequest;
import io.gigafs.protocol.InstallOutcomeRequest;
import io.gigafs.protocol.OutcomeResult;
import io.gigafs.protocol.OutcomeResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.DirectoryOwner;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.NewPartition;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionKey;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The target's side of splits: keeps uploads aside until they are committed or given up. Safe for
 * use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a child is installed only from an upload that is here, complete, and not given up;
 *   <li>an upload that was given up, by its source's question or by a restart, is never installed
 *       afterwards;
 *   <li>the answer to a commit leaves when rows and header are on the disk.
 * </ol>
 */
public final class Installer {
  private static final Logger LOG = LoggerFactory.getLogger(Installer.class);

  /** An upload that nobody adds to for so long was left by its source. */
  private static final long IDLE_MILLIS = 60_000;

  private static final int REMEMBERED = 16_384;

  private final SplitContext context;
  private final IncomingFiles incoming;
  private final Map<Long, Staged> staged = new HashMap<>();

  /** Directories that take in no rows for a while. */
  private final Set<InodeId> held = new HashSet<>();

  /**
   * So that a piece that was on its way for long does not bring an upload back; a restart forgets
   * them, and cuts off what is on its way.
   */
  private final Set<Long> givenUp =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
              return size() > REMEMBERED;
            }
          });

  public Installer(SplitContext context, IncomingFiles incoming) {
    this.context = context;
    this.incoming = incoming;
  }

  /** Keeps a piece of an upload. */
  public void chunk(InstallChunkRequest request, Exchange<Empty> exchange) {
    context.background().execute(() -> exchange.answer(keep(request)));
  }

  private Answer<Empty> keep(InstallChunkRequest request) {
    try {
      synchronized (this) {
        if (givenUp.contains(request.transaction())) {
          return new Answer.Failed<>(ErrorCode.ESTALE, "the upload was given up");
        }
        if (held.contains(request.directory())) {
          return new Answer.Failed<>(ErrorCode.EBUSY, "the directory is being mended");
        }
        Staged upload =
            staged.computeIfAbsent(
                request.transaction(),
                none -> new Staged(request.directory(), request.partition()));
        upload.lastUsedNanos = context.clock().nanos();
        if (upload.committing) {
          return new Answer.Failed<>(ErrorCode.EBUSY, "the upload is being installed already");
        }
      }
      if (!request.family().isEmpty()) {
        incoming.write(request);
      }
      return new Answer.Done<>(Empty.INSTANCE);
    } catch (IOException e) {
      LOG.error("a piece of a split could not be kept", e);
      return new Answer.Failed<>(ErrorCode.EIO, "keeping a piece of a split: " + e.getMessage());
    }
  }

  /** Installs an upload. */
  public void commit(InstallCommitRequest request, Exchange<Empty> exchange) {
    Lane lane = context.lanes().of(context.view().slotOf(request.directory(), request.partition()));
    lane.submit(turn -> checkAndInstall(lane, request, exchange, turn));
  }

  private void checkAndInstall(
      Lane lane, InstallCommitRequest request, Exchange<Empty> exchange, Turn turn) {
    synchronized (this) {
      Staged upload = staged.get(request.transaction());
      if (upload != null && upload.committing) {
        turn.failed(exchange, ErrorCode.EBUSY, "the upload is being installed already");
        return;
      }
      if (lane.partitions().find(request.directory(), request.partition()) != null) {
        // The source drops its half on our word.
        context.syncs().answer(exchange, Empty.INSTANCE);
        return;
      }
      if (upload == null) {
        turn.failed(exchange, ErrorCode.ESTALE, "no such upload: it was given up");
        return;
      }
      upload.committing = true;
    }
    context.background().execute(() -> install(lane, request, exchange));
  }

  /** In the background. */
  private void install(Lane lane, InstallCommitRequest request, Exchange<Empty> exchange) {
    try {
      EntryRange range = rangeAtBirth(request.directory(), request.partition());
      context.store().install(range, incoming.files(request.transaction(), request.files()));
      lane.submit(turn -> writeHeader(lane, request, exchange, turn));
    } catch (RuntimeException | IOException e) {
      LOG.error(
          "child {} of directory {} could not be installed",
          request.partition(),
          request.directory(),
          e);
      giveUp(request.transaction());
      exchange.answer(new Answer.Failed<>(ErrorCode.EIO, "installing: " + e.getMessage()));
    }
  }

  private void writeHeader(
      Lane lane, InstallCommitRequest request, Exchange<Empty> exchange, Turn turn) {
    NewPartition made =
        new NewPartition(
            request.directory(),
            Partition.atBirth(request.partition()),
            request.map(),
            new DirectoryOwner(request.parent(), request.mode(), request.uid(), request.gid()),
            Phase.ACTIVE,
            request.entries(),
            request.directories(),
            request.accessedNanos(),
            request.modifiedNanos(),
            request.changedNanos());
    made.write(turn.batch(), context.view().slots());
    ReplyRows.copy(request.replies(), request.directory(), request.partition(), turn.batch());
    turn.afterCommit(
        () -> {
          PartitionState installed =
              lane.partitions().find(request.directory(), request.partition());
          if (installed != null) {
            installed.leases().unknownUntil(context.in(request.leaseMillis()));
          }
          answerInstalled(request, exchange);
        });
    turn.onFailure(
        () -> {
          giveUp(request.transaction());
          exchange.answer(
              new Answer.Failed<>(ErrorCode.EIO, "the store refused the child's header"));
        });
  }

  private void answerInstalled(InstallCommitRequest request, Exchange<Empty> exchange) {
    context.counters().splitsTaken().increment();
    context.syncs().answer(exchange, Empty.INSTANCE);
    context.syncs().sync(done -> giveUp(request.transaction()));
  }

  /** Tells whether a child was committed; if not, gives the upload up, so that it never will be. */
  public void outcome(InstallOutcomeRequest request, Exchange<OutcomeResult> exchange) {
    Lane lane = context.lanes().of(context.view().slotOf(request.directory(), request.partition()));
    lane.submit(turn -> tellOutcome(lane, request, exchange, turn));
  }

  private void tellOutcome(
      Lane lane, InstallOutcomeRequest request, Exchange<OutcomeResult> exchange, Turn turn) {
    synchronized (this) {
      Staged upload = staged.get(request.transaction());
      if (upload != null && upload.committing) {
        turn.done(exchange, new OutcomeResult(Outcome.PENDING));
        return;
      }
    }
    boolean exists = lane.partitions().find(request.directory(), request.partition()) != null;
    giveUp(request.transaction());
    if (exists) {
      context.syncs().answer(exchange, new OutcomeResult(Outcome.COMMITTED));
    } else {
      turn.done(exchange, new OutcomeResult(Outcome.ABORTED));
      dropStrayRows(request, turn);
    }
  }

  /**
   * Rows may have been installed before a crash: without a header they are nobody's, unless the
   * source itself is on this server, or a later upload is being installed and the question was on
   * its way for long. At once, so that no install that begins after this loses its rows.
   */
  private void dropStrayRows(InstallOutcomeRequest request, Turn turn) {
    PartitionIndex source = request.partition().parent();
    int slot = context.view().slotOf(request.directory(), source);
    PartitionKey key = new PartitionKey(slot, request.directory().value(), source.value());
    if (isBeingInstalled(request.directory(), request.partition())
        || context.store().getPartition(key) != null) {
      return;
    }
    turn.batch().deleteRange(rangeAtBirth(request.directory(), request.partition()));
    turn.commit();
  }

  /**
   * Takes in no rows of a directory until it is let go of; false if some are on their way already.
   */
  public synchronized boolean hold(InodeId directory) {
    return !isReceiving(directory) && held.add(directory);
  }

  /** Takes in rows of a directory again. */
  public synchronized void letGo(InodeId directory) {
    held.remove(directory);
  }

  /** Whether rows of a directory are on their way into this server. */
  public synchronized boolean isReceiving(InodeId directory) {
    return staged.values().stream().anyMatch(upload -> upload.directory.equals(directory));
  }

  private synchronized boolean isBeingInstalled(InodeId directory, PartitionIndex child) {
    return staged.values().stream().anyMatch(upload -> upload.isBeingInstalled(directory, child));
  }

  private static EntryRange rangeAtBirth(InodeId directory, PartitionIndex child) {
    PositionRange positions = Partition.atBirth(child).range();
    return new EntryRange(directory.value(), positions.first().value(), positions.last().value());
  }

  private void giveUp(long transaction) {
    synchronized (this) {
      staged.remove(transaction);
      givenUp.add(transaction);
    }
    context.background().execute(() -> incoming.remove(transaction));
  }

  /** Gives up uploads that their sources have left; to be called now and then. */
  public void sweep() {
    long now = context.clock().nanos();
    Map<Long, Staged> idle = new HashMap<>();
    synchronized (this) {
      staged.forEach(
          (transaction, upload) -> {
            if (!upload.committing && now - upload.lastUsedNanos > IDLE_MILLIS * 1_000_000L) {
              idle.put(transaction, upload);
            }
          });
    }
    idle.keySet().forEach(this::giveUp);
  }

  /** An upload that is kept aside. Guarded by the installer. */
  private static final class Staged {
    final InodeId directory;
    final PartitionIndex child;
    boolean committing;
    long lastUsedNanos;

    Staged(InodeId directory, PartitionIndex child) {
      this.directory = directory;
      this.child = child;
    }

    boolean isBeingInstalled(InodeId into, PartitionIndex index) {
      return committing && directory.equals(into) && child.equals(index);
    }
  }
}
