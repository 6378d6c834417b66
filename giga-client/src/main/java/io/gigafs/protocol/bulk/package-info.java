/**
 * Requests about many names of one directory at once: creates, small files, and restored entries.
 * All but gathered creates are about names of one partition.
 */
@NullMarked
package io.gigafs.protocol.bulk;

import org.jspecify.annotations.NullMarked;
