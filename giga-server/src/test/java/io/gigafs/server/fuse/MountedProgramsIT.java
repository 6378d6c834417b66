package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.MountOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ordinary programs run on a mounted cluster and on a local directory, and their results are
 * compared.
 */
@Timeout(600)
class MountedProgramsIT {
  private static final boolean IS_FULL = Boolean.getBoolean("giga.full");
  private static final int FILES = IS_FULL ? 100_000 : 8_000;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;

  private Programs programs = new Programs(directory, directory);

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  @BeforeEach
  void makeDirectories(TestInfo test) throws Exception {
    programs = mounted.programs(test.getDisplayName().replace("()", ""));
  }

  @Test
  void cpAndTarPreserveTrees() throws Exception {
    programs.same(
        """
        mkdir -p a/b/c && chmod 2750 a/b && chmod 1777 a
        for i in $(seq 200); do seq $i > a/b/f$i; done
        head -c 3000000 /dev/zero | tr '\\0' x > a/large
        ln a/b/f1 a/b/c/again; ln -s ../f2 a/b/c/link; ln -s nowhere a/dangling
        mkfifo a/pipe; mknod a/zero c 1 5; touch -d '2001-02-03 04:05:06.789' a/b/f7
        printf 'x' > "$(printf 'a/\\377\\376 odd\\n name')"
        chown 1000:1001 a/b/f3; chmod 4755 a/b/f4
        cp -a a copied
        tar -cf packed.tar a && mkdir unpacked && tar -C unpacked -xpf packed.tar
        diff -r --no-dereference -x pipe -x zero a copied
        diff -r --no-dereference -x pipe -x zero a unpacked/a
        stat -c '%n %y' copied/b/f7 unpacked/a/b/f7
        rm packed.tar
        """);
  }

  @Test
  void timestampsOfManyCenturiesAreKept() throws Exception {
    String same =
        """
        export TZ=UTC
        for t in '1901-12-14' '1969-12-31 23:59:59.999' '2262-04-11 23:47:17' '2300-01-01' \\
          '2446-05-10 22:38:54.987654321'; do
          touch -d "$t" f; mkdir -p d; touch -d "$t" d; ln -sf f l; touch -hd "$t" l
          stat -c '%n %x %y %X %Y' f d l
          python3 -c 'import os; print(os.stat("f").st_mtime_ns, os.stat("d").st_atime_ns)'
          cp -p f copied; tar -cf packed.tar f; rm f; tar -xf packed.tar --warning=no-timestamp; stat -c '%n %y' f copied
        done
        touch -d 2001-02-03 f; touch -ad '2400-01-01' f; cat f; stat -c '%x' f
        touch f; touch -md '2300-01-01' d; touch -d '2400-02-03' d/f; touch d; ls -1td d f
        """;
    programs.sameOutput(same);
    assertThat(
            programs.onMount(
                """
                export TZ=UTC
                touch -d '2025-01-02 03:04:05' kept
                for t in 1800-01-01 1901-12-13 2487-01-01 9999-12-31; do
                  touch -d "$t" kept 2>&1 || stat -c '%y' kept
                done
                """))
        .isEqualTo(
            """
            touch: setting times of 'kept': Invalid argument
            2025-01-02 03:04:05.000000000 +0000
            """
                .repeat(4));
  }

