/**
 * How a server takes part in the cache group: which blocks of objects it holds for all clients, how
 * each comes from its volume once, and who may have it.
 */
@NullMarked
package io.gigafs.server.group;

import org.jspecify.annotations.NullMarked;
