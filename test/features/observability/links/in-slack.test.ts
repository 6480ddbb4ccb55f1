import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { isJsonObject, jsonObjects, type JsonObject } from "@quartermaster/local-slack/person";
import { control as asking } from "../../../support/asking.ts";
import { putHook } from "../../../support/hook.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import {
  type EnvironmentTarget,
  observedEnvironment,
  targetsOf,
} from "../../../support/observed-environment.ts";
import { observedApi } from "../../../support/observed-api.ts";
import { type SeenMessage, person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";
import { type Deployment, deployments } from "../fixture.ts";
import { lineOfButton, runs } from "../../../support/pressed.ts";

const environment = useTestEnvironment({
  environment: (running) => ({
    ...observedEnvironment(running),
    OBSERVABILITY_CONSOLE_URL: "https://observe.example.com",
  }),
});
let targets: Record<Deployment, EnvironmentTarget>;

const Alerts = z.array(
  z.looseObject({ id: z.string(), name: z.string(), savedSearch: z.string().optional() }),
);

/** A deployment with its pages, its name for people and its word in buttons, and its resources. */
function deploymentOf(kind: Deployment) {
  const { name, word, id } = targets[kind];
  const pages = kind === "managed" ? `https://console.example.com/${word}` : "https://observe.example.com";
  return {
    name,
    word,
    pages,
    dashboards: () => observedApi(environment, kind).list(),
    alerts: async () =>
      Alerts.parse((await asking(environment.cloud, `/alerts?place=${id}`, undefined, "GET")).body),
  };
}

/** The address of an existing alert. */
let knownAlert = "";

beforeAll(async () => {
  targets = await targetsOf(environment);
  const { pages, alerts } = deploymentOf("managed");
  knownAlert = `${pages}/alerts/${(await alerts()).find(({ name }) => name === "p95 latency (ms)")?.id}`;
});

/** Waits for the card below the message with this link. */
async function cardOf(link: string, channel = "databases"): Promise<SeenMessage> {
  const written = link.replaceAll("&", "&amp;");
  const isIt = ({ text, attachments }: SeenMessage) => text.includes(written) && attachments !== undefined;
  return environment.ada.waitForMessage(channel, isIt);
}

function wordsOf({ attachments }: SeenMessage): string {
  const sections = jsonObjects(attachments)
    .flatMap(({ blocks }) => jsonObjects(blocks))
    .filter(({ type }) => type === "section");
  return sections.map(({ text }) => (isJsonObject(text) ? String(text.text) : "")).join("\n");
}

function buttonsOf({ attachments }: SeenMessage): string[][] {
  const blocks = jsonObjects(attachments).flatMap(({ blocks: some }) => jsonObjects(some));
  const elements = blocks.flatMap(({ elements: some }) => jsonObjects(some));
  return elements.map(({ text, value }) => [
    isJsonObject(text) ? String(text.text) : "",
    String(value).startsWith("{") ? lineOfButton(String(value)) : String(value),
  ]);
}

async function control(path: string, body: JsonObject | JsonObject[]): Promise<void> {
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  expect((await fetch(`${environment.slack.url}/page/${path}`, request)).ok).toBe(true);
}

/** The paths of the app's requests to the deployments during an action. */
async function askedDuring(happens: () => Promise<void>): Promise<string[]> {
  const before = (await environment.received("GET")).length;
  await happens();
  return (await environment.received("GET")).slice(before).map(({ path }) => path);
}

/** How often the app has shown cards. */
async function shown(): Promise<number> {
  const calls: unknown = await (
    await fetch(`${environment.slack.url}/page/calls?methods=chat.unfurl`)
  ).json();
  return jsonObjects(calls).filter(({ ok }) => ok === true).length;
}

/** The attachments of a message after a later message has its card, when its own card would exist too. */
async function cardAfter(text: string, channel = "databases"): Promise<unknown> {
  const before = await shown();
  await environment.ada.say(channel, text);
  const known = `${knownAlert}?known=${before}`;
  await environment.ada.say("databases", known);
  await cardOf(known);
  expect(await shown()).toBe(before + 1);
  const written = text.replaceAll("&", "&amp;");
  const posted = (await environment.ada.messages(channel)).findLast((message) => message.text === written);
  return posted === undefined ? "the message is not there" : posted.attachments;
}

describe.each(deployments)("in the %s deployment", (kind) => {
  test("a link to a dashboard unfurls to its name, tiles and tags, and the states of its alerts", async () => {
    const { name, word, pages, dashboards } = deploymentOf(kind);
    const [dashboard] = await dashboards();
    const link = `${pages}/dashboards/${dashboard?.id}?from=1&to=2`;
    const asked = await askedDuring(async () => {
      await environment.ada.say("databases", `Look: ${link}`);
      await cardOf(link);
    });
    const card = await cardOf(link);
    expect(wordsOf(card)).toBe(
      [
        `*API Monitoring* · dashboard of ${name}`,
        "7 tiles · tags `api` `production`",
        "1 alert rule watches this dashboard:",
        ":white_check_mark: OK: p95 latency (ms)",
      ].join("\n"),
    );
    expect(buttonsOf(card)).toEqual([
      ["Show", `dashboards show "${dashboard?.id}" "${word}"`],
      ["Alert rules", `alerts rules "${word}"`],
    ]);
    expect(asked).toHaveLength(2);
  });
});

// The deployments differ in their requests alone.
describe("in the stand-alone deployment", () => {
  const kind = "stand-alone";

  test("if a dashboard or the link's tile has no alert, one can be created", async () => {
    const { word, pages, dashboards } = deploymentOf(kind);
    const [api, checkout] = await dashboards();
    const [, tile] = api?.tiles ?? [];
    const [first] = checkout?.tiles ?? [];
    const links = [
      `${pages}/dashboards/${api?.id}?highlightedTileId=${tile?.id}`,
      `${pages}/dashboards/${checkout?.id}`,
    ];
    await environment.ada.say("databases", links.join(" "));
    const card = await cardOf(links[0] ?? "");
    expect(wordsOf(card)).toContain("7 tiles · linked tile “Error count” · tags");
    expect(wordsOf(card)).toContain("No alert rule watches this dashboard.");
    expect(buttonsOf(card).filter(([text]) => text === "Create alert rule")).toEqual([
      ["Create alert rule", `alerts create "${word}" on-dashboard ${api?.id} on-tile ${tile?.id}`],
      ["Create alert rule", `alerts create "${word}" on-dashboard ${checkout?.id} on-tile ${first?.id}`],
    ]);
  });

  test("a link to an alert unfurls to its state and its rule", async () => {
    const { name, word, pages, alerts } = deploymentOf(kind);
    const alert = (await alerts()).find((one) => one.name === "p95 latency (ms)");
    const link = `${pages}/alerts/${alert?.id}`;
    const asked = await askedDuring(async () => {
      await environment.ada.say("databases", link);
      await cardOf(link);
    });
    const card = await cardOf(link);
    expect(wordsOf(card)).toBe(
      [
        `:white_check_mark: *OK: p95 latency (ms)* · alert rule of ${name}`,
        "Fires when p95 of `Duration` where `kind:server` is 2,000 or more in 5 minutes, for any `ServiceName`. Notifies no one.",
        "No alerts from this rule in the last 30 days.",
      ].join("\n"),
    );
    expect(buttonsOf(card)).toEqual([
      ["Show", `alerts show ${alert?.id} "${word}"`],
      ["Open alerts", "alerts"],
    ]);
    expect(asked).toHaveLength(2);
  });

  test("a link to a saved search unfurls to the alerts that watch it", async () => {
    const { name, word, pages, alerts } = deploymentOf(kind);
    const alert = (await alerts()).find(({ savedSearch }) => savedSearch !== undefined);
    const links = [`${pages}/search/${alert?.savedSearch}?isLive=true`, `${pages}/search/another`];
    const asked = await askedDuring(async () => {
      await environment.ada.say("databases", links.join(" and "));
      await cardOf(links[0] ?? "");
    });
    const card = await cardOf(links[0] ?? "");
    expect(wordsOf(card)).toBe(
      [
        `*Saved search* of ${name}`,
        "1 alert rule watches this search:",
        `:white_check_mark: OK: ${alert?.name}`,
        `*Saved search* of ${name}`,
        "No alert rule watches this search.",
      ].join("\n"),
    );
    expect(buttonsOf(card)).toEqual([
      ["Show rule", `alerts show ${alert?.id} "${word}"`],
      ["Alert rules", `alerts rules "${word}"`],
      ["Create alert rule", `alerts create "${word}"`],
      ["Alert rules", `alerts rules "${word}"`],
    ]);
    expect(asked).toHaveLength(1);
  });

  test("a link to a missing or unreadable resource stays a link", async () => {
    const { pages, dashboards } = deploymentOf(kind);
    expect(await cardAfter(`${pages}/dashboards/gone`)).toBeUndefined();
    expect(await cardAfter(`${pages}/alerts/gone`)).toBeUndefined();
    const [dashboard] = await dashboards();
    await environment.faults({ kind: "status", status: 403, match: { pathPattern: "/*/dashboards/:id" } });
    expect(await cardAfter(`${pages}/dashboards/${dashboard?.id}`)).toBeUndefined();
  });

  test("in a shared channel, the card only names the resource, and a click is answered only to its person", async () => {
    const { name, word, pages, dashboards } = deploymentOf(kind);
    const [dashboard] = await dashboards();
    const links = [`${pages}/dashboards/${dashboard?.id}`, `${pages}/alerts/a1`, `${pages}/search/s1`];
    await control("channel", { channel: "incidents", isShared: true });
    const asked = await askedDuring(async () => {
      await environment.ada.say("incidents", links.join(" "));
      await cardOf(links[0] ?? "", "incidents");
    });
    await control("channel", { channel: "incidents", isShared: false });
    const card = await cardOf(links[0] ?? "", "incidents");
    expect(wordsOf(card)).toBe(
      [
        `A dashboard of *${name}*. Choose Show to see it.`,
        `An alert rule of *${name}*. Choose Show to see its state.`,
        `A saved search of *${name}*. Choose Alert rules to see the rules there.`,
      ].join("\n"),
    );
    expect(buttonsOf(card)).toEqual([
      ["Show", `dashboards show "${dashboard?.id}" "${word}"`],
      ["Alert rules", `alerts rules "${word}"`],
      ["Show", `alerts show a1 "${word}"`],
      ["Alert rules", `alerts rules "${word}"`],
      ["Alert rules", `alerts rules "${word}"`],
      ["Create alert rule", `alerts create "${word}"`],
    ]);
    expect(asked).toEqual([]);
    await environment.ada.click(card, runs("dashboards_show", { dashboard: dashboard?.id, service: word }));
    const isAnswer = ({ ephemeral, ts }: SeenMessage) => ephemeral && ts > card.ts;
    expect(shownText(await environment.ada.waitForMessage("incidents", isAnswer))).toContain(
      "API Monitoring",
    );
    await using sam = person(environment.slack, "Sam Rivera");
    expect((await sam.messages("incidents")).filter(({ ephemeral }) => ephemeral)).toEqual([]);
  });
});

test("an open alert can be acknowledged from its card by a person with the role", async () => {
  const { pages, alerts } = deploymentOf("stand-alone");
  const alert = (await alerts()).find(({ name }) => name === "Checkout errors");
  const channelId = environment.slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  const { app, redisUrl, slack, cloud } = environment;
  const hook = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name: "checkout" });
  const headers = { authorization: `Bearer ${hook.secret}` };
  const webhook = { name: "Quartermaster", url: hook.url, headers, alerts: [alert?.id] };
  await asking(cloud, "/webhooks", webhook);
  await asking(cloud, `/alerts/${alert?.id}/breach`, {});
  const incident = await environment.ada.waitForMessage("alerts", "Firing");
  const link = `${pages}/alerts/${alert?.id}`;
  await environment.ada.say("databases", link);
  const card = await cardOf(link);
  const [state, rule, formatState] = wordsOf(card).split("\n");
  expect(state).toBe(":red_circle: *Firing: Checkout errors* · alert rule of observability");
  expect(rule).toMatch(
    /^Fires when the saved search `\w+` finds 5 lines or more in 5 minutes\. Notifies \*checkout\* in <#\w+>\.$/,
  );
  expect(formatState).toMatch(
    /^Open in <#\w+> since <!date\^\d+\^[^>]+>, not acknowledged yet \(<https:[^|]+\|message>\)\.$/,
  );
  expect(formatState).toContain(`/archives/${channelId}/p${incident.ts.replace(".", "")}`);
  expect(buttonsOf(card).map(([text]) => text)).toEqual(["Show", "Acknowledge"]);

  await using sam = person(slack, "Sam Rivera");
  await sam.click(card, "alerts:acknowledge");
  await sam.waitForMessage("databases", "You need the operator role");
  await environment.ada.click(card, "alerts:acknowledge");
  const answer = await environment.ada.waitForMessage("databases", "You acknowledged");
  expect(answer).toMatchObject({ ephemeral: true });
  await environment.ada.waitForMessage("alerts", "Acknowledged by");
});

