import { expect, test } from "vitest";
import { roundTripCheck } from "../../../../src/features/alerts/hooks/checks.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { at, sealer, useHookAuthenticator } from "../../../support/hook-authenticator.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";
import { hookProbe, probeHeader } from "../../../../src/features/alerts/hooks/sending.ts";

const server = useHookAuthenticator();
const own = sealer.forWorkspace("T1");

test("a probe comes back from a hook over real HTTP, and nothing is posted", async () => {
  const context = { publicUrl: server.url, fetch, sealer: own, now: () => at };
  expect(await roundTripCheck([hookRecord()], context)).toMatchObject({ status: "right" });
  expect(await server.waiting()).toEqual([]);
  expect(server.notified()).toEqual([]);
  const lost = await roundTripCheck([hookRecord()], { ...context, publicUrl: "http://127.0.0.1:1" });
  expect(lost).toMatchObject({ status: "wrong" });
});

test("a probe for another hook or workspace, an old one or a forged one counts as an ordinary delivery", async () => {
  const forged = [
    hookProbe("T1-other", at, own),
    hookProbe("T1-checkout", at, sealer.forWorkspace("T2")),
    hookProbe("T1-checkout", new Date(at.getTime() - 2 * minuteMs), own),
    "v1.k1.made-up",
    "",
  ];
  for (const probe of forged) {
    const { status } = await server.send({ headers: { [probeHeader]: probe } });
    expect(status).toBe(401);
  }
  const gone = await server.send({
    id: "T1-gone",
    headers: { [probeHeader]: hookProbe("T1-gone", at, own) },
  });
  expect(gone.status).toBe(401);
});
