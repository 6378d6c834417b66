/**
 * Open state of a partition's files: open handles, byte-range locks and locks of whole files.
 * Depends neither on lanes nor on messages. The rows are in the store's family for open state.
 */
@NullMarked
package io.gigafs.server.openstate;

import org.jspecify.annotations.NullMarked;
