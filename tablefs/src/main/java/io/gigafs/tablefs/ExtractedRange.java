package io.gigafs.tablefs;

import java.util.List;

/**
 * A range's rows outside the store.
 *
 * @param files empty for an empty range
 * @param counts sums over the entries among the rows
 */
public record ExtractedRange(List<RangeFile> files, EntryCounts counts) {}
