package io.gigafs.cache.adapter;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The address of a store, from its URI. Immutable.
 *
 * @param options of the URI's query
 */
record StoreAddress(URI uri, Map<String, String> options) {
  private static final List<String> OPTIONS = List.of("timeout", "capacity", "manager");

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** The connect timeout, unless the timeout of calls is shorter. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Parses a URI.
   *
   * @throws IllegalArgumentException with a user-readable message
   */
  static StoreAddress of(URI uri) {
    Map<String, String> options = new HashMap<>();
    if (uri.getQuery() != null) {
      for (String each : uri.getQuery().split("&", -1)) {
        int equals = each.indexOf('=');
        String name = equals < 0 ? each : each.substring(0, equals);
        if (equals < 0 || !OPTIONS.contains(name)) {
          throw new IllegalArgumentException(
              withoutPassword(uri)
                  + ": no option '"
                  + each
                  + "'; there are "
                  + String.join("=, ", OPTIONS)
                  + "=");
        }
        options.put(name, each.substring(equals + 1));
      }
    }
    return new StoreAddress(uri, Map.copyOf(options));
  }

  String host() {
    if (uri.getHost() == null) {
      throw new IllegalArgumentException(this + ": the URI has no host");
    }
    return uri.getHost();
  }

  int port(int fallback) {
    return uri.getPort() < 0 ? fallback : uri.getPort();
  }

  /** The path without its first slash; empty if there is none. */
  String path() {
    String path = uri.getPath();
    return path == null || path.isEmpty() ? "" : path.substring(1);
  }

  @Nullable String user() {
    String info = uri.getUserInfo();
    return info == null ? null : info.substring(0, colon(info));
  }

  @Nullable String password() {
    String info = uri.getUserInfo();
    return info == null || colon(info) == info.length() ? null : info.substring(colon(info) + 1);
  }

  private static int colon(String info) {
    int colon = info.indexOf(':');
    return colon < 0 ? info.length() : colon;
  }

  boolean isSecure() {
    return uri.getScheme().endsWith("s") && !uri.getScheme().equals("redis");
  }

  Duration timeout() {
    long millis = number("timeout", DEFAULT_TIMEOUT.toMillis());
    if (millis == 0) {
      throw new IllegalArgumentException(this + ": a timeout has at least 1 ms");
    }
    return Duration.ofMillis(millis);
  }

  Duration connectTimeout() {
    return timeout().compareTo(CONNECT_TIMEOUT) < 0 ? timeout() : CONNECT_TIMEOUT;
  }

  long number(String option, long fallback) {
    String text = options.get(option);
    if (text == null) {
      return fallback;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number <= (option.equals("timeout") ? Integer.MAX_VALUE : number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Rejected below, like a negative number.
    }
    throw new IllegalArgumentException(this + ": " + option + " cannot be '" + text + "'");
  }

  /** The readable form, without the password. */
  @Override
  public String toString() {
    return withoutPassword(uri);
  }

  static String withoutPassword(URI uri) {
    return uri.toString().replaceFirst("//[^/@]*@", "//");
  }
}
