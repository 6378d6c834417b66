package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Linux behaviour beyond POSIX, compared between a mounted cluster and a local directory. */
@Timeout(600)
class LinuxSemanticsIT {
  /** Open file description locks, as in fcntl(2). */
  private static final String LOCKS =
      """
      import fcntl, os, signal, struct, sys
      GETLK, SETLK, SETLKW = 36, 37, 38
      def words(type, start=0, length=10): return struct.pack("hhqqi4x", type, 0, start, length, 0)
      def lock(fd, start=0): fcntl.fcntl(fd, SETLK, words(fcntl.F_WRLCK, start))
      def held(fd, command=GETLK, start=0):
          found = fcntl.fcntl(fd, command, words(fcntl.F_WRLCK, start))
          return struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK
      def freed(fd):
          "Waits until nobody else has the lock; a lock that stays ends the script."
          signal.alarm(100)
          fcntl.fcntl(fd, SETLKW, words(fcntl.F_WRLCK))
          signal.alarm(0)
          fcntl.fcntl(fd, SETLK, words(fcntl.F_UNLCK))
          return "held by nobody" if held(fd) else "freed"
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;
  private static Path elsewhere;

  private Programs programs = new Programs(directory, directory);
  private String name = "";

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    elsewhere = mounted.mountElsewhere("elsewhere", DataPath.CLIENT, Duration.ofSeconds(1));
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  @BeforeEach
  void makeDirectories(TestInfo test) throws Exception {
    name = test.getTestMethod().orElseThrow().getName();
    programs = mounted.programs(name);
  }

  private static String python(String script) {
    return "python3 - <<'END'\n" + script + "END\n";
  }

  @Test
  void ofdLocksEndWithTheirDescription() throws Exception {
    programs.sameOutput(
        python(
            LOCKS
                + """
                open("f", "w").close()
                b = os.open("f", os.O_RDWR)
                a = os.open("f", os.O_RDWR)
                lock(a); print("closed", held(b)); os.close(a); print(freed(b))

                a = os.open("f", os.O_RDWR)
                d = os.dup(a)
                lock(a); os.close(a); print("dup", held(b)); os.close(d); print(freed(b))

                a = os.open("f", os.O_RDWR)
                r, w = os.pipe()
                child = os.fork()
                if child == 0:
                    os.close(w); os.read(r, 1); os._exit(0)
                lock(a); os.close(a); print("fork", held(b))
                os.close(w); os.waitpid(child, 0); print(freed(b))

