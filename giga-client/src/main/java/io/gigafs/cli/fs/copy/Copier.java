package io.gigafs.cli.fs.copy;

import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenOptions;
import io.gigafs.index.InodeId;
import io.gigafs.tree.LinkedCopies;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Copies files and trees within a cluster, many files in parallel. Operands are copied one after
 * the other. If the rules say so, hard links between them are preserved, which requires memory for
 * each file with several names.
 */
final class Copier implements AutoCloseable {
  private static final int THREADS = 64;

  private final TransferCommand command;
  private final GigaClient client;
  private final CopyRules rules;
  private final LinkedCopies<InodeId, GigaPath> links = new LinkedCopies<>();
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS, Copier::newThread);
  private final CopyProgress progress;
  private final ByteCopy bytes;

  Copier(TransferCommand command, GigaClient client, CopyRules rules) {
    this.command = command;
    this.client = client;
    this.rules = rules;
    this.progress = new CopyProgress(command.shell(), "copied", false);
    this.bytes = new ByteCopy(progress::addBytes);
  }

  /**
   * Copies a file or tree; failures below its top are reported.
   *
   * @return whether all of it was copied
   */
  boolean copy(Operand source, Operand destination) throws IOException {
    return new CopyRun(this, source, destination).run();
  }

  TransferCommand command() {
    return command;
  }

  GigaClient client() {
    return client;
  }

  CopyRules rules() {
    return rules;
  }

  ExecutorService pool() {
    return pool;
  }

  LinkedCopies<InodeId, GigaPath> links() {
    return links;
  }

  /** Records a completed copy. */
  void made(Operand from, Operand to) {
    progress.addFile();
    command.say(from.shown() + " -> " + to.shown());
  }

  /** Copies the bytes of a file. */
  void copyBytes(Operand file, ClusterFile copy) throws IOException {
    try (ClusterFile source = ClusterFile.open(client, file.path(), OpenOptions.READ)) {
      bytes.copyFile(source, copy, 0);
    }
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "giga-copy");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    progress.close();
    bytes.close();
    pool.shutdown();
  }
}
