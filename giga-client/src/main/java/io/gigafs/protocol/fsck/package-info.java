/** Checks of a cluster, what they find, and the repairs. */
@NullMarked
package io.gigafs.protocol.fsck;

import org.jspecify.annotations.NullMarked;
