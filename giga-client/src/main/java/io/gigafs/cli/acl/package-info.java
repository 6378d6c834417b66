/** What is in an access control list, as the kernel keeps it and as people write it: acl(5). */
@NullMarked
package io.gigafs.cli.acl;

import org.jspecify.annotations.NullMarked;
