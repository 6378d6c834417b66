@NullMarked
package io.gigafs.server.commit;

import org.jspecify.annotations.NullMarked;
