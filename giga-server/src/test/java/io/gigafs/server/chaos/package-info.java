/** Tests of whether clusters of real processes keep acknowledged changes under faults. */
@NullMarked
package io.gigafs.server.chaos;

import org.jspecify.annotations.NullMarked;