test("in a composer the readers are unknown, so the card only names the resource", async () => {
  const { pages } = deploymentOf("stand-alone");
  const asked = await askedDuring(async () => {
    const channel = environment.slack.channels[0]?.id;
    await control("compose", { user: environment.ada.id, channel, text: `see ${pages}/dashboards/d1` });
    await until(async () => (await environment.ada.world()).composed.length === 1);
  });
  const { composed } = await environment.ada.world();
  expect(shownText({ text: "", attachments: composed })).toContain("A dashboard of *observability*.");
  expect(asked).toEqual([]);
  await environment.ada.say("databases", "never mind");
});

test("a message gets at most five cards, and one for all links to the same resource", async () => {
  const { pages } = deploymentOf("stand-alone");
  const links = [1, 1, 2, 3, 4, 5, 6].map((search, index) => `${pages}/search/many${search}?from=${index}`);
  await environment.ada.say("databases", links.join(" "));
  const card = await cardOf("/search/many1");
  expect(jsonObjects(card.attachments).map(({ app_unfurl_url }) => app_unfurl_url)).toEqual(
    [0, 2, 3, 4, 5].map((index) => links[index]),
  );
});

test("links of people without a role, and in channels without the app, stay links", async () => {
  const { pages } = deploymentOf("stand-alone");
  await control("channel", { channel: "general", hasApp: false });
  expect(await cardAfter(`${pages}/search/elsewhere`, "general")).toBeUndefined();
  const noor = environment.slack.users.find(({ name }) => name === "Noor Haddad");
  await control("person", { person: noor?.id, isGuest: true });
  await using guest = person(environment.slack, noor?.id ?? "");
  await guest.say("databases", `${pages}/search/guest`);
  expect(await cardAfter(`${pages}/search/guest%20`)).toBeUndefined();
  const posted = (await guest.messages("databases")).find(({ text }) => text.endsWith("/search/guest"));
  expect(posted?.attachments).toBeUndefined();
});

