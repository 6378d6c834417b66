/**
 * The bytes of small files, which the store keeps beside their entries: what is read, written and
 * cut. Pure rules over a batch: who may do it, and what it costs of a quota, is asked elsewhere.
 */
@NullMarked
package io.gigafs.server.content;

import org.jspecify.annotations.NullMarked;
