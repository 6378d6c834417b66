/**
 * The bytes of open files: buffering of small files until they are flushed to a server, the move of
 * growing files to a volume, and reads and writes of volumes.
 */
@NullMarked
package io.gigafs.client.data;

import org.jspecify.annotations.NullMarked;
