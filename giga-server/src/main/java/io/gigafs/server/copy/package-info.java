/**
 * Copies of hot names at other servers: which names are copied, which servers have a copy, and
 * look-ups that are answered from copies.
 */
@NullMarked
package io.gigafs.server.copy;

import org.jspecify.annotations.NullMarked;
