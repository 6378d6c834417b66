/** Files of a mount that no server stores: their contents are produced when they are opened. */
@NullMarked
package io.gigafs.fuse.virtual;

import org.jspecify.annotations.NullMarked;
