package io.gigafs.tablefs;

/**
 * A split or transaction under way, replayed at start.
 *
 * @param slot the slot of the partition that coordinates it
 * @param transaction its id, unique in the cluster
 * @param body encoded by the coordinator
 */
public record Intent(int slot, long transaction, byte[] body) {}
