/** Enough to look back on; a server that runs for days must not grow. */
export const keptRequestsByDefault = 1000;

/** A request as it was received; the authorization header is never part of it. */
export interface ReceivedRequest {
  at: string;
  method: string;
  path: string;
  /** The operation's name; absent for a route that is not served. */
  operation?: string;
  /** The id of the organization whose key it was; absent where it was nobody's. */
  keyOf?: string;
  /** The JSON body without its secrets; absent where there was none. */
  body?: unknown;
  /** Null while there is no answer, and for ever where the connection was dropped. */
  status: number | null;
}

/** What was received lately, the oldest first. */
export interface RequestLog {
  /** Remembers an arrival; what is written to the entry later shows in the list. */
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

// The request fields that hold a secret of the customer (spec/api.md, Service).
const secretFields = new Set(["encryptionKey"]);

/** A body as the log may keep it. */
export function withoutSecrets(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (key, value: unknown) => (secretFields.has(key) ? "(secret)" : value));
  } catch {
    return "(not JSON)";
  }
}
