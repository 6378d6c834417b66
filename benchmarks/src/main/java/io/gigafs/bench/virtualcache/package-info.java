/**
 * Compares Giga's cache with Redis, Memcached, LevelDB, Couchbase and OpenSearch in speed and in
 * supported values. The test in three stages of "Creating a virtual cache for LustreFS: a
 * comparison of key-value in-memory object storage systems" (Marcos Chávez, 2018).
 */
@NullMarked
package io.gigafs.bench.virtualcache;

import org.jspecify.annotations.NullMarked;
