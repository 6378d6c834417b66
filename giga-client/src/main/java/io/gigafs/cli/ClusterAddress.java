package io.gigafs.cli;

import io.gigafs.cluster.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The address of a cluster, {@code giga://HOST:PORT[,HOST:PORT...]/}: any servers of it, from which
 * the cluster view is read.
 */
public record ClusterAddress(List<Endpoint> contacts) {
  public static final String SCHEME = "giga://";

  public ClusterAddress {
    contacts = List.copyOf(contacts);
  }

  /**
   * Parses an address; the scheme and the final slash are optional.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static ClusterAddress parse(String text) {
    String rest = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
    if (rest.endsWith("/")) {
      rest = rest.substring(0, rest.length() - 1);
    }
    if (rest.isEmpty() || rest.indexOf('/') >= 0) {
      throw new IllegalArgumentException("'" + text + "' is not giga://HOST:PORT[,HOST:PORT...]/");
    }
    List<Endpoint> contacts = new ArrayList<>();
    for (String contact : rest.split(",", -1)) {
      contacts.add(Endpoint.parse(contact));
    }
    return new ClusterAddress(contacts);
  }

  @Override
  public String toString() {
    return contacts.stream().map(Endpoint::toString).collect(Collectors.joining(",", SCHEME, "/"));
  }
}
