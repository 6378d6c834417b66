package io.gigafs.cluster;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A cluster's membership in memory, for tests and for clusters within one process: any number of
 * {@link Membership}s share this object. Thread-safe.
 *
 * <p>A test that runs a whole cluster in one thread names its servers with {@link #expect} first,
 * so that no {@link Membership#join} waits for another, and passes its scheduler to {@link
 * #membership(Executor)}: a member sees a newer view when the scheduler runs that task, not before.
 */
public final class LocalCluster {
  private final ClusterFormat format;
  private final Map<ServerId, ServerInfo> present = new TreeMap<>();
  private final Map<ServerId, ServerRegistration> registrations = new HashMap<>();
  private final Map<ServerId, UUID> stores = new HashMap<>();
  private final Set<ServerRegistration> watchers = new LinkedHashSet<>();
  private Optional<ClusterView> view = Optional.empty();

  public LocalCluster(ClusterFormat format) {
    this.format = format;
  }

  /** A cluster with default settings that starts when this many servers have joined. */
  public static LocalCluster of(int slots, int initialServers) {
    return new LocalCluster(
        new ClusterFormat(new UUID(1, 1), slots, initialServers, ClusterSettings.DEFAULTS));
  }

  public ClusterFormat format() {
    return format;
  }

  /** Counts these servers as present from now on; each is still to join. */
  public synchronized LocalCluster expect(ServerInfo... servers) {
    for (ServerInfo server : servers) {
      present.put(server.id(), server);
    }
    plan();
    return this;
  }

  /** The newest view, if there is one yet. */
  public synchronized Optional<ClusterView> view() {
    return view;
  }

  /** A membership that delivers newer views on a thread of its own. */
  public Membership membership() {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, "local-membership");
              made.setDaemon(true);
              return made;
            });
    return new ServerRegistration(thread, thread::shutdown);
  }

  /** A membership that delivers newer views on this executor. */
  public Membership membership(Executor executor) {
    return new ServerRegistration(executor, () -> {});
  }

  private void plan() {
    SlotPlanner.plan(format, present.values(), view.orElse(null)).ifPresent(this::publish);
  }

  private void publish(ClusterView next) {
    if (view.isPresent() && view.get().epoch() == next.epoch()) {
      return;
    }
    view = Optional.of(next);
    notifyAll();
    for (ServerRegistration registration : watchers) {
      registration.executor.execute(() -> registration.feed.offer(next));
    }
  }

  /** Changes the view like any server, and plans the resulting moves at once. */
  public synchronized ClusterView update(UnaryOperator<ClusterView> change) {
    publish(change.apply(view.orElseThrow()));
    plan();
    return view.get();
  }

  /** Removes a server that is not present. */
  public synchronized void remove(ServerId id) {
    if (present.containsKey(id)) {
      throw MembershipException.stillRunning(id);
    }
    update(now -> ViewChanges.remove(now, id));
    stores.remove(id);
  }

  /** Ends a server's lease, or resumes it if the failure is empty. */
  public synchronized void failLease(ServerId id, String leaseFailure) {
    ServerRegistration registration = registrations.get(id);
    if (registration != null) {
      registration.leaseFailure = leaseFailure;
    }
  }

  /** The servers that are present or expected. */
  public synchronized Set<ServerId> present() {
    return Set.copyOf(present.keySet());
  }

  private synchronized ClusterView join(
      ServerRegistration registration, ServerInfo self, UUID storeId, Duration timeout) {
    ServerInfo holder = present.get(self.id());
    if (registrations.containsKey(self.id()) && holder != null) {
      throw MembershipException.serverIdTaken(self.id(), holder.endpoint());
    }
    UUID known = stores.putIfAbsent(self.id(), storeId);
    if (known != null && !known.equals(storeId)) {
      throw MembershipException.otherStore(self.id(), known, storeId);
    }
    stores.forEach(
        (owner, store) -> {
          if (!owner.equals(self.id()) && store.equals(storeId)) {
            stores.remove(self.id());
            throw MembershipException.copiedStore(self.id(), storeId, owner);
          }
        });
    registrations.put(self.id(), registration);
    present.put(self.id(), self);
    plan();
    long deadline = System.nanoTime() + timeout.toNanos();
    while (view.isEmpty() || view.get().find(self.id()).isEmpty()) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        int count = present.size();
        leave(self.id(), registration);
        throw MembershipException.stillForming(self.id(), count, format);
      }
      try {
        wait(leftMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        leave(self.id(), registration);
        throw new MembershipException("interrupted while joining", e);
      }
    }
    watchers.add(registration);
    return view.get();
  }

  private synchronized void leave(ServerId id, ServerRegistration registration) {
    watchers.remove(registration);
    if (registrations.remove(id, registration)) {
      present.remove(id);
      plan();
    }
  }

  /** The registration of one server. */
  private final class ServerRegistration implements Membership {
    private final Executor executor;
    private final Runnable stop;
    private final ViewFeed feed;
    private volatile Optional<ServerId> id = Optional.empty();
    private volatile String leaseFailure = "";

    ServerRegistration(Executor executor, Runnable stop) {
      this.executor = executor;
      this.stop = stop;
      this.feed = new ViewFeed(executor);
    }

    @Override
    public ClusterFormat format() {
      return format;
    }

    @Override
    public ClusterView join(ServerInfo self, UUID storeId, Duration timeout) {
      if (id.isPresent()) {
        throw new IllegalStateException("this membership has joined before");
      }
      ClusterView joined = LocalCluster.this.join(this, self, storeId, timeout);
      id = Optional.of(self.id());
      feed.offer(joined);
      return joined;
    }

    @Override
    public ClusterView view() {
      return feed.newest().orElseThrow(() -> new IllegalStateException("not joined yet"));
    }

    @Override
    public void listen(Consumer<ClusterView> listener) {
      feed.listen(listener);
    }

    @Override
    public long leaseUntilNanos() {
      return System.nanoTime() + (leaseFailure.isEmpty() ? Long.MAX_VALUE / 2 : 0);
    }

    @Override
    public String leaseFailure() {
      return leaseFailure;
    }

    @Override
    public ClusterView update(UnaryOperator<ClusterView> change, Duration timeout) {
      return LocalCluster.this.update(change);
    }

    @Override
    public void remove(ServerId removed, Duration timeout) {
      LocalCluster.this.remove(removed);
    }

    @Override
    public Set<ServerId> present() {
      return LocalCluster.this.present();
    }

    /** Derived from the cluster id instead of random, so that runs of a seed are identical. */
    @Override
    public byte[] secret() {
      return ByteBuffer.allocate(32)
          .putLong(format.clusterId().getMostSignificantBits())
          .putLong(format.clusterId().getLeastSignificantBits())
          .array();
    }

    @Override
    public void close() {
      id.ifPresent(joined -> leave(joined, this));
      stop.run();
    }
  }
}
