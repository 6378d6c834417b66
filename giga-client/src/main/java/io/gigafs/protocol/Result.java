package io.gigafs.protocol;

/** The content of a successful answer. */
public interface Result {}
