import { setTimeout as wait } from "node:timers/promises";
import { commandPath } from "../../test/support/installed.ts";
import { seeToNeeds } from "../../test/support/needs.ts";
import type { Pace } from "../pace.ts";
import { printTable } from "../print.ts";
import {
  type Outcome,
  type Patience,
  type PlannedAlert,
  delayAt,
  outcomeOf,
  planAlerts,
  sendAlerts,
} from "./alerts.ts";
import { type Relay, type StartRelay, startAlertmanager, startBoltRelay, startOurs } from "./relays.ts";
import { type PeersSlack, startPeersSlack } from "./slack.ts";

/** How long the parts of a run take. */
interface Length {
  sendMs: number;
  /** Until the trouble begins, and between two troubles. */
  beforeMs: number;
  awayMs: number;
  restartMs: number;
  kills: number;
  resolveAfterMs: number;
  /** The longest time to get everything right after the last alert was accepted and the trouble ended. */
  resolveWaitMs: number;
  /** How long to go on looking when all is right: a repeated call may still come. */
  lookOnMs: number;
  patience: Patience;
  storm: number;
}

const lengthOf = (pace: Pace): Length => ({
  sendMs: pace(60_000, 2_000),
  beforeMs: pace(10_000, 500),
  awayMs: pace(60_000, 2_000),
  restartMs: pace(2_000, 500),
  kills: pace(5, 1),
  // A channel's next alert comes after 8 s. An end at the same moment would have to wait for it each time.
  resolveAfterMs: pace(10_000, 800),
  resolveWaitMs: pace(90_000, 2_000),
  lookOnMs: pace(15_000, 300),
  patience: { timeoutMs: pace(10_000, 1_000), againAfterMs: pace(1_000, 200) },
  storm: pace(320, 80),
});

interface Parts {
  slack: PeersSlack;
  relay: Relay;
  length: Length;
}

/** What happens while alerts come. */
interface Situation {
  name: (length: Length) => string;
  isStorm?: true;
  trouble?: (parts: Parts) => Promise<void>;
  /** True if only a relay with a store can be in it. */
  needsStore?: true;
}

const everyMs = 200;
// Ours merges the alerts of a channel if more than ten wait. An outage of 60 s must not merge any.
const channels = Array.from({ length: 40 }, (_, index) => `C${index}PEERS`);

const killed: Situation = {
  name: (length) => `kill -9 of the relay${againAndAgain(length)}`,
  trouble: ({ relay: { program }, length }) =>
    killAgainAndAgain(length, { kill: () => program.kill(), start: () => program.start() }),
};

const situations: readonly Situation[] = [
  { name: () => `steady, ${1_000 / everyMs} a second` },
  { name: () => "storm, all at once", isStorm: true },
  {
    name: () => "429 for each fifth call to Slack",
    trouble: async ({ slack }) => slack.limitEach(5),
  },
  {
    name: ({ awayMs }) => `Slack away for ${awayMs / 1_000} s`,
    async trouble({ slack, length }) {
      await wait(length.beforeMs);
      slack.leave();
      await wait(length.awayMs);
      await slack.comeBack();
    },
  },
  killed,
  {
    name: ({ awayMs }) => `the relay stopped for ${awayMs / 1_000} s`,
    async trouble({ relay: { program }, length }) {
      await wait(length.beforeMs);
      program.signal("SIGSTOP");
      await wait(length.awayMs);
      program.signal("SIGCONT");
    },
  },
  {
    name: (length) => `kill -9 of the store${againAndAgain(length)}`,
    needsStore: true,
    async trouble({ relay: { store }, length }) {
      if (store) await killAgainAndAgain(length, store);
    },
  },
];

function againAndAgain({ kills, restartMs }: Length): string {
  return `, ${kills === 1 ? "once" : `${kills} times`}, started again after ${restartMs / 1_000} s`;
}

async function killAgainAndAgain(
  { kills, beforeMs, restartMs }: Length,
  part: { kill(): Promise<void>; start(): Promise<void> },
): Promise<void> {
  for (let left = kills; left > 0; left -= 1) {
    await wait(beforeMs);
    await part.kill();
    await wait(restartMs);
    await part.start();
  }
}

interface Peer {
  name: string;
  start: StartRelay;
}

