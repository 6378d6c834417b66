package io.gigafs.client;

import io.gigafs.protocol.Caller;

/**
 * A file to be created and opened.
 *
 * @param path for messages
 * @param place the resolved path
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
