/**
 * Where does a path lead? Resolution from the root or from an inode id, lookups of single names,
 * and the attributes that a directory's partitions share.
 */
@NullMarked
package io.gigafs.client.lookup;

import org.jspecify.annotations.NullMarked;
