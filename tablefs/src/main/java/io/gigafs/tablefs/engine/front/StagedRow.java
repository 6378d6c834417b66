package io.gigafs.tablefs.engine.front;

/**
 * A row that the engine below does not have yet.
 *
 * @param value must not be changed
 * @param slot its slot in the {@link SlotArray}
 * @param tick the tick at which it was put
 */
record StagedRow(byte[] value, int slot, long tick) {}
