package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ServerId;

/**
 * All nodes of a cluster, below its chroot. Each holds one JSON object of {@link ClusterRecords}.
 *
 * <pre>
 *   node          holds         life         written by
 *   /format       Format        persistent   the formatter, once
 *   /members/ID   Member        persistent   a server, when it joins for the first time, until it
 *                                            is removed
 *   /servers/ID   Registration  ephemeral    a server, while it is present
 *   /leader/...   (no JSON)     ephemeral    Curator's leader latch
 *   /secret       Secret        persistent   the first server that needs it, once
 *   /view         View          persistent   any server, by compare-and-set on the node's version
 * </pre>
 */
record ClusterPaths(String chroot) {
  String format() {
    return chroot + "/format";
  }

  String members() {
    return chroot + "/members";
  }

  String member(ServerId id) {
    return members() + "/" + id;
  }

  String servers() {
    return chroot + "/servers";
  }

  String server(ServerId id) {
    return servers() + "/" + id;
  }

  String leader() {
    return chroot + "/leader";
  }

  String secret() {
    return chroot + "/secret";
  }

  String view() {
    return chroot + "/view";
  }
}
