package io.gigafs.cli.fs.copy;

import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.protocol.FileAttributes;

/** A file of a cluster that is copied, with the attributes that its copy may get. */
record CopiedFile(Operand operand, FileAttributes attributes) {}