test("a card that Slack rate-limits briefly is shown a moment later", async () => {
  const { pages } = deploymentOf("stand-alone");
  await control("faults", [{ kind: "limited", times: 1, match: { methods: ["chat.unfurl"] } }]);
  await environment.ada.say("databases", `${pages}/search/busy`);
  expect(wordsOf(await cardOf("/search/busy"))).toContain("Saved search");
});

test("a card that Slack rate-limits for long is dropped, and Slack gets no earlier request for it", async () => {
  const { pages } = deploymentOf("stand-alone");
  const limited = { kind: "limited", retryAfterSeconds: 30, times: 1, match: { methods: ["chat.unfurl"] } };
  await control("faults", [limited]);
  const before = await shown();
  await environment.ada.say("databases", `${pages}/search/busier`);
  await until(async () => environment.app.output().includes("Try again in 30 s"));
  expect(await cardAfter(`${pages}/alerts`)).toBeUndefined();
  expect(await shown()).toBe(before + 1);
});

test("a card that Slack refuses causes no message, and the app continues", async () => {
  const { pages } = deploymentOf("stand-alone");
  for (const error of ["missing_scope", "cannot_find_message", "cannot_unfurl_url"]) {
    await control("faults", [{ kind: "error", error, times: 1, match: { methods: ["chat.unfurl"] } }]);
    await environment.ada.say("databases", `${pages}/search/${error}`);
    await until(async () => environment.app.output().includes(`(${error})`));
  }
  expect(await cardAfter("nothing of ours: https://elsewhere.example/")).toBeUndefined();
  expect(environment.app.output()).not.toContain("a request from Slack failed");
});
