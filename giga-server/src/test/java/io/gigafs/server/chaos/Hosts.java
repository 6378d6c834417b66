package io.gigafs.server.chaos;

import io.gigafs.cluster.Endpoint;
import java.util.List;

/** The machines that a cluster's processes run on, by name. */
interface Hosts {
  /** The endpoint of a process on the host: the same each time. */
  Endpoint endpoint(String host);

  /** The prefix of a command that runs on the host. */
  List<String> inside(String host);
}
