package io.gigafs.tablefs;

import java.nio.file.Path;

/**
 * A sorted table file with the rows of one column family.
 *
 * @param family the family's name
 */
public record RangeFile(String family, Path path) {}
