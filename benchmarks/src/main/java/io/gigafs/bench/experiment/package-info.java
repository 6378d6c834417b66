/**
 * The framework of experiments and their results. It is independent of the system that is measured:
 * experiments are in packages of their own beside this one.
 */
@NullMarked
package io.gigafs.bench.experiment;

import org.jspecify.annotations.NullMarked;
