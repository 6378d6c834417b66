package io.gigafs.client.lease;

import io.gigafs.client.Target;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;

/**
 * A file to be created and opened.
 *
 * @param target for messages
 * @param parent the directory of the name
 * @param mode permission bits (07777), the umask applied
 * @param session of the handle
 */
public record DelegatedOpening(
    Target target,
    DirectoryEntry parent,
    Name name,
    Caller caller,
    int mode,
    long session,
    long handle,
    boolean reads,
    boolean writes,
    boolean appends) {
  DirectoryKey key() {
    return new DirectoryKey(parent.id(), name);
  }
}