/** What a relay did in a situation, and what it needed for that. */
interface Result extends Outcome {
  processorMs: number;
  storeMs: number | undefined;
  peakMb: number;
}

/**
 * Measures what becomes of the same alerts in three relays to the same Slack, in quiet times and in bad ones. Prints,
 * and judges nothing.
 */
export async function peers(pace: Pace): Promise<void> {
  seeToNeeds(["prometheus-alertmanager"]);
  const relays: readonly Peer[] = [
    { name: "Quartermaster", start: startOurs },
    { name: "Bolt relay", start: startBoltRelay },
    ...(commandPath("prometheus-alertmanager") ? [{ name: "Alertmanager", start: startAlertmanager }] : []),
  ];
  const length = lengthOf(pace);
  const rowsOfKill = new Map<string, string[]>();
  for (const situation of situations) {
    const measuring = async ({ name, start }: Peer): Promise<string[]> => {
      const asKilled = rowsOfKill.get(name);
      // Without a store, the relay's own process holds everything.
      if (situation.needsStore && asKilled) return [`${name}, has none: as above`, ...asKilled.slice(1)];
      const { row, hasStore } = await measure(name, start, situation, length);
      if (situation === killed && !hasStore) rowsOfKill.set(name, row);
      return row;
    };
    // The figures of a short run mean nothing, so it need not leave the machine to each.
    const rows = await pace(oneByOne, allAtOnce)(relays, measuring);
    const alerts = alertsOf(situation, length).length;
    printTable(`${situation.name(length)}: ${alerts} alerts in ${channels.length} channels`, [
      [
        "",
        "lost",
        "doubled",
        "wrong",
        "messages",
        "delay p50",
        "p99",
        "processor",
        "its store's",
        "peak memory",
      ],
      ...rows,
    ]);
  }
}

type InTurn = (relays: readonly Peer[], measure: (relay: Peer) => Promise<string[]>) => Promise<string[][]>;

const oneByOne: InTurn = async (relays, measure) => {
  const rows: string[][] = [];
  for (const relay of relays) rows.push(await measure(relay));
  return rows;
};

const allAtOnce: InTurn = (relays, measure) => Promise.all(relays.map(measure));

function alertsOf({ isStorm }: Situation, length: Length): PlannedAlert[] {
  const { sendMs, resolveAfterMs, storm } = length;
  return planAlerts({
    ...(isStorm ? { count: storm, everyMs: 0 } : { count: sendMs / everyMs, everyMs }),
    resolveAfterMs,
    channels,
  });
}

async function measure(name: string, start: StartRelay, situation: Situation, length: Length) {
  await using slack = await startPeersSlack();
  await using relay = await start(slack, channels);
  const storeBeforeMs = (await relay.store?.processorMs()) ?? 0;
  const alerts = alertsOf(situation, length);
  const parts = { slack, relay, length };
  const [startedAtMs] = await Promise.all([
    sendAlerts(alerts, relay, length.patience),
    situation.trouble?.(parts),
  ]);
  const outcome = await resolvedOutcome(() => outcomeOf(alerts, slack, startedAtMs), length);
  const result: Result = {
    ...outcome,
    ...(await relay.program.used()),
    storeMs: relay.store && (await relay.store.processorMs()) - storeBeforeMs,
  };
  return { row: rowOf(name, result), hasStore: relay.store !== undefined };
}

/** The outcome once all is shown as it should be, or after the longest wait. */
async function resolvedOutcome(look: () => Outcome, { resolveWaitMs, lookOnMs }: Length): Promise<Outcome> {
  const deadlineMs = performance.now() + resolveWaitMs;
  for (;;) {
    const { lost, wrong } = look();
    const isRight = lost === 0 && wrong === 0;
    if (isRight) await wait(lookOnMs);
    if (isRight || performance.now() > deadlineMs) return look();
    await wait(100);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function rowOf(name: string, result: Result): string[] {
  const { lost, doubled, wrong, messages, processorMs, storeMs, peakMb } = result;
  return [
    name,
    ...[lost, doubled, wrong, messages].map(String),
    delayAt(0.5, result),
    delayAt(0.99, result),
    seconds(processorMs),
    storeMs === undefined ? "–" : seconds(storeMs),
    `${peakMb.toFixed(0)} MB`,
  ];
}
