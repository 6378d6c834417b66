package io.gigafs.protocol;

/** What a successful answer holds. */
public interface Result {}
