package io.gigafs.client.request;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.rpc.RpcClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.collections.Long2ObjectHashMap;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Gathers creates of one file each, so that those of one directory at one server share a request. A
 * create does not wait for others: a thread of the RPC client sends what was added meanwhile. If
 * that makes a single request, it takes at most half of the operations in flight, and the next run
 * sends the others: otherwise client and server would work in turns while a few threads create
 * files. Safe for use by several threads.
 */
public final class CreateQueue {
  private static final int QUEUE_CHUNK = 1_024;

  /**
   * The maximum number of creates per run, and so in one request. A window of a thousand then makes
   * several requests, so that client and server work at the same time.
   */
  private static final int MAX_GATHERED = 256;

  /** Creates whose deadlines differ more do not share a request, which ends with the first one. */
  private static final long MAX_DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The maximum length of the names in one request. */
  private static final int MAX_NAME_BYTES = 64 << 10;

  private final RpcClient rpc;
  private final InFlightLimit limit;
  private final PartitionMaps maps;
  private final Views views;
  private final MpmcUnboundedXaddArrayQueue<Create> waiting =
      new MpmcUnboundedXaddArrayQueue<>(QUEUE_CHUNK);
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable drain = this::drain;

  public CreateQueue(RpcClient rpc, InFlightLimit limit, PartitionMaps maps, Views views) {
    this.rpc = rpc;
    this.limit = limit;
    this.maps = maps;
    this.views = views;
  }

  /** The creation of one file, which is sent by itself or with others. */
  public interface Create {
    /** The directory of the file. */
    InodeId parent();

    /** The hash of the file's name. */
    long hash();

    /** The length of the file's name in bytes. */
    int nameBytes();

    /** Whether a request can create both files; both are of one directory. */
    boolean joins(Create other);

    /** When it has to have an outcome, by the client's clock. */
    long deadlineNanos();

    /** With which others it may be sent. */
    Sharing sharing();

    /**
     * Sends one request for these creates.
     *
     * @param all at least one, of one directory and server, and not to be modified later
     */
    void send(List<Create> all);

    /** Ends the create, which could not be sent because of a bug. */
    void fail(Throwable cause);
  }

  /** The creates with which another one may share a request. */
  public enum Sharing {
    /** All of the directory at one server. */
    SERVER,
    /** Those of its partition. */
    PARTITION,
    /** None. */
    NONE
  }

  /** Sends a create soon. */
  public void add(Create create) {
    waiting.offer(create);
    schedule();
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      rpc.execute(drain);
    }
  }

  private void drain() {
    scheduled.set(false);
    List<Create> gathered = new ArrayList<>();
    for (Create next = waiting.poll(); next != null; next = waiting.poll()) {
      gathered.add(next);
      if (gathered.size() == MAX_GATHERED) {
        break;
      }
    }
    if (gathered.size() == 1) {
      send(gathered);
    } else {
      List<Group> groups = group(gathered);
      if (groups.size() == 1) {
        sendPart(groups.get(0).creates);
      } else {
        groups.forEach(group -> send(group.creates));
      }
    }
    if (!waiting.isEmpty()) {
      // Schedule again instead of looping, so that the thread reads answers in between.
      schedule();
    }
  }

  /** Sends the only request of a run: at most half of the operations in flight. */
  private void sendPart(List<Create> creates) {
    int most = Math.max(1, (limit.inFlight() + 1) / 2);
    if (creates.size() <= most) {
      send(creates);
    } else {
      send(List.copyOf(creates.subList(0, most)));
      creates.subList(most, creates.size()).forEach(waiting::offer);
    }
  }

  private List<Group> group(List<Create> gathered) {
    List<Group> groups = new ArrayList<>();
    Long2ObjectHashMap<Group> open = new Long2ObjectHashMap<>();
    for (Create create : gathered) {
      try {
        add(create, open, groups);
      } catch (RuntimeException | Error e) {
        create.fail(e);
      }
    }
    return groups;
  }

  private void add(Create create, Long2ObjectHashMap<Group> open, List<Group> groups) {
    PartitionIndex partition = maps.of(create.parent()).indexOf(create.hash());
    ServerInfo server = views.current().ownerOf(create.parent(), partition);
    @Nullable PartitionIndex only = create.sharing() == Sharing.SERVER ? null : partition;
    // Several groups may have the same key: then the first one is sent without more.
    long key =
        (create.parent().value() * 31 + server.hashCode()) * 31
            + (only == null ? -1 : only.value());
    Group group = open.get(key);
    if (group == null || !group.takes(create, server, only)) {
      group = new Group(server, only);
      open.put(key, group);
      groups.add(group);
    }
    group.add(create);
  }

  private static void send(List<Create> all) {
    try {
      all.get(0).send(all);
    } catch (RuntimeException | Error e) {
      all.forEach(create -> create.fail(e));
    }
  }

  /** The creates of one request. */
  private static final class Group {
    private final ServerInfo server;

    /** The partition of all; null if they may be of several. */
    private final @Nullable PartitionIndex partition;

    private final List<Create> creates = new ArrayList<>();
    private int nameBytes;

    Group(ServerInfo server, @Nullable PartitionIndex partition) {
      this.server = server;
      this.partition = partition;
    }

    boolean takes(Create create, ServerInfo at, @Nullable PartitionIndex only) {
      Create first = creates.get(0);
      return server.equals(at)
          && Objects.equals(partition, only)
          && first.parent().equals(create.parent())
          && create.sharing() != Sharing.NONE
          && first.sharing() != Sharing.NONE
          && first.joins(create)
          && Math.abs(first.deadlineNanos() - create.deadlineNanos()) <= MAX_DEADLINE_NANOS
          && nameBytes + create.nameBytes() <= MAX_NAME_BYTES;
    }

    void add(Create create) {
      creates.add(create);
      nameBytes += create.nameBytes();
    }
  }
}
