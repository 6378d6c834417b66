/**
 * The load generator: workloads on directories and files, the threads that send them, and what was
 * measured.
 *
 * <p>{@link io.gigafs.load.LoadGenerator} sends the next request when an answer arrives, {@link
 * io.gigafs.load.OpenLoop} at fixed times. {@link io.gigafs.load.DataBench} and {@link
 * io.gigafs.load.MountBench} compare Giga with a local directory. The commands of {@code giga
 * bench}, {@code giga demo} and the experiments of {@code giga-bench} use it; results have no text
 * here, so this package does not use the command line.
 */
@NullMarked
package io.gigafs.load;

import org.jspecify.annotations.NullMarked;
