/**
 * The cluster's volumes as one server sees them: which are well, where new files go, who may call
 * them when, and how files leave a volume that is drained.
 */
@NullMarked
package io.gigafs.server.volume;

import org.jspecify.annotations.NullMarked;
