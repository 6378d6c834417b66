/**
 * Futures, and the deadline of a call, which continuations restore on other threads. Uses no other
 * package.
 */
@NullMarked
package io.gigafs.concurrent;

import org.jspecify.annotations.NullMarked;
