/** Access control lists, in the kernel's format and as text: acl(5). */
@NullMarked
package io.gigafs.cli.acl;

import org.jspecify.annotations.NullMarked;
