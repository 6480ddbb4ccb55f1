import { pino } from "pino";
import { expect, test } from "vitest";
import { redisErrorLog, redisTrouble } from "../../../src/platform/redis/errors.ts";
import { storeFailure } from "../../../src/platform/redis/connect.ts";

const readOnly = new Error(
  "READONLY You can't write against a read only replica. script: 1, on @user_script:1.",
);
const full = new Error("OOM command not allowed when used memory > 'maxmemory'.");
const unsaved = new Error("MISCONF Errors writing to the AOF file: No space left on device");
const hung = new Error("Socket timeout. Expecting data, but didn't receive any in 5000ms.");
const away = new Error("connect ECONNREFUSED 127.0.0.1:6379");

test("the trouble of Redis is found in the answer, its cause, or the first refusal of a transaction", () => {
  const all = { "read-only": readOnly, full, unsaved, hung, away };
  for (const [trouble, error] of Object.entries(all)) expect(redisTrouble(error)).toBe(trouble);
  expect(redisTrouble(storeFailure(full, "nothing was done"))).toBe("full");
  const transaction = new Error("EXECABORT Transaction discarded because of previous errors.");
  expect(redisTrouble(Object.assign(transaction, { previousErrors: [readOnly] }))).toBe("read-only");
  expect(redisTrouble("OOM command not allowed")).toBe("away");
});

function told(error: Error): string {
  return storeFailure(error, "nothing was done").message;
}

test("the message says whether to wait or to ask an admin", () => {
  expect(told(away)).toBe(
    "Quartermaster can't reach its own storage right now, so nothing was done. Please try again in a minute.",
  );
  expect(told(readOnly)).toBe(told(away));
  expect(told(full)).toBe(
    "Quartermaster's storage is full, so nothing was done. Ask its operator to give Redis more memory, then try again.",
  );
  expect(told(unsaved)).toContain(
    "storage can't write to its disk, so nothing was done. Ask its operator to free some space",
  );
});

test("each trouble is logged once in half a minute, independently of the others", () => {
  const lines: string[] = [];
  let nowMs = 0;
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(line) });
  const tell = redisErrorLog(log, () => new Date(nowMs));
  for (const error of [away, full, away, full]) tell(error);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("can't reach Redis");
  expect(lines[1]).toContain("Redis is full and refuses writes");
  nowMs = 30_000;
  tell(full);
  expect(lines).toHaveLength(3);
});

test("a job with a lock that ran out isn't taken for a Redis that is away, and is only a warning", () => {
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(line) });
  const tell = redisErrorLog(log, () => new Date(0));
  tell(new Error("could not renew lock for job T0ACME0001.1"));
  tell(away);
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([40, 50]);
  expect(lines[0]).toContain("a job's lock ran out");
});
