/**
 * Permission checks: permission bits and access control lists, as defined by path_resolution(7) and
 * acl(5). Pure; used by clients and servers.
 */
@NullMarked
package io.gigafs.access;

import org.jspecify.annotations.NullMarked;
