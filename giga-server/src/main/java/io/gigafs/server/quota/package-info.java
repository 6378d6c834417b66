/**
 * Quotas of directories: how servers ask for what they may use of one, and how its home gives it.
 *
 * <p>The home of a quota is the holder of partition 0 of the directory that has it.
 */
@NullMarked
package io.gigafs.server.quota;

import org.jspecify.annotations.NullMarked;
