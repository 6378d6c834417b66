@NullMarked
package io.gigafs.client.data;

import org.jspecify.annotations.NullMarked;
