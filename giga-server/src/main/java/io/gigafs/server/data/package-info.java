/**
 * File data on the server's side: small files that the store keeps beside their entries, and
 * objects on volumes.
 *
 * <p>Volumes: which are usable, where new objects go, how calls to them are scheduled, reads and
 * writes on behalf of clients, the server's part of the cache group, drains, and the deletion of
 * objects that no file has any more. Calls to volumes run off the lanes; their results return to
 * the file's lane, which decides the request again, because the file may have changed meanwhile.
 */
@NullMarked
package io.gigafs.server.data;

import org.jspecify.annotations.NullMarked;
