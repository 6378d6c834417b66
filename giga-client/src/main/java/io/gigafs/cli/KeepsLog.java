package io.gigafs.cli;

/**
 * A command that runs for long and keeps a log. All others say nothing but their output, and one
 * line for each error, so what libraries would log is dropped.
 */
public interface KeepsLog {}
