package io.gigafs.tablefs;

import java.util.Arrays;

/**
 * A split or transaction in progress, replayed at start.
 *
 * @param slot the slot of the partition that coordinates it
 * @param transaction its id, unique in the cluster
 * @param body encoded by the coordinator
 */
@SuppressWarnings("ArrayRecordComponent") // encoded elsewhere; compared by content below
public record Intent(int slot, long transaction, byte[] body) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Intent that
        && slot == that.slot
        && transaction == that.transaction
        && Arrays.equals(body, that.body);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(transaction);
  }
}