  @Test
  void tmpfilesAreCreatedAndLinkedLater() throws Exception {
    programs.sameOutput(
        """
        mkdir d; umask 027
        cat > temporary.py <<'P'
        import ctypes, errno, os
        libc = ctypes.CDLL(None, use_errno=True)
        def link(fd, name, empty):
            old, flags = (b'', 0x1000) if empty else (b'/proc/self/fd/%d' % fd, 0x400)
            r = libc.linkat(fd if empty else -100, old, -100, name, flags)
            print(name, errno.errorcode[ctypes.get_errno()] if r else 'linked')
        def made(flags=0):
            fd = os.open('d', os.O_TMPFILE | os.O_RDWR | flags, 0o666)
            os.write(fd, b'some text')
            return fd
        def show(fd):
            s = os.fstat(fd); print(oct(s.st_mode), s.st_nlink, s.st_size, os.pread(fd, 100, 0))
        a = made(); show(a); print(os.listdir('d'))
        link(a, b'd/a', False); show(a); print(os.listdir('d'))
        link(a, b'd/a', True); link(a, b'b', True); show(a); os.write(a, b', more'); os.close(a)
        print(open('d/a').read(), os.stat('b').st_nlink)
        c = made(os.O_EXCL); link(c, b'd/c', False); show(c)
        e = os.open('/proc/self/fd/%d' % c, os.O_RDONLY); os.close(c); show(e)
        large = made(); os.ftruncate(large, 3000000); os.pwrite(large, b'x' * 300000, 1000000)
        link(large, b'd/large', False); os.close(large)
        f = made(); os.setxattr(f, 'user.x', b'y'); os.fchmod(f, 0o640); link(f, b'd/f', True)
        os.rename('d/f', 'g'); link(f, b'd/f2', True); show(f); os.unlink('g'); os.unlink('d/f2'); show(f)
        link(f, b'd/f3', True)
        P
        python3 temporary.py
        find . -type f ! -name temporary.py -printf '%P %m %n %s\\n' | LC_ALL=C sort; sha256sum d/large
        """);
  }

  @Test
  void holesStayHoles() throws Exception {
    programs.sameOutput(
        """
        cat > holes.py <<'P'
        import os, sys
        for name in sys.argv[1:]:
            fd = os.open(name, os.O_RDONLY); at = 0
            while True:
                try: data = os.lseek(fd, at, os.SEEK_DATA)
                except OSError as e: print(name, at, os.strerror(e.errno)); break
                at = os.lseek(fd, data, os.SEEK_HOLE); print(name, 'data', data, at)
            print(os.lseek(fd, os.stat(name).st_size - 1, os.SEEK_HOLE))
        P
        cat > mapped.py <<'P'
        import mmap, os
        fd = os.open('mapped', os.O_RDWR | os.O_CREAT); os.ftruncate(fd, 20 << 20)
        m = mmap.mmap(fd, 0); m[10 << 20] = 7
        print(os.lseek(fd, 0, os.SEEK_DATA), os.lseek(fd, 10 << 20, os.SEEK_HOLE), os.fstat(fd).st_blocks < 1000)
        P
        sparse() { (( $(du -k $1 | cut -f1) < 3000 )) && echo $1 $(stat -c %s $1); }
        truncate -s 20M nothing
        truncate -s 20M small; printf data | dd of=small bs=1 conv=notrunc status=none
        dd if=/dev/urandom of=large bs=1M count=2 seek=10 conv=notrunc status=none; truncate -s 20M large
        head -c 100000 /dev/zero | tr '\\0' x > full; du -k --apparent-size full; truncate -s 5000000 full
        for f in nothing small large full; do
          sparse $f; cp $f copied-$f; sparse copied-$f; cmp $f copied-$f
          tar -cSf $f.tar $f; (( $(stat -c %s $f.tar) < 3000000 )) && echo $f.tar
          mkdir -p un; tar -C un -xf $f.tar; sparse un/$f; cmp $f un/$f
          rsync -S $f mirrored-$f; sparse mirrored-$f; cmp $f mirrored-$f
          truncate -s 50K copied-$f; stat -c '%n %s' copied-$f
        done
        python3 holes.py nothing small large full un/small un/large; python3 mapped.py
        rm -f large; printf abc > small; (( $(du -k small | cut -f1) < 10 )) && echo no hole
        truncate -s 20M small; cat small > rewritten; (( $(du -k rewritten | cut -f1) > 10000 )) && echo full
        """);
    String blocks = "stat -c '%n %s %b' nothing copied-large un/large full";
    Path elsewhere = mounted.mount("again", MountOptions.DEFAULT).resolve("holesStayHoles");
    assertThat(new Programs(programs.local(), elsewhere).onMount(blocks))
        .isEqualTo(programs.onMount(blocks));
  }

  @Test
  void gitRepositoriesStayConsistent() throws Exception {
    programs.sameOutput(
        """
        export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
        export GIT_AUTHOR_DATE='2020-01-01T00:00:00Z' GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
        export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
        git init -q -b main work && cd work
        for i in $(seq 60); do mkdir -p d$((i % 7)); seq $i > d$((i % 7))/f$i; done
        git add . && git commit -qm one
        for i in $(seq 20); do echo $i >> d1/f1; git commit -qam "change $i"; done
        git checkout -qb side HEAD~5 && echo side > side && git add side && git commit -qm side
        git checkout -q main && git merge -q -m merged side
        git gc -q && git fsck --full --strict
        git status --short && git log --oneline | wc -l && git rev-parse HEAD
        cd .. && git clone -q work cloned && git -C cloned fsck && git -C cloned rev-parse HEAD
        diff -r -x .git work cloned
        """);
  }

