/**
 * The {@code giga} command: what starts it, how it finds its commands, and what every command is
 * handed (streams, environment, identity, a way to a cluster).
 *
 * <p>Commands themselves live below ({@code .fs}, {@code .status}, {@code .bench}) and in other
 * modules; they are found by {@link java.util.ServiceLoader}, so nothing here imports them.
 */
@NullMarked
package io.gigafs.cli;

import org.jspecify.annotations.NullMarked;
