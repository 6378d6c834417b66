/**
 * Decisions of the operations on one partition: one class for each operation, no I/O of its own.
 */
@NullMarked
package io.gigafs.server.operation;

import org.jspecify.annotations.NullMarked;
