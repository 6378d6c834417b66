package io.gigafs.server.transaction;

import io.gigafs.server.access.XattrName;
import org.jspecify.annotations.Nullable;

/**
 * A change of an extended attribute other than an access control list.
 *
 * @param value null to remove it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record XattrChange(XattrName name, byte @Nullable [] value) {}
