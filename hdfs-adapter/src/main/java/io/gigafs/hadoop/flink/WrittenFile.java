package io.gigafs.hadoop.flink;

import org.apache.flink.core.fs.RecoverableWriter.ResumeRecoverable;
import org.apache.hadoop.fs.Path;

/**
 * How far a file was written: what a checkpoint holds of it.
 *
 * @param target the name that it gets once it is complete
 * @param temporary the one that it has until then
 * @param position bytes that are on disks
 */
record WrittenFile(Path target, Path temporary, long position) implements ResumeRecoverable {}
