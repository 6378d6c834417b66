package io.gigafs.cluster;

/**
 * A slot move in progress. The slot table already names the new owner; partitions that have not
 * been transferred yet are still on the server that the slot comes from.
 *
 * @param from the member that gives the slot away
 * @param since the epoch of the view that started the move, which distinguishes it from other moves
 *     of the same slot
 */
public record SlotMove(int slot, ServerId from, long since) {}
