import type { KnownBlock } from "@slack/types";
import { humanBytes } from "../../../lib/text.ts";
import { type Proxy, proxyFacts } from "../../../platform/cloud/transport/proxy.ts";
import { appVersion } from "../../../lib/version.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { type Check, checking, off, right, unknown, wrong } from "../../../platform/commands/check.ts";
import { askAddress } from "../../../platform/http/ask-address.ts";
import { type FailingItem, failingLine } from "../../../platform/jobs/failing.ts";
import { confirmingWays } from "../../../platform/redis/durability.ts";
import { type RedisFacts, type RedisSetup, isTooOld } from "../../../platform/redis/facts.ts";
import type { MemoryUse } from "../../../platform/redis/memory.ts";
import type { Connection } from "../connection.ts";
import type { ConnectionsContext, ModelFacts } from "../context.ts";
import { type Finding, probe } from "../probe/probe.ts";
import * as texts from "./texts.ts";

// A person waits. A check that takes longer is a finding of its own.
const timeoutMs = 8_000;

// Each takes several calls of its key's request quota.
const mostConnections = 10;

/** Checks everything that can be set up wrongly, all at once. It never fails as a whole. */
export async function examine(context: ConnectionsContext): Promise<Check[]> {
  const checkArea = (area: string, work: () => Promise<Check | Check[]>) =>
    checking(area, work, { timeoutMs, log: context.log });
  const [workspace, machine] = await Promise.all([
    Promise.all([
      ...context.checks.map((check) => checkArea(check.area, () => check.run(context))),
      checkArea(texts.areas.model, () => modelCheck(context.model)),
      checkArea(texts.areas.failing, async () => failingChecks(await context.failing.list())),
      checkArea(texts.areas.connections, () => allConnections(context, checkArea)),
    ]),
    checkArea(texts.areas.machine, () => machineChecks(context, checkArea)),
  ]);
  return [...workspace.flat(), ...machine];
}

type RunCheck = (area: string, work: () => Promise<Check | Check[]>) => Promise<Check[]>;

async function allConnections(context: ConnectionsContext, checkArea: RunCheck): Promise<Check[]> {
  const all = await context.connections.list();
  if (all.length === 0) return [wrong(texts.areas.connections, texts.nothingConnected)];
  const checked = all.slice(0, mostConnections);
  const checks = await Promise.all(
    checked.map((each) => checkArea(texts.connectionArea(each.name), () => connectionChecks(each, context))),
  );
  const rest = all.length - checked.length;
  const more = rest > 0 ? [unknown(texts.areas.connections, texts.moreConnections(rest))] : [];
  return [...checks.flat(), ...more];
}

/** Only the operator may read what the app runs on. */
async function machineChecks(context: ConnectionsContext, checkArea: RunCheck): Promise<Check[]> {
  const { machine, publicUrl, now } = context;
  if (!(await machine.isOperators())) return [];
  const checks = await Promise.all([
    checkArea(texts.areas.publicAddress, () => addressChecks(publicUrl, context.fetch)),
    checkArea(texts.areas.proxy, async () => proxyCheck(machine.proxy)),
    checkArea(texts.areas.clock, async () => clockCheck(await machine.slackTime(), now())),
    checkArea(texts.areas.redis, async () => redisChecks(await machine.redis())),
    checkArea(texts.areas.redisMemory, async () => memoryCheck(await machine.redisMemory())),
    checkArea(texts.areas.waiting, async () => waitingCheck(await machine.waiting())),
    checkArea(texts.areas.process, async () => troubleChecks(machine.troubles())),
    checkArea(texts.areas.versions, async () => versionChecks()),
  ]);
  return checks.flat();
}

/** Tries with few reads what a connection's key can do. */
export async function connectionChecks(
  { name, kind }: Connection,
  context: Pick<ConnectionsContext, "cloudOf" | "services" | "now">,
): Promise<Check[]> {
  const { findings, isUsable } = await probe(context.cloudOf(name), kind, {
    now: context.now(),
    labelsOf: (seen) => context.services.labels(seen),
  });
  const checks = findings
    .filter(({ outcome }) => outcome !== "untried")
    .map((finding) => checkOf(name, finding));
  if (isUsable) return [...checks, unknown(texts.excessArea(name), texts.excess)];
  return [...checks, wrong(texts.connectionArea(name), texts.useless(name))];
}

