package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The outcome of one entry of many: an inode id or an error, never both. */
public record BulkOutcome(@Nullable InodeId inode, @Nullable ErrorCode error) {}
