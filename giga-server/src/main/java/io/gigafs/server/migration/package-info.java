/**
 * How partitions change servers while the cluster serves: a partition gives half of its names to a
 * new one ({@link io.gigafs.server.migration.Splitter}), slots move with all of their partitions
 * ({@link io.gigafs.server.migration.SlotImporter}, {@link
 * io.gigafs.server.migration.SlotExporter}), and both extract, upload and install rows.
 */
@NullMarked
package io.gigafs.server.migration;

import org.jspecify.annotations.NullMarked;
