package io.gigafs.cache.service;

import java.io.IOException;

/** A request failed on the cache server. The connection is still usable. */
final class CacheServiceException extends IOException {
  private static final long serialVersionUID = 1;

  CacheServiceException(String message) {
    super(message);
  }
}
