package io.gigafs.client.tree;

import io.gigafs.client.Target;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;

/**
 * A directory to be listed. Immutable.
 *
 * @param target for messages
 * @param attributes whether entries come with all attributes
 */
public record ListedDirectory(InodeId id, Target target, Caller caller, boolean attributes) {}
