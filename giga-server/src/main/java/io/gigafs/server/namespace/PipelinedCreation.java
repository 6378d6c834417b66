package io.gigafs.server.namespace;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.bulk.PipelinedCreates;
import io.gigafs.protocol.namespace.CreateRequest;
import io.gigafs.rpc.CreatesExchange;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.RouteTable.PipelinedRoute;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.Lanes;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Decides pipelined creates: each lane decides those of its partitions, in one task and without
 * objects for each of them. This covers creates that simply make their file; those with another
 * outcome, or that have to wait, become requests by themselves. Thread-safe.
 */
final class PipelinedCreation implements PipelinedRoute {
  private final Lanes lanes;
  private final int slots;
  private final NewFile newFile;
  private final SplitTrigger splits;

  /**
   * The pipelined creation of a server.
   *
   * @param slots number of slots of the cluster
   */
  PipelinedCreation(Lanes lanes, int slots, NewFile newFile, SplitTrigger splits) {
    this.lanes = lanes;
    this.slots = slots;
    this.newFile = newFile;
    this.splits = splits;
  }

  @Override
  public void take(
      PipelinedCreates creates,
      CreatesExchange exchange,
      BiConsumer<CreateRequest, Exchange<EntryResult>> alone) {
    long[] places = placesOf(creates);
    int begin = 0;
    while (begin < places.length) {
      int lane = CreatePlace.laneOf(places[begin]);
      int end = begin + 1;
      while (end < places.length && CreatePlace.laneOf(places[end]) == lane) {
        end++;
      }
      Lane decider = lanes.all().get(lane);
      decider.submit(
          new CreatesTask(
              decider, newFile, splits, creates, slots, places, begin, end, exchange, alone));
      begin = end;
    }
  }

  /** The place of each create; those of one lane and partition are adjacent. */
  private long[] placesOf(PipelinedCreates creates) {
    long[] places = new long[creates.size()];
    for (int i = 0; i < places.length; i++) {
      PartitionIndex partition = creates.partition(i);
      int lane = lanes.numberOf(creates.directory().slotOf(partition, slots));
      places[i] = CreatePlace.of(lane, partition, i);
    }
    Arrays.sort(places);
    return places;
  }
}
