/** {@code giga admin}: what operators do to the servers of a cluster. */
@NullMarked
package io.gigafs.cli.admin;

import org.jspecify.annotations.NullMarked;
