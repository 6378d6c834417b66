/** How long after its start does a server serve what it holds? */
@NullMarked
package io.gigafs.bench.start;

import org.jspecify.annotations.NullMarked;
