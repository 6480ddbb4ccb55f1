import { beforeEach, describe, expect, it } from "vitest";
import { alerts } from "../../../../src/features/observability/alerts-command.ts";
import type { DeadLetter } from "../../../../src/features/alerts/incident/dead-letters.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { acknowledged, at, firing, hook, live, over } from "../../alerts/incident/alert-events.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import * as texts from "../../../../src/features/alerts/open/texts.ts";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import { useRedis } from "../../../support/redis.ts";
import { type HookFixture, buttonsOf, hookFixture } from "../../alerts/hooks/fixture.ts";
import type { TraceEntry } from "../../../../src/platform/jobs/outbox/shown.ts";
import { chooses, linesOf } from "../../../support/pressed.ts";
import { valueOf } from "../../../../src/platform/blocks/command-button.ts";

const redis = useRedis();
let fixture: HookFixture;
beforeEach(() => {
  fixture = hookFixture(redis.client, alerts);
});

const { incident: some } = live([firing(0, { severity: "critical", group: "db-1" }), acknowledged(1)]);

/** Stores incidents as the ingestion does. The first one has this trace. */
async function keep(incidents: readonly Incident[], trace: TraceEntry[] = []): Promise<void> {
  await fixture.context.hooks.add(hook);
  const ingested = incidents.map((incident, index) => ({
    incident,
    isNew: true,
    timerMs: undefined,
    trace: index === 0 ? trace : [],
  }));
  const waiting = { cursor: "0", taken: 0, flood: [] };
  await fixture.context.incidents.commit({
    hookId: hook.id,
    waiting,
    incidents: ingested,
    gone: [],
    log: [],
    counts: {},
  });
}

/** Firing incidents, a minute apart, alternately in two channels. */
function many(count: number): Incident[] {
  return Array.from({ length: count }, (_, index) => ({
    ...some,
    id: `i${index}`,
    key: `k${index}`,
    channelId: `C${index % 2}`,
    openedAtMs: at(index),
    latest: { ...some.latest, title: `Alert ${index}`, alertName: `Alert ${index}` },
  }));
}

/** Stores dead letters, each later than the one before. */
async function bury(...letters: Partial<DeadLetter>[]): Promise<void> {
  for (const [index, letter] of letters.entries()) {
    const whole = {
      itemId: some.id,
      channelId: "C1",
      reason: "too long",
      atMs: at(index),
      attempts: 4,
      events: 2,
    };
    await redis.client.hset(
      keys.deadLetters("T1"),
      letter.itemId ?? some.id,
      JSON.stringify({ ...whole, ...letter }),
    );
  }
  await redis.client.hset(keys.alertCounts("T1"), { dead: 2 * letters.length });
}

