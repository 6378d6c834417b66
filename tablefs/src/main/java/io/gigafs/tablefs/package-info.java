/**
 * One node's metadata store: what is kept about the entries of a directory, and how ranges of it
 * move.
 *
 * <p>The store knows nothing of networks or of other servers. It can be used alone as an embedded
 * library.
 */
@NullMarked
package io.gigafs.tablefs;

import org.jspecify.annotations.NullMarked;
