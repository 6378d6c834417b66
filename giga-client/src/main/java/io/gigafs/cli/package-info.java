/**
 * The {@code giga} command: how it starts, how it finds its commands, and the environment of every
 * command (streams, variables, identity, a way to connect).
 *
 * <p>The commands are in subpackages ({@code .fs}, {@code .status}, {@code .bench}) and in other
 * modules; they are found by {@link java.util.ServiceLoader}, so nothing here imports them.
 */
@NullMarked
package io.gigafs.cli;

import org.jspecify.annotations.NullMarked;
