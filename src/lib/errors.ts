/** How to react to a failure. */
export type ErrorKind =
  | "user" // the person's input: show the message
  | "auth" // a credential was refused: ask an admin to reconnect
  | "forbidden" // the credential or the person may not do this
  | "missing" // the named thing does not exist
  | "conflict" // someone or something else came first
  | "limited" // too many requests: wait `retryAfterMs`
  | "upstream" // another server failed: try again
  | "bug"; // ours: apologise, keep the stack in the log

export interface AppErrorDetails {
  /** The operation that failed, as `METHOD /path/{template}`; never an address with values in it. */
  operation?: string;
  /** The other server's id of the request, or ours if no answer came. People quote it. */
  requestId?: string;
  /** How long to wait before the next try, in milliseconds. */
  retryAfterMs?: number;
  /** The request field that the other server complained about, by its name in the specification. */
  field?: string;
  /** The other server's own word for the failure, as in "is_archived". */
  code?: string;
  /** True if the request may have been carried out although no answer came. */
  outcomeUnknown?: boolean;
  /** True if the server itself answered that it failed. Then it no longer works on the request. */
  answered?: boolean;
  /** True if the server answered that it succeeded, but the answer cannot be read. */
  succeeded?: boolean;
  /** What happened, as in the message but without the advice. */
  happened?: string;
  /** True if the server does not serve the operation at all. */
  unserved?: boolean;
  cause?: unknown;
}

/** Every failure in the product. The message is for people, the kind says how to react, and neither holds a secret. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly operation: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;
  readonly code: string | undefined;
  readonly outcomeUnknown: boolean;
  readonly answered: boolean;
  readonly succeeded: boolean;
  readonly happened: string;
  readonly unserved: boolean;

  constructor(kind: ErrorKind, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.operation = details.operation;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.field = details.field;
    this.code = details.code;
    this.outcomeUnknown = details.outcomeUnknown ?? false;
    this.answered = details.answered ?? false;
    this.succeeded = details.succeeded ?? false;
    this.happened = details.happened ?? message;
    this.unserved = details.unserved ?? false;
  }
}

/** Returns an AppError as an answer, unless it is a `bug`. Throws any other error. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug") return error;
    throw error;
  }
}

/** Returns undefined if the work fails with an AppError of one of these kinds. Throws any other error. */
export async function orUndefined<Result>(
  work: () => Promise<Result>,
  ...kinds: [ErrorKind, ...ErrorKind[]]
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error, ...kinds)) return undefined;
    throw error;
  }
}

/** True for an AppError of one of these kinds. Let any other error pass. */
export function isAppError(error: unknown, ...kinds: [ErrorKind, ...ErrorKind[]]): error is AppError {
  return error instanceof AppError && kinds.includes(error.kind);
}