describe("/db alerts", () => {
  it("says how to create a hook if there is none, else that no alert is open", async () => {
    const answer = await fixture.db("");
    expect(answer.text).toContain(texts.noHooks);
    expect(buttonsOf(answer)).toMatchObject({ [texts.createHook]: "alerts hooks create" });
    await keep([live([firing(0), over(1)]).incident]);
    expect((await fixture.db("")).text).toContain(texts.noneOpen);
  });

  it("lists what no one has before what someone has, the newest first, each with a number", async () => {
    const open = many(4).map((each, index): Incident => {
      return index % 2 === 0 ? each : { ...each, state: "firing" };
    });
    await keep([...open, { ...live([firing(0), over(1)]).incident, id: "over", key: "over" }]);
    const answer = await fixture.db("");
    const shown = renderedText(answer.blocks);
    expect(answer.text).toContain("*4 open alerts*: 2 firing, 2 acknowledged.");
    expect(answer.text).toContain("*Acknowledged by <@U1>: Alert 2*\ndb-1 · critical · since <!date^");
    expect(shown).toMatch(/1\. .*Firing.*Alert 3.*Alert 1.*3\. .*Acknowledged.*Alert 2.*Alert 0/s);
    expect(answer.text.match(/Alert \d/g)).toEqual(["Alert 3", "Alert 1", "Alert 2", "Alert 0"]);
    expect(answer.text).toContain("in <#C1>");
    expect(answer.text.match(/not acknowledged/g)).toHaveLength(2);
    expect(rowsOf(answer)).toEqual([
      ["Acknowledge", "Snooze", "Open"],
      ["Acknowledge", "Snooze", "Open"],
      ["Snooze", "Open"],
      ["Snooze", "Open"],
      ["Mine", "Unacknowledged", "Acknowledged", "Acknowledge all"],
    ]);
  });

  it("has one line for each rule of a storm, critical first, with a button that acknowledges them", async () => {
    const noise = Array.from({ length: 400 }, (_, index): Incident => {
      const latest = { ...some.latest, title: `Restarts of web-${index}`, alertName: "Restarts by service" };
      const { incident } = live([firing(0)]);
      return {
        ...incident,
        id: `n${index}`,
        key: `n${index}`,
        openedAtMs: at(index),
        severity: "warning",
        latest: { ...latest, group: `service:web-${index}` },
      };
    });
    const { incident: worse } = live([
      firing(0, { severity: "critical", title: "Payment errors", alertName: "Payment errors" }),
    ]);
    const mine = { ...some, severity: "info" as const, id: "mine", key: "mine" };
    await keep([...noise, { ...worse, id: "worse", key: "worse" }, mine]);
    const answer = await fixture.db("");
    const shown = renderedText(answer.blocks);
    expect(answer.text).toContain("*402 open alerts*: 401 firing, 1 acknowledged.");
    expect(answer.text.split("\n")).toHaveLength(7);
    expect(shown).toMatch(/Payment errors.*Restarts by service.*Acknowledged/s);
    expect(answer.text).toMatch(/\*400 alerts\* · 400 services: web-0 … 399 · since/);
    expect(JSON.stringify(answer.blocks)).toContain("Acknowledge all 400");
    expect(JSON.stringify(answer.blocks)).toContain('"alerts:acknowledge-line"');
    expect(buttonsOf(answer)).not.toHaveProperty(texts.next);
  });

  it("puts muted alerts last", async () => {
    await keep(many(2));
    const mute = { title: "Alert 1", userId: "U1", at: new Date(at(0)).toISOString() };
    await fixture.context.hooks.change(hook.id, (present) => ({ ...present, muted: { k1: mute } }));
    const { text, blocks } = await fixture.db("");
    expect(text).toContain("*2 open alerts*: 1 acknowledged, 1 muted.");
    expect(renderedText(blocks)).toMatch(/Alert 0.*Muted.*Alert 1/s);
  });

  it("links each alert to its message, or to the message of its storm", async () => {
    await keep(many(2));
    const shown = { generation: 1, threadUpTo: -1 };
    const posted = { ...shown, root: { channelId: "C0", ts: "1763632800.000100" } };
    await redis.client.set(keys.shown("T1", "i0"), JSON.stringify(posted));
    const storm = { ...shown, root: { channelId: "C1", ts: "1763632800.000200" } };
    await redis.client.hset(keys.outboxSummaries("T1", "C1"), "i1", "storm-summary:1");
    await redis.client.set(keys.shown("T1", "storm-summary:1"), JSON.stringify(storm));
    const { text } = await fixture.db("");
    expect(text).toMatch(
      /Alert 0.*\n.*<https:\/\/acme\.slack\.com\/archives\/C0\/p1763632800000100\|Message>/,
    );
    expect(text).toMatch(
      /Alert 1.*\n.*<https:\/\/acme\.slack\.com\/archives\/C1\/p1763632800000200\|Message>/,
    );
  });

  it("has 15 alerts on a page", async () => {
    await keep(many(40));
    const first = await fixture.db("");
    expect(first.text).toContain("*40 open alerts*: all acknowledged, here lines 1 to 15.");
    expect(linesOf(buttonsOf(first))).toMatchObject({ [texts.next]: "alerts page 2" });
    const last = await fixture.db("31");
    expect(last.text).toContain("here lines 31 to 40.");
    expect(linesOf(buttonsOf(last))).toMatchObject({ [texts.previous]: "alerts page 2" });
    expect(buttonsOf(last)).not.toHaveProperty(texts.next);
  });

  it("has fewer alerts on a page if titles are long, and loses none", async () => {
    const long = many(30).map((each) => ({ ...each, latest: { ...each.latest, title: "<&>".repeat(160) } }));
    await keep(long);
    let [next, seen]: [string | undefined, number] = ["alerts 1", 0];
    while (next !== undefined) {
      const page = await fixture.db(next.slice("alerts ".length));
      seen += rowsOf(page).filter((texts) => texts.includes("Open")).length;
      next = linesOf(buttonsOf(page))[texts.next];
    }
    expect(seen).toBe(30);
  });

  it("shows a title as plain text", async () => {
    const hostile = { ...some, latest: { ...some.latest, title: "<!channel> *b*", group: "<@U2>" } };
    await keep([hostile]);
    expect((await fixture.db("")).text).not.toMatch(/<!channel>|<@U2>/);
  });

  it("reads other words as a service's name, and refuses an unknown one", async () => {
    await keep([some]);
    await fixture.context.connections.add({
      name: "acme",
      kind: "standalone",
      appUrl: "https://observe.example.com",
      tokenRef: "sealed:a",
      wireNames: neutralWireNames,
    });
    expect(await fixture.refusal("everything")).toContain(
      "I don't know a service or observability server called “everything”",
    );
    expect(await fixture.refusal("constructor")).toContain("called “constructor”");
  });

  it("leads to the alerts defined in services, with a button for one service and a select for several", async () => {
    const service = { addedBy: "U1", addedAt: "2026-11-01T00:00:00.000Z" };
    const target = { connection: "default" };
    await fixture.context.services.add({ ...service, ...target, name: "orders prod", serviceId: "s-1" });
    expect(linesOf(buttonsOf(await fixture.db("")))).toMatchObject({
      "Alert rules of orders prod": 'alerts rules "s-1"',
    });
    await fixture.context.services.add({ ...service, ...target, name: "carts", serviceId: "s-2" });
    const { blocks } = await fixture.db("");
    const [last] = blocks.slice(-1);
    expect(JSON.stringify(last)).toContain(JSON.stringify(chooses("alert_rules_list", {}, "service")));
    expect(JSON.stringify(last)).toMatch(/carts.*s-2.*orders prod.*s-1/);
  });
});

