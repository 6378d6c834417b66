/** Files of a mount that are on no server: what they tell is made up when they are opened. */
@NullMarked
package io.gigafs.fuse.virtual;

import org.jspecify.annotations.NullMarked;
