package io.gigafs.tablefs;

import java.util.List;

/**
 * A range's rows outside the store.
 *
 * @param files none for an empty range
 * @param counts what the entries among them add up to
 */
public record ExtractedRange(List<RangeFile> files, EntryCounts counts) {}
