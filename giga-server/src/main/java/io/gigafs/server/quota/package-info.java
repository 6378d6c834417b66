/**
 * Quotas of directories: how servers request credit, and how a quota's home grants it.
 *
 * <p>The home of a quota is the server that owns partition 0 of the directory.
 */
@NullMarked
package io.gigafs.server.quota;

import org.jspecify.annotations.NullMarked;
