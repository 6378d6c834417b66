package io.gigafs.server.openstate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests {@link OpenState}: which sessions may have written to a file's object. */
class OpenStateTest {
  private static final long SPILLER = 1;
  private static final long OTHER = 2;

  private final OpenState file = new OpenState(7);

  private void open(long session, long number, boolean writes) {
    OpenHandle.Opener opener = new OpenHandle.Opener(session, 0);
    file.open(session, new OpenHandle(number, opener, true, writes, false));
  }

  /** A handle that was opened while the file was inline continues with the object. */
  @Test
  void writerFromBeforeTheSpillCountsAfterItsClose() {
    open(SPILLER, 1, true);
    open(OTHER, 2, true);
    file.writesObject(SPILLER, 1, true);
    assertThat(file.mayBeWrittenByOthers(SPILLER)).isTrue();
    file.close(OTHER, 2);
    assertThat(file.mayBeWrittenByOthers(SPILLER)).isTrue();
    file.writesObject(SPILLER, 1, true); // the entry knew the object meanwhile
    assertThat(file.mayBeWrittenByOthers(SPILLER)).isFalse();
  }

  @Test
  void writerFromBeforeTheSpillCountsAfterItsSessionEnds() {
    open(SPILLER, 1, true);
    open(OTHER, 2, true);
    file.writesObject(SPILLER, 1, true);
    file.closeAll(OTHER);
    assertThat(file.mayBeWrittenByOthers(SPILLER)).isTrue();
  }

  @Test
  void readerDoesNotCountAsAWriter() {
    open(SPILLER, 1, true);
    open(OTHER, 2, false);
    file.writesObject(SPILLER, 1, true);
    file.close(OTHER, 2);
    assertThat(file.mayBeWrittenByOthers(SPILLER)).isFalse();
  }

  @Test
  void truncationEndsTheSoleWriterStatus() {
    open(SPILLER, 1, true);
    file.writesObject(SPILLER, 1, true);
    assertThat(file.wroteAlone(SPILLER, 1)).isTrue();
    file.objectCut();
    assertThat(file.wroteAlone(SPILLER, 1)).isFalse();
  }
}
