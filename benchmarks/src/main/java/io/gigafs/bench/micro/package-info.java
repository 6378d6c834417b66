/**
 * What do the small steps of Giga cost, in time and in bytes allocated? Each benchmark is one
 * question; {@code giga-bench micro} runs them.
 *
 * <p>JMH makes subclasses of a benchmark's class and sets its parameters: these are neither final
 * nor private.
 */
@NullMarked
package io.gigafs.bench.micro;

import org.jspecify.annotations.NullMarked;
