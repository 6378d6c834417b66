/** Listings, and operations on whole directory trees: sums and quotas. */
@NullMarked
package io.gigafs.client.tree;

import org.jspecify.annotations.NullMarked;
