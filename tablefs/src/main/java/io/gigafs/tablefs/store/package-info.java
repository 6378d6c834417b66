/** The store over an engine, and how one is opened: {@link io.gigafs.tablefs.store.Stores}. */
@NullMarked
package io.gigafs.tablefs.store;

import org.jspecify.annotations.NullMarked;
