package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;

/** A view of the cluster. */
public record ClusterViewResult(ClusterView view) implements Result {}
