/** Blocks from the cache group: which member has a block, with which permit. */
@NullMarked
package io.gigafs.client.group;

import org.jspecify.annotations.NullMarked;
