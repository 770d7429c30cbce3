import { Fault, type FaultCode } from "../../fault.js";

/** What a journal could not keep. */
export interface Lost {
  readonly rows: number;
  readonly bytes: number;
}

/** A journal cannot be opened, read or written. The message is one line and names the file. */
export class JournalFault extends Fault {
  /** The system's own code, such as `ENOSPC`, where the system refused. */
  readonly systemCode: string | undefined;
  /** What a failed write lost; what was written before stays whole. */
  readonly lost: Lost;

  constructor(code: FaultCode, message: string, options: ErrorOptions & { readonly lost?: Lost } = {}) {
    super(code, message, options);
    this.systemCode = systemCodeOf(options.cause);
    this.lost = options.lost ?? { rows: 0, bytes: 0 };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBADF: "its file is closed",
  EDQUOT: "the disk quota is used up",
  EEXIST: "the file exists",
  EFBIG: "the file would be larger than allowed",
  EIO: "the device failed",
  EISDIR: "it is a directory",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or directory",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is no directory",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};

/** Wraps what the system said about a file. */
export function journalFault(action: string, file: string, cause: unknown, lost?: Lost): JournalFault {
  const code = systemCodeOf(cause);
  const words = cause instanceof Error ? cause.message : String(cause);
  const reason = code === undefined ? words : (REASONS[code] ?? code);
  const message = `Cannot ${action} journal ${JSON.stringify(file)}: ${reason}`;
  return new JournalFault("usage", message, lost === undefined ? { cause } : { cause, lost });
}

function systemCodeOf(cause: unknown): string | undefined {
  const code: unknown = Object(cause).code;
  return typeof code === "string" ? code : undefined;
}
