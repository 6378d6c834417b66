/** How fast is Giga, and does it do what the papers measured? */
@NullMarked
package io.gigafs.bench;

import org.jspecify.annotations.NullMarked;
