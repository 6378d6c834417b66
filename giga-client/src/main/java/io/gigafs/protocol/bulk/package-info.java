/**
 * Requests about many names of one partition at once: creation, small files, restored entries, and
 * creates that were pipelined.
 */
@NullMarked
package io.gigafs.protocol.bulk;

import org.jspecify.annotations.NullMarked;
