/**
 * Microbenchmarks of the small steps of Giga: time and allocated bytes. {@code giga-bench micro}
 * runs them.
 *
 * <p>JMH generates subclasses of a benchmark's class and sets its parameters, so these are neither
 * final nor private.
 */
@NullMarked
package io.gigafs.bench.micro;

import org.jspecify.annotations.NullMarked;
