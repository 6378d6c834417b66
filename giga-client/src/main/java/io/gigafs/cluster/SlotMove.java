package io.gigafs.cluster;

/**
 * A slot that is on its way to the server that holds it by the slot table: partitions that have not
 * arrived there are still with the server that it comes from.
 *
 * @param from the member that gives the slot away
 * @param since the epoch of the view with which the move began, which tells it from other moves of
 *     the slot
 */
public record SlotMove(int slot, ServerId from, long since) {}
