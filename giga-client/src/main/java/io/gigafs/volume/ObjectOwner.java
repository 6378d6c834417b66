package io.gigafs.volume;

/**
 * The owner and permissions of an object.
 *
 * @param mode permission bits (0777)
 */
public record ObjectOwner(int uid, int gid, int mode) {}