function checkOf(name: string, { area, outcome, says }: Finding): Check {
  const about = texts.usesArea(name, area);
  if (outcome === "works") return right(about, escapeSentence(says));
  const how = outcome === "lacks" ? ` ${texts.lacksRight}` : "";
  return wrong(about, `${escapeSentence(says)}${how}`);
}

/** The doctor's reply: first the problems, then what is off or unknown, then what works. The buttons end it. */
export function examinationReply(checks: readonly Check[], buttons: readonly KnownBlock[] = []): Reply {
  const of = (status: Check["status"]) => checks.filter((check) => check.status === status);
  const wrongs = of("wrong");
  const headline = wrongs.length === 0 ? texts.noProblems : texts.problems(wrongs.length);
  const lines = [
    ...listed(texts.toFix, wrongs),
    ...listed(texts.off, of("off")),
    ...listed(texts.notChecked, of("unknown")),
    ...listed(texts.ok, of("right")),
  ];
  return reply([headline, ...lines].join("\n"), [section(headline), ...packed(lines), ...buttons]);
}

function listed(title: string, checks: readonly Check[]): string[] {
  if (checks.length === 0) return [];
  return [title, ...checks.map(({ area, says }) => `• ${area}: ${says.replaceAll("\n", " ")}`)];
}

/** The versions of the app and of Node. What is wrong with Node is a trouble of the process. */
export function versionChecks(userAgent = navigator.userAgent): Check[] {
  const node = Number(/^Node\.js\/(\d+)/.exec(userAgent)?.[1]);
  const area = texts.areas.versions;
  return [right(area, texts.versions(appVersion, node))];
}

/** Says where sentences go that the app can't read, and checks that the key for it can be read. */
export async function modelCheck(model: ModelFacts | undefined): Promise<Check> {
  const area = texts.areas.model;
  if (!model) return right(area, texts.modelOff);
  const says = texts.modelOn(model.name, model.host, model.isEncrypted);
  if (await model.hasKey()) return right(area, says);
  return wrong(area, `${says} ${texts.modelWithoutKey}`);
}

const mostFailing = 10;

/** The work in the background that fails at each try, one finding each. */
function failingChecks(items: readonly FailingItem[]): Check[] {
  const area = texts.areas.failing;
  if (items.length === 0) return [right(area, texts.nothingFails)];
  const more = items.length - mostFailing;
  return [
    ...items.slice(0, mostFailing).map((item) => wrong(area, failingLine(item))),
    ...(more > 0 ? [wrong(area, texts.moreFails(more))] : []),
  ];
}

/** What is wrong with this process, one finding each. */
function troubleChecks(troubles: readonly string[]): Check[] {
  return troubles.map((trouble) => wrong(texts.areas.process, escapeSentence(trouble)));
}

// A due item begins within a moment. With more than these, something is slow.
const mostWaiting = 100;

/** Checks that due work starts. */
export function waitingCheck(waiting: Readonly<Record<string, number>>): Check {
  const area = texts.areas.waiting;
  const words = Object.entries(waiting).flatMap(([name, count]) =>
    count === 0 ? [] : [`${name}: ${count}`],
  );
  const says = texts.waiting(words);
  if (Object.values(waiting).every((count) => count <= mostWaiting)) return right(area, says);
  return wrong(area, `${says} ${texts.tooMuchWaiting}`);
}

// Requests are refused from `slackClockToleranceMs` on. A clock that NTP sets is never this far off, so warn well before.
const warnFromMs = 30_000;

/** Compares our clock with Slack's, which has whole seconds. */
export function clockCheck(slackTime: Date, now: Date): Check {
  const area = texts.areas.clock;
  const skewMs = now.getTime() - slackTime.getTime();
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= warnFromMs) return right(area, texts.clockAgrees);
  return wrong(area, texts.clockOff(seconds, skewMs > 0));
}

/** Checks the settings of our Redis. Of several masters, the one with the worst finding counts. */
export function redisChecks(setup: RedisSetup): Check[] {
  const { masters } = setup;
  const each = [versionOf, persistenceOf, evictionOf].flatMap((check) => worstOf(masters.map(check)));
  return [kindOf(setup), ...each];
}

function worstOf(checks: readonly Check[]): Check[] {
  const order = ["wrong", "unknown", "right"];
  const [worst] = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return worst ? [worst] : [];
}

