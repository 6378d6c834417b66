/**
 * How does a namespace leave one cluster and enter another? The commands {@code giga admin dump}
 * and {@code giga admin load}, and the format between them, which docs/dump-format.md draws.
 */
@NullMarked
package io.gigafs.cli.dump;

import org.jspecify.annotations.NullMarked;
