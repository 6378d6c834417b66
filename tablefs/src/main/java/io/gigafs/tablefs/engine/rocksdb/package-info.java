/**
 * The engine on RocksDB: the only package of the product that imports {@code org.rocksdb}.
 *
 * <p>Every native object has one owner here that closes it; {@link
 * io.gigafs.tablefs.engine.rocksdb.NativeHandles} counts them.
 */
@NullMarked
package io.gigafs.tablefs.engine.rocksdb;

import org.jspecify.annotations.NullMarked;
