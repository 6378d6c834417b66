/** Moves of slots between servers while the cluster serves. */
@NullMarked
package io.gigafs.server.move;

import org.jspecify.annotations.NullMarked;
