/** Enough for a review, and few enough that a server does not grow for days. */
export const keptRequestsByDefault = 1000;

/** A received request, without its authorization header. */
export interface ReceivedRequest {
  at: string;
  method: string;
  path: string;
  /** The operation's name. Absent for an unknown route. */
  operation?: string;
  /** The id of the key's organization. Absent if the key is unknown. */
  keyOf?: string;
  /** The JSON body without its secrets. Absent if there was none. */
  body?: unknown;
  /** Null before the response, and forever if the connection was dropped. */
  status: number | null;
}

/** The recent requests, the oldest first. */
export interface RequestLog {
  /** Adds an arrival. Later changes of the entry show in the list. */
  add(entry: ReceivedRequest): void;
  list(): readonly ReceivedRequest[];
  clear(): void;
}

/** An empty log of the last requests. */
export function createRequestLog(keptRequests: number): RequestLog {
  let entries: ReceivedRequest[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > keptRequests) entries.shift();
    },
    list: () => entries,
    clear() {
      entries = [];
    },
  };
}

// The request fields with a secret of the customer (spec/api.md, Service).
const secretFields = new Set(["encryptionKey"]);

/** A body without secrets, for the log. */
export function withoutSecrets(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (key, value: unknown) => (secretFields.has(key) ? "(secret)" : value));
  } catch {
    return "(not JSON)";
  }
}
