package io.gigafs.client;

import io.gigafs.protocol.Caller;

/**
 * A file that is to be made and opened.
 *
 * @param path for messages
 * @param place where
 * @param mode permission bits (07777), the umask applied
 * @param session of the handle
 */
record DelegatedOpening(
    GigaPath path,
    ResolvedPath place,
    Caller caller,
    int mode,
    long session,
    long handle,
    boolean reads,
    boolean writes,
    boolean appends) {}
