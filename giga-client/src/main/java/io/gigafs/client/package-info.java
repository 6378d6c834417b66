/** The client: one method per file operation, path resolution, caches and redirects. */
@NullMarked
package io.gigafs.client;

import org.jspecify.annotations.NullMarked;