  @Test
  void sqliteDatabasesStayConsistent() throws Exception {
    programs.sameOutput(
        """
        for mode in DELETE TRUNCATE PERSIST WAL; do
          sqlite3 $mode.db "PRAGMA journal_mode=$mode;" \\
            "CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT);"
          for i in $(seq 5); do
            sqlite3 $mode.db "PRAGMA busy_timeout=60000; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
              SELECT i+1 FROM n WHERE i < 500) INSERT INTO t(text) SELECT printf('%08d', i) FROM n;" &
          done
          wait
          sqlite3 $mode.db "DELETE FROM t WHERE id % 3 = 0; VACUUM; PRAGMA integrity_check;
            SELECT count(*), sum(length(text)) FROM t;"
        done
        ls
        """);
  }

  @Test
  void rsyncMirrorsTrees() throws Exception {
    programs.same(
        """
        mkdir -p source/deep/er && cd source
        for i in $(seq 100); do seq $i > deep/f$i; done
        seq 400000 > large; ln deep/f1 linked; ln -s deep/f2 symbolic
        setfacl -m u:1000:rw,g:1001:r deep/f3; setfacl -d -m u:1000:rwx deep/er
        setfattr -n user.note -v something deep/f4; chmod 4711 deep/f5; chown 5:6 deep/f6
        cd ..
        rsync -aHAX source/ mirrored/
        rsync -aHAXc --itemize-changes source/ mirrored/
        echo changed >> source/deep/f9; rm source/deep/f10
        rsync -aHAX --delete --inplace source/ mirrored/
        rsync -aHAXc --itemize-changes --delete source/ mirrored/
        diff -r source mirrored
        find . -print0 ! -type l | sort -z | xargs -0 getfacl -P 2> /dev/null
        getfattr -d mirrored/deep/f4
        """);
  }

  @Test
  void ddWritesBlocksAtAnyOffset() throws Exception {
    programs.same(
        """
        seq 1 200000 > in
        dd if=in of=blocks bs=4k status=none
        dd if=in of=odd bs=777 status=none
        dd if=in of=sparse bs=64k seek=50 count=4 status=none
        dd if=in of=blocks bs=1k seek=10 skip=100 count=3 conv=notrunc status=none
        dd if=in of=direct bs=64k count=10 oflag=direct status=none
        dd if=in of=synced bs=4k count=10 oflag=sync status=none
        dd if=in of=appended bs=1000 count=5 oflag=append conv=notrunc status=none
        dd if=in of=appended bs=1000 count=5 oflag=append conv=notrunc status=none
        truncate -s 12345 odd; truncate -s 100000 appended; truncate -s 0 synced
        fallocate -l 50000 grown; fallocate -p -o 1000 -l 5000 blocks; fallocate -z -o 0 -l 10 odd
        dd if=blocks iflag=direct bs=4k status=none | sha256sum
        python3 - <<'END'
        import os
        fd = os.open("limit", os.O_CREAT | os.O_RDWR)
        os.write(fd, b"x" * 300_000)
        for call in (lambda: os.pwrite(fd, b"x", (1 << 60) - 1), lambda: os.ftruncate(fd, 1 << 61)):
            try:
                print(call())
            except OSError as e:
                print(e)
        print(os.fstat(fd).st_size)
        END
        cp --sparse=always sparse sparser; cmp sparse sparser
        """);
  }

  @Test
  void editorsReplaceSavedFiles() throws Exception {
    programs.same(
        """
        echo 0 > file; exec 3< file
        for i in $(seq 100); do
          echo $i > .file.new; sync .file.new; mv -f .file.new file; [ "$(cat file)" = $i ]
        done
        cat <&3; stat -L -c %h /proc/self/fd/3
        for i in $(seq 30); do cp -p file file~; sed -i "s/^/$i /" file; done
        cat file
        """);
  }

