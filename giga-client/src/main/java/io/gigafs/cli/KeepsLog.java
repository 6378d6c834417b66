package io.gigafs.cli;

/**
 * Marks a long-running command that keeps a log. Other commands print only their output and one
 * line for each error, so log messages of libraries are dropped.
 */
public interface KeepsLog {}
