/**
 * Commands of {@code giga} on machines with the server installed: run a server, format a cluster,
 * and try a whole cluster on one machine.
 */
@NullMarked
package io.gigafs.server.command;

import org.jspecify.annotations.NullMarked;
