package io.gigafs.server.lease;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.lease.CopyNameRequest;
import io.gigafs.protocol.lease.CopyNameRequest.CopyNameResult;
import io.gigafs.protocol.lease.CopyNameRequest.CopyNameResult.NameCopy;
import io.gigafs.protocol.lease.OfferCopyRequest;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.CopiedNames;
import io.gigafs.server.partition.CopiedNames.CopiedName;
import io.gigafs.server.partition.HotNames;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LeaseBook;
import io.gigafs.server.partition.LeaseRecaller;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The granting side of name copies: offers names that {@link CopyRule} selects to other servers,
 * and grants copies on request. {@link CopiedNames} keeps copied names from changing.
 *
 * <p>Only regular files with their bytes in the store and without an open writer are copied: they
 * change only by requests that the partition's lane decides in one commit batch.
 *
 * <p>Used on lanes only.
 */
public final class NameCopier implements PartitionOperation<CopyNameRequest, CopyNameResult> {
  private static final Logger LOG = LoggerFactory.getLogger(NameCopier.class);

  private static final int DURABLE_MILLIS = 5;

  /** A lost offer is repeated a second later. */
  private static final long OFFER_NANOS = 200_000_000L;

  private final ServerContext context;
  private final LeaseRecaller recalls;
  private final CopyRule rule;

  /** Creates a server's copier. */
  public NameCopier(ServerContext context, LeaseRecaller recalls, CopyRule rule) {
    this.context = context;
    this.recalls = recalls;
    this.rule = rule;
  }

  /** Offers hot names of a lane's partitions, and withdraws those that are not hot any more. */
  public void sweep(Lane lane, CommitBatch commitBatch) {
    if (!rule.isOn()) {
      return;
    }
    for (PartitionState partition : lane.partitions().loaded()) {
      boolean isWatched =
          partition.heat().isAboveMark() || partition.leases().copies().isAnyOffered();
      partition.heat().watchNames(isWatched);
      HotNames hot = partition.heat().names();
      if (hot != null) {
        sweep(partition, hot, commitBatch);
      }
    }
  }

  private void sweep(PartitionState partition, HotNames hot, CommitBatch commitBatch) {
    long now = commitBatch.nanosNow();
    CopiedNames copies = partition.leases().copies();
    long perSecond = partition.heat().perSecond();
    for (CopiedName name : copies.offered()) {
      if (!rule.staysHot(hot.perSecond(name.name()) + name.takeAnswered())) {
        name.withdraw();
      }
    }
    copies.forgetWithdrawn(now);
    if (copies.mayOffer(now)
        && partition.heat().isHotFor(CopyRule.HOT_NANOS, commitBatch.nanos())) {
      for (int i = 0; i < HotNames.SIZE; i++) {
        @Nullable Name name = hot.name(i);
        if (name != null && copies.find(name) == null && rule.isHot(hot.perSecond(i), perSecond)) {
          offer(partition, name, commitBatch);
        }
      }
    }
    hot.age();
    for (CopiedName name : copies.offered()) {
      offerToServers(partition, name, now);
    }
  }

  private void offer(PartitionState partition, Name name, CommitBatch commitBatch) {
    @Nullable Attributes file = copyable(partition, name, commitBatch);
    if (file != null
        && context.view().get().servers().size() > 1
        && partition.leases().copies().offered().size() < HotNames.SIZE) {
      LOG.info(
          "{} of {} is looked up often: offering copies of it to other servers", name, partition);
      partition.leases().copies().offer(name, file.inode());
    }
  }

  /** Offers a name to servers that have no copy of it. */
  private void offerToServers(PartitionState partition, CopiedName name, long nowNanos) {
    if (name.isWithdrawn() || !partition.leases().copies().mayOffer(nowNanos)) {
      return;
    }
    ClusterView now = context.view().get();
    int own = placeOf(now, context.view().self());
    // Clients know only the first COPY_PLACES servers of the view.
    int places = Math.min(now.servers().size(), LookupResult.COPY_PLACES);
    int others = Math.min(own < places ? places - 1 : places, CopyRule.MAX_SERVERS);
    for (int i = 1; i <= others; i++) {
      ServerInfo server = now.servers().get((own + i) % places);
      if (!name.isHeldBy(server.id(), nowNanos)) {
        context
            .messenger()
            .askServer(
                server.id(),
                new OfferCopyRequest(partition.directory(), partition.index(), name.name()),
                nowNanos + OFFER_NANOS)
            .thenAccept(answer -> LOG.trace("{} took the offer: {}", server.id(), answer));
      }
    }
  }

