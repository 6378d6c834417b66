/** Transfer of partitions and slots to another server. */
@NullMarked
package io.gigafs.protocol.migration;

import org.jspecify.annotations.NullMarked;
