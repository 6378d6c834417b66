package io.gigafs.tablefs;

/**
 * Where a partition header is kept: by slot first, so that a slot's partitions are one range.
 *
 * @param slot 0..65,535
 * @param index the GIGA+ index of the partition, 0..65,535
 */
public record PartitionKey(int slot, long directory, int index) {}
