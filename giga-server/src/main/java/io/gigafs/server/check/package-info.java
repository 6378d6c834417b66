/**
 * What is wrong in the store of a server that serves: bites of it are read in the background, and
 * whatever looks wrong is looked at once more on the lane that owns it.
 *
 * <p>A {@link io.gigafs.server.check.Rule} knows one kind of damage. What a scan suspects, and what
 * a later request asks about again, is decided by the same rule.
 */
@NullMarked
package io.gigafs.server.check;

import org.jspecify.annotations.NullMarked;
