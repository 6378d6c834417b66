/**
 * A server's part in the cache group: which blocks of objects it holds for all clients, how each is
 * read from its volume once, and which clients may read it.
 */
@NullMarked
package io.gigafs.server.group;

import org.jspecify.annotations.NullMarked;
