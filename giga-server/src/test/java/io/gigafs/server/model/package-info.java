/** Compares random operations on a cluster with a model of a POSIX file system. */
@NullMarked
package io.gigafs.server.model;

import org.jspecify.annotations.NullMarked;
