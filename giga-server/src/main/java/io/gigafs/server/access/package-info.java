/**
 * What Linux has callers do with files: which changes are refused and with which error, and what
 * comes of those that are not. Pure; who may read, write and execute what is {@link
 * io.gigafs.access}.
 */
@NullMarked
package io.gigafs.server.access;

import org.jspecify.annotations.NullMarked;
