/**
 * Who may do what with a file: permission bits and access control lists, as path_resolution(7) and
 * acl(5) have them. Pure, and used by clients and servers alike.
 */
@NullMarked
package io.gigafs.access;

import org.jspecify.annotations.NullMarked;
