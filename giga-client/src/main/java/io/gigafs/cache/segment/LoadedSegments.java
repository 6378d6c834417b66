package io.gigafs.cache.segment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a newly opened store.
 *
 * @param files all
 * @param free files without a segment
 * @param full segments in the order in which they were started
 * @param active the newest, if it has room
 * @param maxSequence the highest one in use
 * @param maxNumber the highest file number
 */
record LoadedSegments(
    List<SegmentFile> files,
    List<SegmentFile> free,
    List<Segment> full,
    @Nullable Segment active,
    long maxSequence,
    int maxNumber) {}
