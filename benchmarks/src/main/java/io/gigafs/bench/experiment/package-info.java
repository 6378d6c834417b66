/**
 * What is an experiment, and what does a run of one leave behind? Knows nothing of what is
 * measured: experiments are in packages of their own beside this one.
 */
@NullMarked
package io.gigafs.bench.experiment;

import org.jspecify.annotations.NullMarked;
