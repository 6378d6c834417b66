package io.gigafs.cache.service;

import java.io.IOException;

/** A cache server answered that it failed a request. The connection is as good as before. */
final class CacheServiceException extends IOException {
  private static final long serialVersionUID = 1;

  CacheServiceException(String message) {
    super(message);
  }
}
