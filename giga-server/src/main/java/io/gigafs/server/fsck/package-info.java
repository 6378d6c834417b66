/**
 * Finds damage in the store of a running server: a background scan reads the store in small steps,
 * and the lane that owns a suspect row checks it again before it is reported.
 *
 * <p>A {@link io.gigafs.server.fsck.Rule} knows one kind of damage. The same rule decides about
 * suspects of the scan and about later requests that ask for them again.
 */
@NullMarked
package io.gigafs.server.fsck;

import org.jspecify.annotations.NullMarked;
