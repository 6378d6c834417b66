package io.gigafs.tablefs;

/**
 * The attributes of an entry, as of stat(2).
 *
 * @param inode never used for another file
 * @param mode permission bits with set-id and sticky bits (07777)
 * @param size bytes
 * @param accessedNanos atime, ns since the epoch; likewise modified (mtime) and changed (ctime)
 * @param device rdev of device nodes, 0 otherwise
 */
public record Attributes(
    long inode,
    FileType type,
    int mode,
    int uid,
    int gid,
    long size,
    int links,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long device) {}
