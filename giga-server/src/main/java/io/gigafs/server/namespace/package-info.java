/**
 * Operations on names and directories: one class for each operation, which decides on one
 * partition; changes of several names are transactions.
 */
@NullMarked
package io.gigafs.server.namespace;

import org.jspecify.annotations.NullMarked;
