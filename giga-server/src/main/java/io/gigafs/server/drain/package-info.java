/** Moves the bytes of files away from volumes that are drained. */
@NullMarked
package io.gigafs.server.drain;

import org.jspecify.annotations.NullMarked;
