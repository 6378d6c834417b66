package io.gigafs.tablefs.engine.staging;

/**
 * A row that the engine below does not have.
 *
 * @param value not to be changed
 * @param cell where it is kept
 * @param tick when it was put
 */
record StagedRow(byte[] value, int cell, long tick) {}
