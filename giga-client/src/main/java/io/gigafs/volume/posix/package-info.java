/**
 * Volumes that are directories of a mounted file system, {@code posix:///path}: PanFS, NFS, or any
 * other that all servers and clients have at the same place.
 */
@NullMarked
package io.gigafs.volume.posix;

import org.jspecify.annotations.NullMarked;
