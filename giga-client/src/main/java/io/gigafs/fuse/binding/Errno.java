package io.gigafs.fuse.binding;

import io.gigafs.protocol.ErrorCode;

/** The error numbers that this package uses. Some of them never go over the network. */
public final class Errno {
  public static final int EPERM = ErrorCode.EPERM.number();
  public static final int ENOENT = ErrorCode.ENOENT.number();
  public static final int EINTR = 4;
  public static final int EIO = ErrorCode.EIO.number();
  public static final int EAGAIN = ErrorCode.EAGAIN.number();
  public static final int EINVAL = ErrorCode.EINVAL.number();
  public static final int ENODEV = 19;
  public static final int EROFS = ErrorCode.EROFS.number();
  public static final int ENODATA = ErrorCode.ENODATA.number();
  public static final int EBADF = ErrorCode.EBADF.number();
  public static final int ENOTDIR = ErrorCode.ENOTDIR.number();
  public static final int EISDIR = ErrorCode.EISDIR.number();
  public static final int EACCES = ErrorCode.EACCES.number();
  public static final int ENOTTY = 25;
  public static final int ENOLCK = 37;
  public static final int ENOSYS = ErrorCode.ENOSYS.number();
  public static final int ECONNABORTED = 103;
  public static final int ENOTCONN = 107;
  public static final int EPROTO = ErrorCode.EPROTO.number();
  public static final int ERANGE = ErrorCode.ERANGE.number();
  public static final int ESTALE = ErrorCode.ESTALE.number();
  public static final int EOPNOTSUPP = ErrorCode.EOPNOTSUPP.number();

  private Errno() {}
}
