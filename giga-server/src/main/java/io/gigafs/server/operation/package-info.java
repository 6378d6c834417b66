/** What each operation on one partition decides: one class per operation, no I/O of its own. */
@NullMarked
package io.gigafs.server.operation;

import org.jspecify.annotations.NullMarked;
