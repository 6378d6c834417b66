/**
 * The bytes of small files, which the store keeps beside their entries, and the rows of files on
 * volumes. Rules over a batch: permissions and quotas are checked elsewhere.
 */
@NullMarked
package io.gigafs.server.content;

import org.jspecify.annotations.NullMarked;
