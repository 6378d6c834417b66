package io.gigafs.bench.micro;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.SlotGate;
import io.gigafs.server.partition.SlotState;
import java.util.function.Consumer;

/** The slot gate of a single server: it serves all slots, and none is moving. */
record AllHeld(CurrentView current) implements SlotGate {
  @Override
  public SlotState state(int slot) {
    return current.state(slot);
  }

  @Override
  public ClusterView view() {
    return current.get();
  }

  @Override
  public boolean isNowhere(InodeId directory, PartitionIndex partition) {
    return true;
  }

  @Override
  public void fetch(InodeId directory, PartitionIndex partition, Consumer<Fetched> then) {
    then.accept(Fetched.NOWHERE);
  }
}
