import type { ErrorKind } from "../../src/lib/errors.ts";

/** Longer than any call may take. */
export const endless = { kind: "delay", ms: 120_000 };

type Failing = readonly [fault: object, kind: ErrorKind];

/** Those that every operation meets: refused, broken, done without an answer, and answered in pieces. */
const usual: readonly Failing[] = [
  [{ kind: "status", status: 400 }, "user"],
  [{ kind: "status", status: 503 }, "upstream"],
  [{ kind: "drop-after" }, "upstream"],
  [{ kind: "malformed", cut: "json" }, "upstream"],
];

/** All of a server's failures. A read and a change meet them: no other operation handles them in its own way. */
const all: readonly Failing[] = [
  ...usual,
  [{ kind: "status", status: 401 }, "auth"],
  [{ kind: "status", status: 403 }, "forbidden"],
  [{ kind: "status", status: 404 }, "missing"],
  [{ kind: "status", status: 409 }, "conflict"],
  [{ kind: "status", status: 429 }, "limited"],
  [{ kind: "status", status: 500 }, "upstream"],
  [{ kind: "status", status: 502, body: "Bad Gateway" }, "upstream"],
  [{ kind: "status", status: 504, body: {} }, "upstream"],
  [{ kind: "html" }, "upstream"],
  [{ kind: "unserved" }, "missing"],
  [{ kind: "drop-before" }, "upstream"],
  [{ kind: "malformed", cut: "connection" }, "upstream"],
  [endless, "upstream"],
];

/** The failures that an operation meets here, with the kind of error for each. */
export function faultsOf(operation: string) {
  const some = /^list(?:Services| alerts)$|^create(?:Service| an alert)$/.test(operation) ? all : usual;
  return some.map(([fault, kind]) => ({ fault, kind, shown: JSON.stringify(fault) }));
}