  @Test
  void editorsKeepBackupsLocksAndRecoveryFiles() throws Exception {
    programs.same(
        """
        python3 - <<'END'
        import os, shutil

        def put(path, flags, text):
            fd = os.open(path, flags, 0o644)
            os.write(fd, text)
            os.fsync(fd)
            os.close(fd)

        def vim(path, text):
            os.close(os.open("4913", os.O_CREAT | os.O_WRONLY | os.O_EXCL | os.O_NOFOLLOW, 0o644))
            os.chown("4913", *(os.stat(path).st_uid, os.stat(path).st_gid))
            assert os.stat("4913").st_mode == os.stat(path).st_mode
            os.unlink("4913")
            put("." + path + ".swp", os.O_RDWR | os.O_CREAT | os.O_EXCL, text)
            os.rename(path, path + "~")
            put(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, text)
            shutil.copymode(path + "~", path)
            os.unlink(path + "~")
            os.unlink("." + path + ".swp")

        def emacs(path, text):
            os.symlink("user@host.1:2", ".#" + path)
            assert os.readlink(".#" + path) == "user@host.1:2"
            put("#" + path + "#", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, text)
            if not os.path.exists(path + "~"):
                shutil.copy2(path, path + "~")
            put(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, text)
            os.unlink("#" + path + "#")
            os.unlink(".#" + path)

        def others(path, text):
            put(".new-" + path, os.O_RDWR | os.O_CREAT | os.O_EXCL, text)
            if not os.path.exists(path + ".bak"):
                os.link(path, path + ".bak")
            shutil.copystat(path, ".new-" + path)
            os.rename(".new-" + path, path)
            directory = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
            os.fsync(directory)
            os.close(directory)

        for name, save in ("a", vim), ("b", emacs), ("c", others):
            put(name, os.O_WRONLY | os.O_CREAT, b"first")
            os.chmod(name, 0o600 if name == "c" else 0o644)
            with open(name, "rb") as known:
                for i in range(20):
                    text = b"%d " % i * (i * i)
                    save(name, text)
                    with open(name, "rb") as file:
                        assert file.read() == text
                print(name, len(known.read()))
        print(sorted(os.listdir(".")))
        END
        """);
  }

  @Test
  void openFilesOutliveTheirNames() throws Exception {
    programs.same(
        """
        mkdir d; exec 3<> d/f; echo first >&3; rm d/f; rmdir d
        echo second >&3; stat -L -c '%h %s' /proc/self/fd/3; cat /proc/self/fd/3
        truncate -s 3 /proc/self/fd/3 || echo no
        exec 3>&-
        python3 - <<'END'
        import os
        f = os.open("x", os.O_CREAT | os.O_RDWR)
        os.setxattr(f, "user.a", b"1")
        os.unlink("x")
        os.setxattr(f, "user.b", b"2")
        print(os.getxattr(f, "user.a"), sorted(os.listxattr(f)))
        os.removexattr(f, "user.a")
        print(os.listxattr(f))
        END
        sort -S 32k -T . <(seq 100000) | sha256sum
        """);
  }

  @Test
  void eightProcessesAppend() throws Exception {
    programs.sameOutput(
        """
        for p in $(seq 8); do
          (for i in $(seq 300); do echo "$p $i some text that makes it longer"; done >> all) &
        done
        wait
        wc -l < all; sort all | uniq | wc -l
        for p in $(seq 8); do grep "^$p " all | sha256sum; done
        """);
  }

  @Test
  void processesLockFiles() throws Exception {
    programs.sameOutput(
        """
        echo 0 > count
        for p in $(seq 6); do
          (for i in $(seq 20); do
            (flock 9; n=$(cat count); echo $((n + 1)) > count) 9> lock
          done) &
        done
        wait; cat count
        exec 8> lock; flock 8; flock -n lock true || echo taken
        timeout 1 flock lock true || echo waited $?
        exec 8>&-; flock -n lock echo free
        """);
  }

  @Test
  void programsAreCompiledAndRun() throws Exception {
    programs.sameOutput(
        """
        mkdir src && cd src
        for i in $(seq 20); do echo "int f$i(void) { return $i; }" > f$i.c; done
        { for i in $(seq 20); do echo "int f$i(void);"; done
          echo '#include <stdio.h>'; echo 'int main(void) { int sum = 0;'
          for i in $(seq 20); do echo "sum += f$i();"; done
          echo 'printf("%d\\n", sum); return 0; }'; } > main.c
        for f in *.c; do cc -O1 -c $f; done
        ar rc libf.a f*.o && cc -o program main.o -L. -lf && ./program
        cp program other && ./other && strip other && ./other
        """);
  }

