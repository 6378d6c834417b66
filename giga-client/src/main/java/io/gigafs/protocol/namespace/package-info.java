/**
 * Requests about one name of a directory, and walks over its names: look-up, creation, attributes,
 * removal, rename, link, listing.
 */
@NullMarked
package io.gigafs.protocol.namespace;

import org.jspecify.annotations.NullMarked;
