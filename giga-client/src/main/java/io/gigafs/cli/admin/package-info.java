/** {@code giga admin}: operations on the servers of a cluster. */
@NullMarked
package io.gigafs.cli.admin;

import org.jspecify.annotations.NullMarked;
