/**
 * The seam between the store and an ordered key-value engine.
 *
 * <p>The store above knows what rows mean; an engine below knows how rows are kept. An engine keeps
 * rows of the schema's column families in unsigned byte order, writes several of them atomically,
 * and moves ranges of them as sorted files.
 */
@NullMarked
package io.gigafs.tablefs.engine;

import org.jspecify.annotations.NullMarked;
