/**
 * How does a cache keep its blocks on the local disk, so that they are served from the page cache
 * and outlive the process?
 *
 * <p>Bytes are appended to segment files; an index in memory says where each block is, and a log of
 * its changes lets the next process load it without reading the bytes. The files, the invariants
 * and what a crash leaves are in docs/architecture.md, <i>Block cache: the native store</i>.
 */
@NullMarked
package io.gigafs.cache.segment;

import org.jspecify.annotations.NullMarked;
