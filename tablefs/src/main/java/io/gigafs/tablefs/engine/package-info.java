/**
 * The interface between the store and an ordered key-value engine.
 *
 * <p>The store defines what rows mean; an engine defines how they are stored. An engine keeps the
 * rows of the schema's column families in unsigned byte order, writes several rows atomically, and
 * imports and exports ranges as sorted files.
 */
@NullMarked
package io.gigafs.tablefs.engine;

import org.jspecify.annotations.NullMarked;
