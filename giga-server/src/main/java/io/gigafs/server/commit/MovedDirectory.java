package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/**
 * A directory whose dentry moves.
 *
 * @param parent the directory of the dentry afterwards, under {@code name}
 * @param oldParent the directory of the dentry before, under {@code oldName}
 */
public record MovedDirectory(
    InodeId directory, InodeId parent, Name name, InodeId oldParent, Name oldName) {}
