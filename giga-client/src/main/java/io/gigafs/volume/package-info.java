/**
 * Storage for the bytes of large files: volumes, which are directories of the site's existing
 * storage, and the objects on them.
 *
 * <p>A kind of volume is a {@link io.gigafs.volume.VolumeProvider}, found by the scheme of the
 * volume's URI.
 */
@NullMarked
package io.gigafs.volume;

import org.jspecify.annotations.NullMarked;
