package io.gigafs.cache.segment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The segments that a store begins with.
 *
 * @param files all
 * @param free files without a segment
 * @param full segments in the order in which they were begun
 * @param active the youngest, if it has room
 * @param maxSequence the highest that was used
 * @param maxNumber the highest of a file
 */
record LoadedSegments(
    List<SegmentFile> files,
    List<SegmentFile> free,
    List<Segment> full,
    @Nullable Segment active,
    long maxSequence,
    int maxNumber) {}
