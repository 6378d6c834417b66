package io.gigafs.server.fsck;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.HeadersRequest.HeadersResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import io.gigafs.server.partition.HeaderOwner;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Headers of partitions on all servers: answers requests about this server's, and asks for the
 * others. Thread-safe.
 */
final class Headers {
  /** Maximum number of headers in one request, as one commit batch reads them. */
  private static final int MAX_ASKED = 256;

  private final CheckTasks tasks;
  private final ServerContext context;

  Headers(CheckTasks tasks) {
    this.tasks = tasks;
    this.context = tasks.context();
  }

  /** Answers with facts about partitions of this server. */
  void answer(HeadersRequest request, Exchange<HeadersResult> exchange) {
    if (request.certain()) {
      tasks
          .inTurn(request.slot(), commitBatch -> inTurn(request))
          .whenComplete((facts, failure) -> answer(exchange, facts, failure));
    } else {
      tasks
          .background()
          .execute(
              () -> {
                try {
                  answer(exchange, stored(request), null);
                } catch (StoreException e) {
                  answer(exchange, null, e);
                }
              });
    }
  }

  private static void answer(
      Exchange<HeadersResult> exchange,
      @Nullable List<HeaderFacts> facts,
      @Nullable Throwable failure) {
    exchange.answer(
        facts == null
            ? new Answer.Failed<>(ErrorCode.EIO, "headers could not be read: " + failure)
            : new Answer.Done<>(new HeadersResult(facts)));
  }

  private List<HeaderFacts> inTurn(HeadersRequest request) {
    List<HeaderFacts> facts = new ArrayList<>();
    for (PartitionId each : request.partitions()) {
      facts.add(inTurn(request.slot(), each));
    }
    return facts;
  }

  private HeaderFacts inTurn(int slot, PartitionId id) {
    if (isOnItsWay(slot)) {
      return HeaderFacts.UNREADABLE;
    }
    try {
      PartitionState partition =
          context.lanes().of(slot).partitions().find(id.directory(), id.partition());
      return partition == null
          ? HeaderFacts.ABSENT
          : facts(partition.header(), partition.isSplitting());
    } catch (CorruptRowException | IllegalArgumentException e) {
      return HeaderFacts.UNREADABLE;
    }
  }

  private List<HeaderFacts> stored(HeadersRequest request) {
    List<HeaderFacts> facts = new ArrayList<>();
    for (PartitionId each : request.partitions()) {
      facts.add(
          stored(
              new PartitionKey(
                  request.slot(), each.directory().value(), each.partition().value())));
    }
    return facts;
  }

  /** Whether the slot is moving: partitions that are not here may be at the other server. */
  private boolean isOnItsWay(int slot) {
    return context.view().state(slot) != SlotState.HELD;
  }

  private HeaderFacts stored(PartitionKey key) {
    if (isOnItsWay(key.slot())) {
      return HeaderFacts.UNREADABLE;
    }
    try {
      PartitionHeader header = context.store().getPartition(key);
      return header == null ? HeaderFacts.ABSENT : facts(header, false);
    } catch (CorruptRowException | IllegalArgumentException e) {
      return HeaderFacts.UNREADABLE;
    }
  }

  private static HeaderFacts facts(PartitionHeader header, boolean busy) {
    return new HeaderFacts(
        HeaderFacts.State.PRESENT,
        busy,
        header.state() == PartitionHeader.State.ACTIVE,
        header.depth(),
        PartitionMap.decode(header.map()),
        HeaderOwner.of(header));
  }

  /**
   * Asks the owners of partitions, all at once. Those of a moving slot count as unreadable.
   *
   * @param certain whether the owners read on their lanes
   * @return all of them, or an {@link UncheckedPartException}
   */
  CompletableFuture<Map<PartitionId, HeaderFacts>> ask(
      Collection<PartitionId> partitions, boolean certain) {
    Map<Integer, List<PartitionId>> bySlot = new TreeMap<>();
    for (PartitionId each : partitions) {
      bySlot
          .computeIfAbsent(
              context.view().slotOf(each.directory(), each.partition()), none -> new ArrayList<>())
          .add(each);
    }
    List<CompletableFuture<Map<PartitionId, HeaderFacts>>> asked = new ArrayList<>();
    bySlot.forEach(
        (slot, all) -> {
          for (int i = 0; i < all.size(); i += MAX_ASKED) {
            asked.add(
                ask(
                    slot,
                    List.copyOf(all.subList(i, Math.min(all.size(), i + MAX_ASKED))),
                    certain));
          }
        });
    return Futures.results(asked)
        .thenApply(
            parts -> {
              Map<PartitionId, HeaderFacts> all = new HashMap<>();
              parts.forEach(all::putAll);
              return all;
            });
  }

  private CompletableFuture<Map<PartitionId, HeaderFacts>> ask(
      int slot, List<PartitionId> partitions, boolean certain) {
    if (tasks.isMoving(slot)) {
      return CompletableFuture.completedFuture(
          partitions.stream().collect(Collectors.toMap(id -> id, id -> HeaderFacts.UNREADABLE)));
    }
    return tasks
        .askSlot(slot, new HeadersRequest(slot, certain, partitions))
        .thenApply(
            answer -> {
              if (!(answer instanceof Answer.Done<HeadersResult> done)
                  || done.result().headers().size() != partitions.size()) {
                throw new UncheckedPartException(
                    "partitions of slot " + slot + " could not be asked for: " + why(answer));
              }
              Map<PartitionId, HeaderFacts> facts = new HashMap<>();
              for (int i = 0; i < partitions.size(); i++) {
                facts.put(partitions.get(i), done.result().headers().get(i));
              }
              return facts;
            });
  }

  static String why(@Nullable Answer<?> answer) {
    return answer instanceof Answer.Failed<?> failed
        ? failed.code() + " " + failed.detail()
        : String.valueOf(answer);
  }

  /** Asks for a single one. */
  CompletableFuture<HeaderFacts> ask(InodeId directory, PartitionIndex partition, boolean certain) {
    PartitionId id = new PartitionId(directory, partition);
    return ask(List.of(id), certain).thenApply(facts -> facts.getOrDefault(id, HeaderFacts.ABSENT));
  }
}
