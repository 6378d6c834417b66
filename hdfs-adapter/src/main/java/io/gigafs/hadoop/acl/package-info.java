/** Stores Hadoop's access control lists as those of acl(5). */
@NullMarked
package io.gigafs.hadoop.acl;

import org.jspecify.annotations.NullMarked;
