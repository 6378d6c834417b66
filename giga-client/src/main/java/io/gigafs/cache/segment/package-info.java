/**
 * The native store: blocks on the local disk, served from the page cache, which outlive the
 * process.
 *
 * <p>Bytes are appended to segment files. An index in memory has the location of each block, and a
 * log of its changes lets the next process load the index without reading the bytes. The files, the
 * invariants and the state after a crash are described in docs/design/block-cache.md.
 */
@NullMarked
package io.gigafs.cache.segment;

import org.jspecify.annotations.NullMarked;
