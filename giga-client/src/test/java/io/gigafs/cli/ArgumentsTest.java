package io.gigafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests that arguments are decoded from the bytes of the command line. */
class ArgumentsTest {
  private static final byte[] COMMAND_LINE =
      "java\0-cp\0x\0Giga\0touch\0/\u00e9\0".getBytes(StandardCharsets.UTF_8);

  @Test
  void argumentsAreDecodedFromTheCommandLine() {
    assertThat(Arguments.restore(new String[] {"touch", "/??"}, COMMAND_LINE))
        .containsExactly("touch", "/\u00e9");
  }

  @Test
  void argumentsStayIfTheCommandLineDiffers() {
    assertThat(Arguments.restore(new String[] {"touch", "/x"}, COMMAND_LINE))
        .containsExactly("touch", "/x");
  }

  @Test
  void argumentsStayIfTheCommandLineIsShorter() {
    String[] many = {"1", "2", "3", "4", "5", "6", "7"};
    assertThat(Arguments.restore(many, COMMAND_LINE)).isSameAs(many);
  }
}
