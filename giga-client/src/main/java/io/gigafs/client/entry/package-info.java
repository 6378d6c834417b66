/** One class for each operation on the entry that a target names. */
@NullMarked
package io.gigafs.client.entry;

import org.jspecify.annotations.NullMarked;
