/** {@code giga status}: how the servers of a cluster are. */
@NullMarked
package io.gigafs.cli.status;

import org.jspecify.annotations.NullMarked;
