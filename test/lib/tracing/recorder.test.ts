import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { type FinishedSpan, createTracing } from "../../../src/lib/tracing/recorder.ts";
import { type Origin, continuing } from "../../../src/lib/tracing/tracing.ts";

/** Tracing with a clock that goes on by 1 ms at each reading, and what it exported. */
function recording({ sampleRatio = 1 }: { sampleRatio?: number } = {}) {
  const sent: FinishedSpan[] = [];
  let ms = 0;
  const tracing = createTracing({
    sampleRatio,
    send: (span) => sent.push(span),
    now: () => 1_000,
    monotonicMs: () => (ms += 1),
    random: () => 0.5,
    randomBytes,
  });
  return { tracing, sent, names: () => sent.map(({ name }) => name) };
}

const own = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
const unsampled = `00-${"a".repeat(32)}-${"b".repeat(16)}-00`;
const ok = async () => undefined;
const limited = () => new AppError("limited", "Wait.");

async function failing(error: Error): Promise<void> {
  throw error;
}

function failAtOnce(): never {
  throw new AppError("upstream", "Away.");
}

test("a span inside another one is its child, in the same trace and by the same clock", async () => {
  const { tracing, sent } = recording();
  await tracing.span("slack.command", { "qm.command": "backups" }, () =>
    tracing.span("cloud.call", { "qm.operation": "GET /v1" }, ok),
  );
  const [child, first] = sent;
  expect(child?.parent).toMatchObject({ traceId: first?.traceId, spanId: first?.spanId });
  expect(first?.parent).toBeUndefined();
  expect(first?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(first?.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(first?.attributes).toEqual({ "qm.command": "backups", "qm.outcome": "ok" });
  const times = [first?.startMs, child?.startMs, child?.endMs, first?.endMs].map(Number);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test("all spans of one piece of work are children of its first one", async () => {
  const { tracing, sent } = recording();
  await tracing.begin("slack.command", {}, {}, () =>
    tracing.span("slack.reply", {}, () => tracing.span("slack.call", {}, ok)),
  );
  const [call, reply, command] = sent;
  expect([call, reply, command].map((span) => span?.name)).toEqual([
    "slack.call",
    "slack.reply",
    "slack.command",
  ]);
  expect(call?.parent).toMatchObject({ spanId: command?.spanId });
  expect(reply?.parent).toMatchObject({ spanId: command?.spanId });
});

test("nothing of an unsampled trace is exported if all goes well", async () => {
  const { tracing, sent } = recording({ sampleRatio: 0 });
  await tracing.span("slack.command", {}, () => tracing.span("cloud.call", {}, ok));
  await tracing.begin("alerts.ingest", {}, { parent: unsampled }, ok);
  expect(sent).toEqual([]);
});

test("a failure exports every span of an unsampled trace in this process, before and after it", async () => {
  const { tracing, sent, names } = recording({ sampleRatio: 0 });
  await tracing.span("slack.command", {}, async () => {
    await tracing.span("cloud.call", { "qm.operation": "first" }, ok);
    const failed = tracing.span("cloud.call", {}, () => failing(new AppError("upstream", "Away.")));
    await expect(failed).rejects.toThrow("Away.");
    expect(tracing.traceparent()).toMatch(/-01$/);
    await tracing.span("slack.call", {}, ok);
  });
  expect(names()).toEqual(["cloud.call", "cloud.call", "slack.call", "slack.command"]);
  expect(sent.map(({ isFailed }) => isFailed)).toEqual([false, true, false, false]);
  expect(sent[1]?.attributes).toEqual({ "qm.outcome": "upstream", "error.type": "upstream" });
  expect(new Set(sent.map(({ traceId }) => traceId)).size).toBe(1);
});

test.each(["user", "forbidden", "missing", "conflict", "limited"] as const)(
  "an error of the kind %s is an outcome, not a failure",
  async (kind) => {
    const { tracing, sent } = recording({ sampleRatio: 0 });
    const work = tracing.span("slack.command", {}, () => failing(new AppError(kind, "No.")));
    await expect(work).rejects.toThrow("No.");
    expect(sent).toEqual([]);
  },
);

test("an unknown error is a bug, and its message is in no attribute", async () => {
  const { tracing, sent } = recording({ sampleRatio: 0 });
  const work = tracing.span("slack.command", {}, () => failing(new Error("a secret text")));
  await expect(work).rejects.toThrow("a secret text");
  expect(sent[0]).toMatchObject({ isFailed: true, attributes: { "error.type": "bug" } });
  expect(Object.values(sent[0]?.attributes ?? {}).join(" ")).not.toContain("secret");
});

test("work that fails before it returns a promise fails its span", async () => {
  const { tracing, sent, names } = recording({ sampleRatio: 0 });
  const work = tracing.begin("job.step", {}, {}, () => tracing.span("cloud.call", {}, failAtOnce));
  await expect(work).rejects.toThrow("Away.");
  expect(names()).toEqual(["cloud.call", "job.step"]);
  expect(sent.map(({ isFailed }) => isFailed)).toEqual([true, true]);
});

test("an error of another library means what its caller says", async () => {
  const { tracing, sent } = recording({ sampleRatio: 0 });
  const work = tracing.span("slack.call", {}, () => failing(new Error("429")), limited);
  await expect(work).rejects.toThrow("429");
  expect(sent).toEqual([]);
});

test("a failure that the work handles is in the span", async () => {
  const { tracing, sent } = recording({ sampleRatio: 0 });
  await tracing.span("slack.interaction", {}, async () => tracing.failed(new AppError("auth", "Expired.")));
  expect(sent[0]).toMatchObject({ isFailed: true, attributes: { "qm.outcome": "auth" } });
});

test("a span of ours goes on elsewhere with the same trace and the same decision", async () => {
  const { tracing, sent } = recording({ sampleRatio: 0 });
  await tracing.begin("alerts.ingest", {}, { parent: own, links: [own, unsampled, "no span"] }, ok);
  expect(sent[0]).toMatchObject({
    traceId: "a".repeat(32),
    parent: { traceId: "a".repeat(32), spanId: "b".repeat(16) },
    links: [{ isSampled: true }, { isSampled: false }],
  });
});

test("a stranger's span gives its ids, and whether to export is our own decision", async () => {
  const never = recording({ sampleRatio: 0 });
  await never.tracing.begin("alerts.receive", {}, { foreignParent: own }, ok);
  expect(never.sent).toEqual([]);
  const always = recording({ sampleRatio: 1 });
  await always.tracing.begin("alerts.receive", {}, { foreignParent: unsampled }, ok);
  expect(always.sent[0]?.parent).toMatchObject({ traceId: "a".repeat(32), spanId: "b".repeat(16) });
});

test.each([
  undefined,
  "",
  "hello",
  ["00"],
  `00-${"0".repeat(32)}-${"b".repeat(16)}-01`,
  `00-${"a".repeat(32)}-${"0".repeat(16)}-01`,
  `01-${"a".repeat(32)}-${"b".repeat(16)}-01`,
  `00-${"A".repeat(32)}-${"b".repeat(16)}-01`,
  `${own}-more`,
  `${own}\n`,
])("a traceparent that is not valid (%j) begins a trace of its own", async (foreignParent) => {
  const { tracing, sent } = recording();
  await tracing.begin("alerts.receive", {}, { foreignParent }, ok);
  expect(sent[0]?.parent).toBeUndefined();
});

/** The span that alert events of a request carry. */
function carried(sampleRatio: number, origin: Origin): Promise<string | undefined> {
  const { tracing } = recording({ sampleRatio });
  return tracing.begin("alerts.receive", {}, origin, async () => tracing.eventTraceparent());
}

test("alert events carry a span that is exported or in a sender's trace, and no other", async () => {
  expect(await carried(0, {})).toBeUndefined();
  expect(await carried(0, { parent: unsampled })).toBeUndefined();
  expect(await carried(1, {})).toMatch(/-01$/);
  expect(await carried(0, { parent: own })).toMatch(/^00-a{32}-.*-01$/);
  expect(await carried(0, { foreignParent: own })).toMatch(/^00-a{32}-.*-00$/);
});

test("work on several events continues the newest exported trace of them, and links to all with a span", async () => {
  const { tracing, sent } = recording({ sampleRatio: 0 });
  const other = unsampled.replaceAll("a", "c");
  await tracing.begin("outbox.deliver", {}, continuing([own, "", other, undefined]), ok);
  expect(sent[0]).toMatchObject({
    parent: { traceId: "a".repeat(32) },
    links: [{ traceId: "a".repeat(32) }, { traceId: "c".repeat(32) }],
  });
});

test("work on events without a span is not exported, unless it fails", async () => {
  const { tracing, sent } = recording({ sampleRatio: 1 });
  await tracing.begin("outbox.deliver", {}, continuing([undefined, ""]), ok);
  expect(sent).toEqual([]);
  const failed = tracing.begin("outbox.deliver", {}, continuing([""]), () => failing(new Error("Away.")));
  await expect(failed).rejects.toThrow("Away.");
  expect(sent).toHaveLength(1);
});

test("work that outlives its span is not a part of it", async () => {
  const { tracing, sent } = recording();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: late, resolve } = Promise.withResolvers<object>();
  const goOn = async () => {
    await isOver;
    resolve({ fields: tracing.logFields(), traceparent: tracing.traceparent() });
    await tracing.span("cloud.call", {}, ok);
  };
  await tracing.span("slack.command", {}, async () => void goOn());
  end();
  expect(await late).toEqual({ fields: {}, traceparent: undefined });
  expect(sent[1]?.parent).toBeUndefined();
  expect(sent[1]?.traceId).not.toBe(sent[0]?.traceId);
});

test("work that begins beside a span under way is not a part of it", async () => {
  const { tracing, sent } = recording();
  const beside = [tracing.begin("job.step", {}, {}, ok), tracing.begin("alerts.receive", {}, {}, ok)];
  expect(tracing.logFields()).toEqual({});
  await Promise.all(beside);
  expect(sent.map(({ parent }) => parent)).toEqual([undefined, undefined]);
  expect(new Set(sent.map(({ traceId }) => traceId)).size).toBe(2);
});

test("work goes on in its own span after it began other work", async () => {
  const { tracing, sent } = recording();
  await tracing.begin("slack.interaction", {}, {}, async () => {
    const own = tracing.traceparent();
    const other = tracing.begin("alerts.ingest", {}, {}, ok);
    expect(tracing.traceparent()).toBe(own);
    await other;
    expect(tracing.traceparent()).toBe(own);
  });
  expect(sent.map(({ parent }) => parent)).toEqual([undefined, undefined]);
});

test("a log line names the present span, and none outside of one", async () => {
  const { tracing, sent } = recording();
  expect(tracing.logFields()).toEqual({});
  let fields = {};
  await tracing.span("slack.command", {}, async () => void (fields = tracing.logFields()));
  const [span] = sent;
  expect(fields).toEqual({ trace_id: span?.traceId, span_id: span?.spanId, trace_flags: "01" });
});

test("a span keeps few links and short values", async () => {
  const { tracing, sent } = recording();
  const links = Array.from({ length: 100 }, () => own);
  await tracing.begin("outbox.deliver", { "qm.channel": "C".repeat(5_000) }, { links }, ok);
  expect(sent[0]?.links).toHaveLength(32);
  expect(String(sent[0]?.attributes["qm.channel"]).length).toBeLessThanOrEqual(200);
});
