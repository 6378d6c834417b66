package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a page.
 *
 * @param attributes null unless asked for; a directory's size, links and times are those of its
 *     entry
 */
public record ListedEntry(
    Name name, InodeId inode, FileType type, @Nullable FileAttributes attributes) {}
