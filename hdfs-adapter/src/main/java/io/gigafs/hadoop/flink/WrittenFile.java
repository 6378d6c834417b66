package io.gigafs.hadoop.flink;

import org.apache.flink.core.fs.RecoverableWriter.ResumeRecoverable;
import org.apache.hadoop.fs.Path;

/**
 * The state of a written file in a checkpoint.
 *
 * @param target the final name
 * @param temporary the name until the file is complete
 * @param position number of bytes that are on disks
 */
record WrittenFile(Path target, Path temporary, long position) implements ResumeRecoverable {}
