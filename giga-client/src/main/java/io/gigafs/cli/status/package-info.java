/** {@code giga status}: shows the state of the servers of a cluster. */
@NullMarked
package io.gigafs.cli.status;

import org.jspecify.annotations.NullMarked;
