/**
 * Volumes that are directories of a mounted file system, {@code posix:///path}: PanFS, NFS, or any
 * other that all servers and clients mount at the same path.
 */
@NullMarked
package io.gigafs.volume.posix;

import org.jspecify.annotations.NullMarked;
