/**
 * The commands that {@code giga} has where the server is installed: run a server, format a cluster,
 * and try it all out on one machine.
 */
@NullMarked
package io.gigafs.server.command;

import org.jspecify.annotations.NullMarked;
