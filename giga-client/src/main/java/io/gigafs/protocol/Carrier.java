package io.gigafs.protocol;

/** A message that carries a payload as its last element. */
public interface Carrier {
  Payload payload();
}
