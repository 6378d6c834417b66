package io.gigafs.volume;

/**
 * Whose an object is.
 *
 * @param mode permission bits (0777)
 */
public record ObjectOwner(int uid, int gid, int mode) {}
