/** Extended attributes and access control lists of files, as attr(1) and acl(5) show them. */
@NullMarked
package io.gigafs.cli.fs.xattr;

import org.jspecify.annotations.NullMarked;
