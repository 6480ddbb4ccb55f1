import { readFileSync } from "node:fs";
import process from "node:process";

// Loaded before the product: the wall clock of this one process is wrong by as many milliseconds as a file says. The
// file may change at any time, like a machine's clock. The monotonic clock is not touched, as on a machine.

const path = process.env["TEST_CLOCK_FILE"] ?? "";
const everyMs = 20;
const Real = globalThis.Date;
let aheadMs = 0;

function read(): void {
  aheadMs = Number(readFileSync(path, "utf8"));
}

read();
setInterval(read, everyMs).unref();

globalThis.Date = new Proxy(Real, {
  construct: (target, given: unknown[], asked) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + aheadMs] : given, asked),
  apply: (target) => new target(target.now() + aheadMs).toString(),
  get(target, name, receiver) {
    if (name === "now") return () => target.now() + aheadMs;
    return Reflect.get(target, name, receiver);
  },
});
