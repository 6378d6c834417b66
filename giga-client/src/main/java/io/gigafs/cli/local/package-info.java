/**
 * What the machine's own file systems know of a file that Java does not tell: extended attributes
 * of all namespaces, access control lists, the bytes of a symbolic link.
 */
@NullMarked
package io.gigafs.cli.local;

import org.jspecify.annotations.NullMarked;
