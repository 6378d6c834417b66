package io.gigafs.volume;

/**
 * The capabilities of a kind of storage.
 *
 * @param writesAnywhere whether bytes can be written at any offset, not only at the end
 * @param hasOwners whether objects have owners and permissions
 */
public record VolumeAbilities(boolean writesAnywhere, boolean hasOwners) {}
