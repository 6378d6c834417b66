package io.gigafs.client.tree;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;

/**
 * A directory to be listed. Immutable.
 *
 * @param path for messages
 * @param attributes whether entries come with all attributes
 */
public record ListedDirectory(InodeId id, GigaPath path, Caller caller, boolean attributes) {}
