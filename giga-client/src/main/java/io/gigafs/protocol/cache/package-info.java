/** Blocks in a cache service, and blocks that a member of the cache group reads for a client. */
@NullMarked
package io.gigafs.protocol.cache;

import org.jspecify.annotations.NullMarked;