async function titles(words: string): Promise<string[]> {
  return [...new Set((await fixture.db(words)).text.match(/Alert \d/g))];
}

describe("a narrower list", () => {
  const of = { serviceId: "s-1", name: "orders prod" };
  const { incident: fires } = live([firing(0)]);

  /** Four alerts: one that fires, one that Ada (U1) has, one that Bob has, and one of the service that fires. */
  async function keepFour() {
    const [free, adas, bobs, ofService] = many(4).map((each): Incident => ({ ...each, severity: "error" }));
    const byBob = { ...bobs, acknowledged: { userId: "U2", atMs: at(1) } };
    const state = "firing" as const;
    await keep(
      [{ ...free, state }, adas, byBob, { ...ofService, state, service: of }].flatMap((each) =>
        each?.id === undefined ? [] : [{ ...fires, ...each }],
      ),
    );
    const service = { ...of, connection: "default", addedBy: "U1", addedAt: "2026-11-01T00:00:00.000Z" };
    await fixture.context.services.add(service);
  }

  it("has the alerts of a service, with the way to its rules", async () => {
    await keepFour();
    const answer = await fixture.db("orders prod");
    expect(answer.text).toMatch(/^\*1 open alert of orders prod\*: firing\.\n1\. .*Alert 3/);
    expect(linesOf(buttonsOf(answer))).toMatchObject({
      "Alert rules of orders prod": 'alerts rules "s-1"',
      "All 4": "alerts",
    });
    await fixture.context.services.add({
      serviceId: "s-2",
      name: "carts",
      connection: "default",
      addedBy: "U1",
      addedAt: "2026-11-01T00:00:00.000Z",
    });
    expect((await fixture.db("carts")).text).toBe(texts.noneOfService("carts"));
  });

  it("has what no one or someone acknowledged, numbered as it shows", async () => {
    await keepFour();
    expect(await titles("unacknowledged")).toEqual(["Alert 3", "Alert 0"]);
    expect(await titles("acknowledged")).toEqual(["Alert 2", "Alert 1"]);
    expect(await titles("unacknowledged orders prod")).toEqual(["Alert 3"]);
    expect((await fixture.db("mine")).text).toContain("\n1. :eyes: *Acknowledged by <@U1>: Alert 1");
  });

  it("has what concerns its reader: what they have, what mentioned them, and their services", async () => {
    await keepFour();
    expect(await titles("mine")).toEqual(["Alert 1"]);
    await fixture.context.owners.change("s-1", () => ({
      ...of,
      connection: "default",
      ownerId: "U1",
      since: "2026-11-01T00:00:00.000Z",
      by: "U1",
    }));
    expect(await titles("mine")).toEqual(["Alert 3", "Alert 1"]);
  });
});

