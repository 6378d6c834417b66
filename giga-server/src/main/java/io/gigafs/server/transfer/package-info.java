/** Transfer of partitions between servers: extract, upload, install. */
@NullMarked
package io.gigafs.server.transfer;

import org.jspecify.annotations.NullMarked;