                r, w = os.pipe()
                child = os.fork()
                if child == 0:
                    a = os.open("f", os.O_RDWR); lock(a); os.write(w, b"x"); signal.pause()
                os.read(r, 1); print("killed", held(b))
                os.kill(child, signal.SIGKILL); os.waitpid(child, 0); print(freed(b))
                """));
  }

  @Test
  void processLocksOutliveOtherDescriptions() throws Exception {
    programs.sameOutput(
        python(
            LOCKS
                + """
                open("f", "w").close()
                own = os.open("f", os.O_RDWR)
                kept = 0
                for i in range(50):
                    other = os.open("f", os.O_RDWR)
                    fcntl.lockf(other, fcntl.LOCK_EX, 10)
                    lock(other, 100)
                    os.close(other)
                    fcntl.lockf(own, fcntl.LOCK_EX, 10)
                    if i % 10 == 0:
                        child = os.fork()
                        if child == 0:
                            f = os.open("f", os.O_RDWR)
                            os._exit(held(f, fcntl.F_GETLK) + 2 * held(f, fcntl.F_GETLK, 200))
                        kept += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                print(kept)
                """));
  }

  @Test
  void closingADescriptionReleasesItsLockToOtherMounts() throws Exception {
    String script =
        LOCKS
            + """
            here, there = sys.argv[1:]
            open(here, "w").close()
            other = os.open(there, os.O_RDWR)
            r, w = os.pipe()
            child = os.fork()
            if child == 0:
                a = os.open(here, os.O_RDWR); keep = os.open(here, os.O_RDWR); lock(a)
                os.close(a); os.write(w, b"x")
                signal.pause()
            os.read(r, 1)
            print(freed(other))
            os.kill(child, signal.SIGKILL)
            """;
    assertThat(
            programs.onMount(
                "python3 - f '%s/%s/f' <<'END'\n%sEND\n".formatted(elsewhere, name, script)))
        .isEqualTo("freed\n");
  }

  @Test
  void writesOfUsersDropFileCapabilities() throws Exception {
    programs.sameOutput(
        """
        user() { setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }
        file() { echo text > "$1"; chmod 777 "$1"; setcap cap_net_raw+ep "$1"; getcap "$1"; }
        file write; user sh -c 'echo 1 >> write'; getcap write; cat write
        file cut; user truncate -s 2 cut; getcap cut; wc -c < cut
        file opened; user sh -c ': > opened'; getcap opened
        file root; echo more >> root; getcap root
        file given; chown 1000 given; getcap given; setcap cap_kill+ep given; getcap given
        file own; chown 1000 own; setcap cap_kill+ep own; user chgrp 1000 own; getcap own
        file mode; chmod 755 mode; getcap mode
        file again; user sh -c 'echo 1 >> again'; setfattr -n user.a -v b again
        setcap cap_kill+ep again; getcap again; getfattr -d again
        user setfattr -x security.capability again 2>&1 || getcap again
        setfattr -x security.capability again; getcap again; getfattr -d again
        file large; user head -c 3000000 /dev/zero > large; getcap large; wc -c < large
        setcap cap_kill+ep large; user sh -c 'echo 1 >> large'; getcap large
        mkdir d; mv large d/moved; getcap d/moved; mv d/moved large; ln large d/other; getcap d/other
        chmod 6777 large; setcap cap_kill+ep large; user sh -c 'echo 1 >> large'; stat -c %a large
        """);
  }

  @Test
  void writesOfAnotherMountDropCapabilities() throws Exception {
    assertThat(
            programs.onMount(
                """
                echo text > f; chmod 777 f; echo 1 >> f
                echo 2 >> '%1$s/f'; setcap cap_net_raw+ep f; getcap f; echo 3 >> '%1$s/f'
                getcap f; getfattr -n security.capability f 2>&1 || true; cat f
                """
                    .formatted(elsewhere.resolve(name))))
        .isEqualTo(
            """
            f cap_net_raw=ep
            f: security.capability: No such attribute
            text
            1
            2
            3
            """);
  }

  @Test
  void aclAndWriteModeChangesAreVisibleAtOnce() throws Exception {
    programs.sameOutput(
        """
        user() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
        chmod 777 .
        touch f; chmod 2755 f; stat -c %A f; setfacl -m u::rwx,g::rwx,o::rwx f; stat -c %A f
        setfacl -m u:1000:rwx,m::r f; stat -c %A f; setfacl -b f; stat -c %A f
        for way in 'echo >> s' 'truncate -s 1 s' 'fallocate -l 100 s' ': > s'; do
          echo text > s; chown 1000:1000 s; chmod 6777 s; stat -c %A s
          user sh -c "$way"; stat -c %A s
        done
        """);
  }

  @Test
  void chownToTheSameOwnerClearsSetIdBits() throws Exception {
    programs.sameOutput(
        python(
            """
            import os, time
            def same(uid, path):
                child = os.fork()
                if child == 0:
                    os.setgroups([]); os.setresgid(uid, uid, uid); os.setresuid(uid, uid, uid)
                    try:
                        os.chown(path, -1, -1)
                    except OSError as e:
                        os._exit(e.errno)
                    os._exit(0)
                return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            for mode in (0o644, 0o6755, 0o2745, 0o4755, 0o2755, 0o6777):
                for uid in (1000, 1001, 0):
                    for make in (lambda p: open(p, "w").close(), os.mkdir):
                        path = f"{mode:o}-{uid}-{make is os.mkdir}"
                        make(path); os.chown(path, 1000, 1000); os.chmod(path, mode)
                        before = os.stat(path)
                        result = same(uid, path)
                        after = os.stat(path)
                        print(path, result, oct(after.st_mode), after.st_uid, after.st_gid,
                            after.st_ctime_ns > before.st_ctime_ns)
            for uid in (1000, 1001):
                open("w", "w").close(); os.chown("w", 1000, 1000); os.chmod("w", 0o6777)
                child = os.fork()
                if child == 0:
                    os.setgroups([]); os.setresgid(uid, uid, uid); os.setresuid(uid, uid, uid)
                    f = os.open("w", os.O_RDWR)
                    os.write(f, b"text")
                    os._exit(0)
                print(os.waitpid(child, 0)[1], oct(os.stat("w").st_mode))
                os.unlink("w")
            """));
  }

  @Test
  void filesKeepTheirBirthTime() throws Exception {
    String script =
        """
        born() { stat -c %%w "$@"; }
        before=$(date +%%s%%N)
        touch f; mkdir d; ln -s f l; mkfifo p; f=$(born f); all=$(born f d l p)
        after=$(date +%%s%%N)
        for each in f d l p; do
          nanos=$(date -d "$(born $each)" +%%s%%N)
          [[ $nanos -ge $((before - 50000000)) && $nanos -le $((after + 50000000)) ]] && echo $each
        done
        echo x >> f; chmod 600 f d; mv f g; mkdir e; mv d e/d; ln g e/h; mv p q; touch -d 2001-02-03 g
        [[ $all == "$(born g e/d l q)" && $f == "$(born e/h)" ]] && echo kept
        head -c 3000000 /dev/zero >> g; touch e/d; truncate -s 10 g; for i in $(seq 700); do : > e/d/$i; done
        rm g; mv e/h e/d/g; cd %s; [[ $all == "$(born e/d/g e/d l q)" ]] && echo elsewhere
        """;
    String expected = programs.onLocal(script.formatted("."));
    assertThat(programs.onMount(script.formatted(elsewhere.resolve(name)))).isEqualTo(expected);
    assertThat(expected).isEqualTo("f\nd\nl\np\nkept\nelsewhere\n");
  }

  @Test
  void inodeFlagsApplyToAllUsers() throws Exception {
    programs.sameOutput(
        """
        flags() { for each; do lsattr -d "$each" | cut -d ' ' -f 1 | tr -cd ai; echo " $each"; done; }
        try() { "$@" 2> /dev/null && echo "did $*" || echo "refused $*"; }
        trap 'chattr -R -f -ia . || true' EXIT
        echo text > f; echo text > g; mkdir d e; echo text > d/in; echo text > e/in; ln f other
        setfattr -n user.a -v b g
        chattr +a f; chattr +i g; flags f g d other
        write() { echo more >> $1; }; over() { echo more > $1; }
        inside() { printf x | dd of=$1 conv=notrunc status=none; }
        for each in f other g; do
          for call in write over inside; do try $call $each; done
          try truncate -s 1 $each; try touch $each; try touch -d 2001-02-03 $each
          try chmod 600 $each; try chown 1000 $each; try mv $each elsewhere; try rm $each
          try ln $each linked; try setfattr -n user.x -v y $each; try setfattr -x user.a $each
          try setfacl -m u:1000:r $each; try cat $each
        done
        echo new > new; try mv new g; try mv -T new f; rm new; ls; cat f g
        python3 -c 'if True:
            import fcntl, mmap, os
            f = os.open("f", os.O_RDWR | os.O_APPEND)
            def over():
                fcntl.fcntl(f, fcntl.F_SETFL, 0); os.pwrite(f, b"over", 0); os.fsync(f)
            def store():
                with mmap.mmap(f, 0) as mapped: mapped[0:4] = b"over"; mapped.flush()
            for call in over, store:
                try:
                    call(); print("did", call.__name__)
                except OSError:
                    print("refused", call.__name__)
            '
        for how in "punch" "zero" "zero-keep"; do
          case $how in punch) set -- -p;; zero) set -- -z;; *) set -- -z -n;; esac
          try fallocate $@ -o 0 -l 3 f
        done
        try chown "" f; try chown "" g; cat f g
        chattr +a d; chattr +i e; flags d e
        for each in d e; do
          try write $each/in; try touch $each/new; try mkdir $each/sub; try ln f $each/hard
          try mv $each/in in; try rm $each/in; try rmdir $each; try mv $each other$each
          try chmod 700 $each; echo x > x; try mv x $each/x; try mv -T $each/in x; rm -f x
          ls $each
        done
        flags f g d e
        setpriv --reuid 1000 --regid 1000 --clear-groups chattr -i g 2> /dev/null || echo no
        touch own; chown 1000 own
        setpriv --reuid 1000 --regid 1000 --clear-groups chattr +i own 2> /dev/null || echo no
        chattr -a f d; chattr -i g e; flags f g d e own
        for each in f g d/in e/in; do try over $each; try mv $each $each.new; try rm $each.new; done
        """);
  }

  @Test
  void inodeFlagsApplyToOtherMountsAndLargeFiles() throws Exception {
    assertThat(
            programs.onMount(
                """
                try() { "$@" 2> /dev/null && echo "did" || echo "refused"; }
                trap 'chattr -R -f -ia . || true' EXIT
                there=%s
                write() { echo more >> $1; }; over() { echo more > $1; }
                head -c 3000000 /dev/zero > large; mkdir d; touch d/f; ls $there/d
                chattr +a large; chattr +i d
                try over $there/large; try truncate -s 1 $there/large; try rm $there/large
                try write $there/large; wc -c < large
                try touch $there/d/new; try rm $there/d/f; try mv $there/large $there/d
                xfs_io -r -c lsattr $there/large | cut -c 1-20 | tr -cd ia; echo
                chattr -i $there/d; try touch d/new; try rm d/f
                python3 -c 'if True:
                    import os, subprocess
                    f = os.open("held", os.O_CREAT | os.O_RDWR)
                    os.write(f, b"text")
                    subprocess.run(["chattr", "+i", "held"], check=True)
                    try:
                        os.write(f, b"more"); os.fsync(f)
                    except PermissionError:
                        print("held")
                    '
                cat $there/held; echo
                """
                    .formatted(elsewhere.resolve(name))))
        .isEqualTo(
            """
            f
            refused
            refused
            refused
            did
            3000005
            refused
            refused
            refused
            a
            did
            did
            held
            text
            """);
  }

  @Test
  void statfsReportsReservedSpace() throws Exception {
    String blocks = "stat -f -c '%S %f %a' .";
    assertThat(reserved(programs.onMount(blocks)))
        .isCloseTo(reserved(programs.onLocal(blocks)), Offset.offset(64L << 20));
  }

  /** Free bytes that are reserved for root. */
  private static long reserved(String blocks) {
    long[] numbers = Arrays.stream(blocks.trim().split(" ")).mapToLong(Long::parseLong).toArray();
    return numbers[0] * (numbers[1] - numbers[2]);
  }
}