/** Says what it is, and if a replica can take over from every master. */
function kindOf({ kind, masterName = "", isTls, masters }: RedisSetup): Check {
  const area = texts.areas.redis;
  const replicas = masters.map((master) => master.replicas ?? 0);
  const all = replicas.reduce((sum, count) => sum + count, 0);
  const kinds = {
    single: texts.kinds.single(all),
    sentinel: texts.kinds.sentinel(escapeName(masterName), all),
    cluster: texts.kinds.cluster(masters.length, all),
  };
  const says = `${kinds[kind]} ${texts.tls(isTls)}`;
  const isAlone = kind !== "single" && masters.some((master) => master.replicas === 0);
  return isAlone ? wrong(area, `${says} ${texts.noReplica}`) : right(area, says);
}

/** From this share of its memory on, Redis is soon full. */
const warnFrom = 0.8;

/** Checks how much memory Redis uses. */
export function memoryCheck(memory: MemoryUse): Check {
  const area = texts.areas.redisMemory;
  const { usedBytes, maxBytes, share } = memory;
  if (maxBytes === 0) return right(area, texts.memoryUnlimited(humanBytes(usedBytes)));
  const used = texts.memoryUsed(humanBytes(usedBytes), humanBytes(maxBytes), Math.floor(share * 100));
  if (share < warnFrom) return right(area, used);
  return wrong(area, `${used} ${texts.memoryFull(share >= 1)}`);
}

function versionOf({ product, version }: RedisFacts): Check {
  const area = texts.areas.redisVersion;
  if (version === undefined) return unknown(area, texts.noVersion);
  if (!isTooOld(version)) return right(area, texts.versionIs(product, escapeName(version)));
  return wrong(area, `${texts.versionIs(product, escapeName(version))} ${texts.upgradeRedis}`);
}

function persistenceOf(facts: RedisFacts): Check {
  const area = texts.areas.redisPersistence;
  const { isAppending, replicas = 0 } = facts;
  const ways = confirmingWays(facts);
  const { persistence } = texts;
  const onReplica = ways.replica ? texts.onReplica(replicas) : "";
  if (isAppending === undefined) return unknown(area, persistence.unknown(onReplica));
  if (!isAppending) return wrong(area, persistence.none(facts.isSnapshotting, onReplica));
  if (ways.file === "always") return right(area, persistence.always(onReplica));
  const lost = persistence.late(facts.syncs === "no");
  if (ways.file === "on request") return right(area, `${lost}${persistence.waits(onReplica)}`);
  if (ways.replica) return right(area, `${lost}${persistence.replicated(onReplica)}`);
  return wrong(area, `${lost}${persistence.twice(facts.syncs !== "no")}`);
}

function evictionOf({ evictionPolicy, maxMemoryInBytes }: RedisFacts): Check {
  const area = texts.areas.redisFull;
  if (evictionPolicy === undefined) return unknown(area, texts.eviction.unknown);
  if (evictionPolicy === "noeviction") return right(area, texts.eviction.none);
  return wrong(area, texts.eviction.some(escapeName(evictionPolicy), maxMemoryInBytes === 0));
}

/** Says by which proxy calls leave. */
export function proxyCheck(proxy: Proxy | undefined): Check {
  const area = texts.areas.proxy;
  if (!proxy) return right(area, texts.noProxy);
  const { https, http, noProxy, resolves } = proxyFacts(proxy);
  return right(area, texts.proxy({ https, http, except: noProxy, resolves }));
}

type Fetch = ConnectionsContext["fetch"];

/** Checks that the public address leads to this app, and by https. */
export async function addressChecks(publicUrl: string, fetch: Fetch): Promise<Check[]> {
  return [await reachOf(publicUrl, fetch), schemeOf(publicUrl)];
}

async function reachOf(publicUrl: string, fetch: Fetch): Promise<Check> {
  const area = texts.areas.publicAddress;
  const response = await askAddress(`${publicUrl}/healthz`, fetch);
  if (!response) return wrong(area, texts.unreachable(publicUrl));
  const text = await response.text().catch(() => "");
  if (response.status === 200 && text.includes('"alive"')) return right(area, texts.leadsHere(publicUrl));
  return wrong(area, texts.notUs(publicUrl, response.status));
}

function schemeOf(publicUrl: string): Check {
  const area = texts.areas.https;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:") return right(area, texts.isHttps);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return isLocal ? off(area, texts.isLocal(escapeName(hostname))) : wrong(area, texts.isHttp);
}