/** The texts of the buttons in each row. */
function rowsOf({ blocks }: Awaited<ReturnType<HookFixture["db"]>>): string[][] {
  return blocks.flatMap((block) =>
    block.type === "actions"
      ? [block.elements.flatMap((each) => (each.type === "button" ? [each.text.text] : []))]
      : [],
  );
}

describe("/db alerts trace", () => {
  const trace: TraceEntry[] = [
    {
      step: "event",
      receivedAtMs: at(0),
      acceptedAtMs: at(0) + 2,
      atMs: at(0) + 300,
      times: 3,
      state: "firing",
      led: "new",
      batch: 5,
    },
    {
      step: "call",
      atMs: at(0) + 1_200,
      call: "post",
      channelId: "C1",
      answer: "limited for 3 s",
      tookMs: 40,
    },
    {
      step: "call",
      atMs: at(0) + 4_300,
      call: "post",
      channelId: "C1",
      answer: "ok",
      tookMs: 212,
      events: 3,
    },
    { step: "action", atMs: at(1), verb: "acknowledge" },
    { step: "moved", atMs: at(1), moved: "it goes into the summary of a storm" },
    { step: "call", atMs: at(900), call: "edit", channelId: "C1", answer: "ok" },
  ];

  it("shows every step with its time, in columns", async () => {
    await keep([some], trace);
    const { text } = await fixture.db(`trace ${some.id}`);
    expect(text).toContain("*Acknowledged by <@U1>: CPU is high*, in <#C1>");
    expect(text).toContain(
      [
        "2026-11-21 (UTC)",
        "12:00:00.000  received   firing",
        "12:00:00.002  accepted   2 ms later",
        "12:00:00.002  merged     3 received, kept as one",
        "12:00:00.300  processed  298 ms later: a new alert, with 4 others",
        "12:00:01.200  post       limited for 3 s in 40 ms (C1)",
        "12:00:04.300  post       ok in 212 ms, shows 3 events (C1)",
        "12:01:00.000  person     acknowledged it",
        "12:01:00.000  outbox     it goes into the summary of a storm",
        "2026-11-22 (UTC)",
        "03:00:00.000  edit       ok (C1)",
      ].join("\n"),
    );
  });

  it("starts with the latest page, and has buttons for the others", async () => {
    const edits = Array.from({ length: 100 }, (_, index): TraceEntry => ({
      step: "call",
      atMs: at(index / 60),
      call: "edit",
      channelId: "C1",
      answer: `edit ${index}.`,
    }));
    await keep([some], edits);
    const latest = await fixture.db(`trace ${some.id}`);
    expect(renderedText(latest.blocks)).toContain("edit 99.");
    expect(linesOf(buttonsOf(latest))).toEqual({ Earlier: `alerts trace ${some.id} 2` });
    const first = await fixture.db(`trace ${some.id} 99`);
    expect(renderedText(first.blocks)).toContain("edit 0.");
    expect(linesOf(buttonsOf(first))).toEqual({ Later: `alerts trace ${some.id} 2` });
  });

  it("shows an answer as plain text that cannot end its code block", async () => {
    await keep([some], [{ step: "moved", atMs: at(0), moved: "```<!channel>\n*b*" }]);
    const { text } = await fixture.db(`trace ${some.id}`);
    expect(text).not.toContain("<!channel>");
    expect(text.match(/```/g)).toHaveLength(2);
  });

  it("links to the exported traces of the latest events, if there is a page for them", async () => {
    const spanId = "b".repeat(16);
    await keep(
      [some],
      [
        tracedEvent(0),
        tracedEvent(1, `00-${"a".repeat(32)}-${spanId}-01`),
        tracedEvent(2, `00-${"c".repeat(32)}-${spanId}-00`),
      ],
    );
    const words = `trace ${some.id}`;
    expect(renderedText((await fixture.db(words)).blocks)).not.toContain("Traces");
    fixture.context.traceUrl = "https://traces.example.com/?id={trace_id}&from={trace_id}";
    const shown = renderedText((await fixture.db(words)).blocks);
    expect(shown).toContain("Traces of its latest events:");
    const id = "a".repeat(32);
    expect(shown).toContain(`<https://traces.example.com/?id=${id}&amp;from=${id}|12:01:00.000>`);
    expect(shown).not.toContain("c".repeat(32));
  });

  it("says where to find an id if it is missing or unknown", async () => {
    expect(await fixture.refusal("trace")).toContain("`/db alerts trace 0f8c`");
    expect(await fixture.refusal("trace nothing")).toBe(texts.noTrace("nothing"));
  });
});

describe("/db alerts undelivered", () => {
  it("says so if there are none", async () => {
    expect((await fixture.db("undelivered")).text).toBe(texts.noneUndelivered);
    expect((await fixture.db("dead")).text).toBe(texts.noneUndelivered);
  });

  it("shows each alert with its channel, the reason and the time", async () => {
    await keep([some]);
    await bury(
      {},
      { itemId: "gone", channelId: "C2", reason: "<!here> it is archived", events: 0, attempts: 1 },
    );
    const answer = await fixture.db("undelivered");
    expect(answer.text).toContain(texts.undelivered(2, ""));
    expect(answer.text).toMatch(
      /Acknowledged by <@U1>: CPU is high\*\nNot delivered in <#C1> since <!date\^.*after 4 attempts: too long\. 2 events never showed\./,
    );
    expect(answer.text).toContain(texts.forgottenMessage("gone"));
    expect(answer.text).not.toContain("<!here>");
    expect(linesOf(buttonsOf(answer))).toMatchObject({
      [texts.tryAllAgain]: "alerts undelivered replay all",
    });
  });

  it("retries one, only once", async () => {
    await bury({});
    const { text } = await fixture.db(`undelivered replay ${some.id}`);
    expect(text).toContain(texts.replayed(1, "in <#C1>"));
    expect(await redis.client.zrange(keys.outbox("T1", "C1"), "0", "-1")).toEqual([some.id]);
    expect(await fixture.refusal(`undelivered replay ${some.id}`)).toBe(texts.gone);
  });

  it("retries all", async () => {
    await bury({}, { itemId: "i7", channelId: "C2" });
    expect((await fixture.db("undelivered replay all")).text).toContain(texts.replayed(2, ""));
    expect(await fixture.context.deadLetters.list()).toEqual([]);
    expect(await fixture.refusal("undelivered replay all")).toBe(texts.noneLeft);
  });

  it("drops one after a question, typed or clicked", async () => {
    await bury({});
    const { blocks } = await fixture.db("undelivered");
    expect(JSON.stringify(blocks)).toContain(texts.dropQuestion.title);
    const asked = await fixture.db(`undelivered drop ${some.id}`);
    const sure = { call: "alerts_retry", args: { words: `drop ${some.id}` }, yes: true } as const;
    expect(buttonsOf(asked)).toEqual({ [texts.dropQuestion.yes]: `alerts undelivered drop ${some.id}` });
    expect(JSON.stringify(asked.blocks)).toContain(JSON.stringify(valueOf(sure)));
    expect(JSON.stringify(blocks)).toContain(JSON.stringify(valueOf(sure)));
    expect(await fixture.context.deadLetters.list()).toHaveLength(1);
    expect((await fixture.db(`undelivered drop ${some.id} yes`)).text).toBe(texts.dropped);
    expect(await fixture.context.deadLetters.list()).toEqual([]);
    expect(await fixture.refusal(`undelivered drop ${some.id}`)).toBe(texts.gone);
    expect(await fixture.refusal(`undelivered drop ${some.id} yes`)).toBe(texts.gone);
  });

  it("has ten on a page", async () => {
    await bury(...Array.from({ length: 12 }, (_, index) => ({ itemId: `i${index}` })));
    const answer = await fixture.db("undelivered");
    expect(answer.text).toContain("here 1 to 10");
    expect(linesOf(buttonsOf(answer))).toMatchObject({ [texts.next]: "alerts undelivered page 2" });
    expect((await fixture.db("undelivered 11")).text).toContain("here 11 to 12");
  });

  it("refuses other words", async () => {
    expect(await fixture.refusal("undelivered or alive")).toBe(texts.deadUsage);
  });
});

function tracedEvent(minute: number, traceparent?: string): TraceEntry {
  return {
    step: "event",
    receivedAtMs: at(minute),
    acceptedAtMs: at(minute),
    atMs: at(minute),
    ...(traceparent && { traceparent }),
    times: 1,
    state: "firing",
    led: "changed",
    batch: 1,
  };
}
