/** What does it cost that a create is on the disk, soon or before it is answered? */
@NullMarked
package io.gigafs.bench.durability;

import org.jspecify.annotations.NullMarked;
