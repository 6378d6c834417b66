package io.gigafs.cluster;

/** Host and port on which a server listens. */
public record Endpoint(String host, int port) {
  public Endpoint {
    if (host.isEmpty() || port < 0 || port > 65_535) {
      throw new IllegalArgumentException("no endpoint is '" + host + "' port " + port);
    }
  }

  /**
   * Parses HOST:PORT or [IPV6]:PORT.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      return new Endpoint(host, Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT", e);
    }
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
