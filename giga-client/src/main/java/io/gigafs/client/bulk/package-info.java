/** How are many names of one directory changed or read with few requests? */
@NullMarked
package io.gigafs.client.bulk;

import org.jspecify.annotations.NullMarked;