  @Test
  void projectsAreUnpackedAndBuilt() throws Exception {
    programs.sameOutput(
        """
        mkdir -p project/{src,include,tests} && cd project
        for i in $(seq 30); do
          printf '#include "f%d.h"\\nint f%d(int n) { return n * %d; }\\n' $i $i $i > src/f$i.c
          echo "int f$i(int n);" > include/f$i.h
        done
        { for i in $(seq 30); do echo '#include "f'$i'.h"'; done
          echo '#include <stdio.h>'; echo 'int main(void) { int sum = 0;'
          for i in $(seq 30); do echo "sum += f$i($i);"; done
          echo 'printf("%d\\n", sum); return 0; }'; } > src/main.c
        cat > Makefile <<'END'
        objects := $(patsubst src/%.c,build/%.o,$(wildcard src/*.c))
        build/program: $(objects) ; $(CC) -o $@ $^
        build/%.o: src/%.c | build ; $(CC) -Iinclude -MMD -c -o $@ $<
        build: ; mkdir -p $@
        check: build/program ; ./build/program > tests/said && cat tests/said
        install: build/program ; install -D -m 755 build/program $(DESTDIR)/bin/program
        clean: ; rm -rf build
        -include $(objects:.o=.d)
        END
        cd .. && tar -czf project.tar.gz project; rm -r project; tar -xzf project.tar.gz
        make -s -C project -j2 check; make -C project -q build/program; echo up to date
        sleep 0.02; touch project/include/f7.h
        make -C project -n build/program | grep -c -e -MMD
        make -s -C project -j2 install DESTDIR=$PWD/root; root/bin/program; make -s -C project clean
        ls project project/tests
        """);
  }

  @Test
  void permissionsSeparateUsers() throws Exception {
    programs.sameOutput(
        """
        chmod 711 .; mkdir mine common; chown 1000:1000 mine; chmod 700 mine; chmod 1777 common
        as() { setpriv --reuid $1 --regid $1 --groups $2 sh -c "$3" 2>&1 || echo "no ($?)"; }
        as 1000 1000 'umask 027; echo a > mine/f; stat -c "%a %u %g" mine/f'
        as 1001 1001 'cat mine/f'
        as 1001 1001,1000 'ls mine'
        chmod 750 mine
        as 1001 1001,1000 'cat mine/f; echo b > mine/f'
        as 1000 1000 'echo c > common/f'; as 1001 1001 'rm -f common/f; mv common/f common/g'
        as 1001 1001 'chmod 777 common/f; chown 1001 common/f; touch -d 2000-01-01 common/f'
        as 1000 1000 'chmod 4755 common/f; stat -c "%a %s" common/f; echo d >> common/f; stat -c "%a %s" common/f'
        """);
  }

  @Test
  void manyFilesAreCreatedAndRemoved() throws Exception {
    programs.sameOutput(
        """
        mkdir many && cd many
        seq -f 'file-%%.0f' %d | xargs touch
        ls -f | sort | sha256sum; find . -type f | wc -l
        ls | awk 'NR %% 20 == 0' | xargs rm; ls | wc -l
        for d in $(seq 50); do mkdir d$d; touch d$d/a d$d/b; done
        find . | sort | sha256sum; find . -type d -newer file-1 | sort | sha256sum
        cd .. && rm -rf many && ls
        """
            .formatted(FILES));
  }

  @Test
  void rsyncMirrorsTreesBetweenFileSystems() throws Exception {
    programs.sameOutput(
        """
        trap 'rm -rf "$other"' EXIT; other=$(mktemp -d)
        mkdir -p here/a/b && cd here
        for i in $(seq 150); do seq $i > a/f$i; ln a/f$i a/b/g$i; done
        seq 300000 > large; ln -s a/f1 link; mkfifo pipe; chown 7:8 a/f3; chmod 6711 a/f4
        setfattr -n user.note -v x a/f5; setfacl -m u:1000:rw a/f6; touch -d '1999-01-01' a/b
        cd ..
        rsync -aHAX here/ $other/; rsync -aHAX --checksum --itemize-changes here/ $other/
        echo more >> $other/large; rm $other/a/f9; mv $other/a/f10 $other/a/f11
        rsync -aHAX --checksum --delete $other/ here/
        rsync -aHAX --checksum --delete --itemize-changes $other/ here/
        rsync -aHAX --checksum --delete --itemize-changes here/ $other/
        (cd here && find . | sort); getfacl -c here/a/f6; getfattr -d here/a/f5
        """);
  }

