import { pino } from "pino";
import { expect, test } from "vitest";
import { loggedError } from "../../src/app/log.ts";

function logged(err: unknown): string {
  let line = "";
  const log = pino({ serializers: { err: loggedError } }, { write: (text: string) => void (line += text) });
  log.error({ err }, "failed");
  return line;
}

function refused(secret: string): Error {
  return Object.assign(new Error("ERR refused"), { code: "ERR", command: { name: "set", args: [secret] } });
}

test("no argument of a refused command is in the log, however deeply it is nested", () => {
  const deep = Object.assign(new Error("deep"), { inner: { deeper: refused("secret-1") } });
  const cause = new Error("outer", { cause: refused("secret-2") });
  const many = new AggregateError([refused("secret-3"), deep], "many");
  const listed = Object.assign(new Error("listed"), { previousErrors: [refused("secret-4")] });
  const around: Error & { self?: unknown } = refused("secret-5");
  around.self = around;
  for (const error of [refused("secret-6"), deep, cause, many, listed, around]) {
    const line = logged(error);
    expect(line).toContain(error.message);
    expect(line).not.toContain("secret-");
  }
});

test("an error is logged with its type, its stack and its other properties", () => {
  expect(JSON.parse(logged(refused("secret")))).toMatchObject({
    err: { type: "Error", message: "ERR refused", code: "ERR", stack: expect.stringContaining("at refused") },
  });
  expect(JSON.parse(logged("a text"))).toMatchObject({ err: "a text" });
});

test("a message that quotes a secret is left out, in the stack too", () => {
  const logged = JSON.stringify(
    loggedError(new Error("I don't know a service called “pw hunter2-Fall-2026!”.")),
  );
  expect(logged).not.toContain("hunter2");
  expect(logged).toContain("left out");
});
