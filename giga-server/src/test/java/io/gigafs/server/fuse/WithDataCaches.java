package io.gigafs.server.fuse;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The mounts of {@link MountedDirectory#mountElsewhere} have data caches. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(WithDataCaches.Extension.class)
@interface WithDataCaches {
  /** Enables data caches for mounts created between the first and the last test of a class. */
  final class Extension implements BeforeAllCallback, AfterAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      MountedDirectory.setCaching(true);
    }

    @Override
    public void afterAll(ExtensionContext context) {
      MountedDirectory.setCaching(false);
    }
  }
}