  @Test
  void fioVerifiesBlocksOfAllEngines() throws Exception {
    programs.sameOutput(
        """
        fio --directory=. --output=/dev/null --size=8m --verify=crc32c --verify_fatal=1 \
          --verify_state_save=0 \
          --name=buffered --rw=randwrite --bs=4k --numjobs=2 --ioengine=psync \
          --name=direct --stonewall --rw=randwrite --bs=16k --direct=1 --ioengine=psync \
          --name=mapped --stonewall --rw=randwrite --bs=4k --ioengine=mmap \
          --name=mixed --stonewall --rw=randrw --bs=512-64k --ioengine=sync --fsync=50 \
          --name=async --stonewall --rw=randwrite --bs=8k --ioengine=libaio --iodepth=8 --direct=1 \
          --name=sequential --stonewall --rw=write --bs=256k --size=32m --ioengine=pvsync
        ls -l | awk '{print $5, $9}'
        """);
  }

  @Test
  void mmapReadsAndWritesFiles() throws Exception {
    programs.same(
        """
        python3 - <<'END'
        import mmap, os
        with open("f", "w+b") as f:
            f.truncate(300000)
            with mmap.mmap(f.fileno(), 0) as m:
                for i in range(0, 300000, 4096):
                    m[i:i + 8] = b"%08d" % i
                m.flush()
                os.pwrite(f.fileno(), b"written", 100)
                print(m[96:110])
            print(os.pread(f.fileno(), 8, 8192))
            with mmap.mmap(f.fileno(), 0, flags=mmap.MAP_PRIVATE) as m:
                m[0:4] = b"mine"
            print(os.pread(f.fileno(), 8, 0))
        END
        """);
  }

  @Test
  void stressorsPass() throws Exception {
    String script =
        """
        stress() {
          stress-ng --temp-path . --verify --quiet --timeout $1 $(printf -- '--%s 1 ' "${@:2}")
        }
        short="access chdir chmod chown copy-file dir dirdeep dirmany dup fallocate fcntl fiemap
          file-ioctl flock fpunch fsize fstat getdent handle hdd inode-flags io lease locka lockf
          lockofd mknod open rename sync-file touch utime verity xattr"
        long="dentry filename iomix link symlink"
        """;
    assertThat(
            programs.onMount(
                script
                    + (IS_FULL
                        ? "for each in $short $long; do stress 5 $each; done; ls -A"
                        : "stress 1 $short; ls -A")))
        .isEmpty();
  }

  @Test
  void mountsAreRemountedReadOnlyAndReadWrite() throws Exception {
    String helper = Path.of("../bin/mount.giga").toRealPath().toString();
    Path readOnly = mounted.mount("read-only", MountOptions.builder().readOnly(true).build());
    assertThat(
            programs.onMount(
                """
                m=$(cd ..; pwd); remount() { %s any "$@" 2>&1; }
                echo 1 > f; remount $m -o remount,ro,noexec,attr_timeout=5
                echo 2 2> /dev/null > f || echo no; cat f
                remount $m -o remount,rw,exec; echo 2 > f; cat f
                remount %s -o rw,remount || echo $?
                """
                    .formatted(helper, readOnly)))
        .isEqualTo(
            "no\n1\n2\nmount.giga: %s was mounted with ro: unmount it, and mount it anew\n1\n"
                .formatted(readOnly));
  }

  @Test
  void mountExposesItsStatistics() throws Exception {
    assertThat(programs.onMount("ls -a .. | grep -c giga || true; cat ../.giga/stats"))
        .startsWith("0\n")
        .contains("open_handles ");
    assertThat(programs.onMount("ls ../.giga")).isEqualTo("cluster\nopen-files\nstats\n");
    assertThat(programs.onMount("df --output=target . | tail -1")).isEqualTo(mounted.path() + "\n");
  }
}
