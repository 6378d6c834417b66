package io.gigafs.hadoop;

import io.gigafs.cluster.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * The authority of a {@code giga://} URI: the name of a configured cluster, or a list of servers.
 */
record ClusterName(String authority) {
  /** The cluster of a URI. */
  static ClusterName of(URI uri) throws IOException {
    String authority = uri.getAuthority();
    if (authority == null || authority.isEmpty()) {
      throw new IOException(
          "'" + uri + "' names no cluster: use giga://HOST:PORT[,HOST:PORT...]/ or giga://NAME/");
    }
    return new ClusterName(authority);
  }

  /** Servers from which to read the cluster's view. */
  List<Endpoint> servers(Configuration conf) throws IOException {
    String key = String.format(GigaKeys.SERVERS, authority);
    String[] configured = conf.getTrimmedStrings(key);
    boolean named = configured.length > 0;
    Stream<String> servers = Stream.of(named ? configured : authority.split(",", -1));
    try {
      return servers.map(Endpoint::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          named
              ? key + " is not HOST:PORT[,HOST:PORT...]"
              : "giga://" + authority + "/ is not HOST:PORT[,HOST:PORT...], nor is " + key + " set",
          e);
    }
  }
}
