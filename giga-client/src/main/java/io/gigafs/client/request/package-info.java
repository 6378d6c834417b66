/**
 * How does a request reach its server? One operation and its deadline, the cluster view and the
 * partition maps that route its requests, retries, and sequence numbers of mutations.
 */
@NullMarked
package io.gigafs.client.request;

import org.jspecify.annotations.NullMarked;
