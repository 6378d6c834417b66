/**
 * Changes of several names, wherever they are, that happen at once: a two-phase commit. What a step
 * does to one name is in {@code Steps}; who goes through the steps of a change is its coordinator,
 * the holder of the name that the change begins with.
 */
@NullMarked
package io.gigafs.server.commit;

import org.jspecify.annotations.NullMarked;
