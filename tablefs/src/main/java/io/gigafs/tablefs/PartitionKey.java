package io.gigafs.tablefs;

/**
 * The key of a partition header. The slot comes first, so that a slot's partitions are one range.
 *
 * @param slot 0..65,535
 * @param index the GIGA+ index of the partition, 0..65,535
 */
public record PartitionKey(int slot, long directory, int index) {}