  /** The position in the view, or -1 if the server is not a member. */
  private static int placeOf(ClusterView view, ServerId server) {
    List<ServerInfo> servers = view.servers();
    for (int place = 0; place < servers.size(); place++) {
      if (servers.get(place).id().equals(server)) {
        return place;
      }
    }
    return -1;
  }

  @Override
  public Decision decide(
      CopyNameRequest request,
      Exchange<CopyNameResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    CopiedNames copies = partition.leases().copies();
    @Nullable CopiedName name = copies.find(request.name());
    if (name == null) {
      commitBatch.done(exchange, CopyNameResult.REFUSED);
      return Decision.TAKEN;
    }
    name.answered(request.answered());
    int place = placeOf(context.view().get(), request.server());
    @Nullable Attributes file = copyable(partition, name.name(), commitBatch);
    if (file == null || file.inode() != name.inode()) {
      name.withdraw();
    }
    if (file == null
        || name.isWithdrawn()
        || copies.isRecalled()
        || place < 0
        || place >= LookupResult.COPY_PLACES) {
      commitBatch.done(exchange, CopyNameResult.REFUSED);
    } else if (!copies.isDurable() || !name.isDurable()) {
      if (!copies.isOut()) {
        begin(partition, commitBatch);
      }
      makeDurable(partition, name, commitBatch);
      commitBatch.answer(exchange, new Answer.Retry<>(DURABLE_MILLIS));
    } else {
      if (!name.isGiven()) {
        context.counters().namesCopied().increment();
      }
      copies.grant(
          name,
          request.server(),
          place,
          commitBatch.nanosNow(),
          (server, lease, expires) -> recall(partition, server, lease, expires));
      commitBatch.done(
          exchange,
          new CopyNameResult(
              new NameCopy(CopiedNames.LEASE_MILLIS, WireAttributes.of(file), partition.owner())));
    }
    return Decision.TAKEN;
  }

  /** Stores the intent that copies exist; it must be durable before the first copy is granted. */
  private void begin(PartitionState partition, CommitBatch commitBatch) {
    CopiedNames copies = partition.leases().copies();
    long transaction = context.nextTransaction();
    LeaseIntent.store(partition, LeaseBook.Mode.COPY, 0, transaction, commitBatch);
    copies.begin(transaction, commitBatch.nanosNow());
  }

  /**
   * Syncs the intent and the entry that a copy of the name shows, which must not change from now
   * on. If that fails, no copy is granted, and the name is released as if its leases had expired.
   */
  private void makeDurable(PartitionState partition, CopiedName name, CommitBatch commitBatch) {
    if (!name.beginSync()) {
      return;
    }
    CopiedNames copies = partition.leases().copies();
    long transaction = copies.transaction();
    Lane lane = context.lanes().of(partition.slot());
    commitBatch.afterCommit(
        () ->
            context
                .syncs()
                .sync(
                    failure -> {
                      if (failure == null) {
                        lane.submit(later -> copies.stored(transaction, name));
                      } else {
                        LOG.warn(
                            "not granting copies of {} of {}", name.name(), partition, failure);
                      }
                    }));
  }

  private void recall(PartitionState partition, ServerId server, long lease, long expiresNanos) {
    context.counters().copiesRecalled().increment();
    context
        .messenger()
        .askServer(
            server, new RecallCopiesRequest(partition.directory(), partition.index()), expiresNanos)
        .thenAccept(
            answer -> {
              if (answer instanceof Answer.Done) {
                recalls.returnedByServer(lease);
              } else {
                LOG.warn(
                    "{} did not return its name copies of {}: changes wait until they expire",
                    server,
                    partition);
              }
            });
  }

  /** The attributes of the name's file if it may be copied, or null. */
  private @Nullable Attributes copyable(
      PartitionState partition, Name name, CommitBatch commitBatch) {
    if (context.view().state(partition.slot()) != SlotState.HELD
        || !partition.phase().isActive()
        || partition.isSplitting()
        || partition.splitIsDue()
        || partition.leases().delegation().isOut()
        || partition.hasFixedName()
        || !partition.owns(name)
        || partition.isBlockedHere(name)
        || partition.isUndecided(name)) {
      return null;
    }
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(name));
    @Nullable OpenState openState = partition.openState().find(name);
    boolean isPlain =
        found != null
            && found.type() == FileType.REGULAR
            && !found.has(Attributes.LINKED)
            && !found.has(Attributes.STORED);
    return isPlain && (openState == null || !openState.hasWriter()) ? found : null;
  }
}
