package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/**
 * A directory whose entry moves.
 *
 * @param parent the directory that holds the entry afterwards, under that name
 * @param oldParent the one that holds it before, under the old name
 */
public record MovedDirectory(
    InodeId directory, InodeId parent, Name name, InodeId oldParent, Name oldName) {}
