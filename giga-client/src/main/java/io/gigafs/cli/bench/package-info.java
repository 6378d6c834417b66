/** {@code giga bench}: the options of its operations, which {@link io.gigafs.load} runs. */
@NullMarked
package io.gigafs.cli.bench;

import org.jspecify.annotations.NullMarked;
