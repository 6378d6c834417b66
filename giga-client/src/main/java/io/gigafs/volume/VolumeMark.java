package io.gigafs.volume;

import java.util.UUID;

/**
 * What stands at the root of a volume, so that it is never taken for another one, nor an empty
 * mount point for it.
 *
 * @param volume the volume's number in its cluster
 */
public record VolumeMark(UUID clusterId, int volume) {}
