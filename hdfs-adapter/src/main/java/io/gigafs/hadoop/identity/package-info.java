/** Maps Hadoop users to callers, and owners and groups of files to names. */
@NullMarked
package io.gigafs.hadoop.identity;

import org.jspecify.annotations.NullMarked;
