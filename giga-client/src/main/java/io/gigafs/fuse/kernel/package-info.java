/**
 * Serves the kernel's FUSE protocol: decodes requests from /dev/fuse, calls the {@link
 * io.gigafs.fuse.binding.FuseFileSystem}, encodes replies, and runs the threads of a session.
 */
@NullMarked
package io.gigafs.fuse.kernel;

import org.jspecify.annotations.NullMarked;
