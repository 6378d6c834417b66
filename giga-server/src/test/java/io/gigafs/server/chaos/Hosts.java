package io.gigafs.server.chaos;

import io.gigafs.cluster.Endpoint;
import java.util.List;

/** The machines that a cluster's processes run on, by name. */
interface Hosts {
  /** Where a process of the host listens: the same each time. */
  Endpoint endpoint(String host);

  /** What stands in front of a command that runs on the host. */
  List<String> inside(String host);
}
