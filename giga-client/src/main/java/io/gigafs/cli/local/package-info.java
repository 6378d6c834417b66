/**
 * Native access to what Java's file API lacks: extended attributes of all namespaces, access
 * control lists, and raw targets of symbolic links.
 */
@NullMarked
package io.gigafs.cli.local;

import org.jspecify.annotations.NullMarked;
