package io.gigafs.fuse.mounting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs the inherited tests of a class by libfuse. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(LibFuseExtension.class)
public @interface OnLibFuse {
  /** Tests of what libfuse's path API cannot do. */
  Lacking[] lacking() default {};

  /** A test that is skipped. */
  @interface Lacking {
    /** The name of its method. */
    String test();

    /** What is missing: the first cell of a line of docs/mount.md, "What libfuse cannot do". */
    String because();
  }
}
