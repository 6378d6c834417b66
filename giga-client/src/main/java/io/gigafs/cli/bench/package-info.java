/**
 * {@code giga bench}: how many operations of a kind a cluster does, and how long one takes; and the
 * generator of load beneath it.
 */
@NullMarked
package io.gigafs.cli.bench;

import org.jspecify.annotations.NullMarked;
