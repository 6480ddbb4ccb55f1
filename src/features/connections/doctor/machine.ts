import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { askAddress } from "../../../platform/http/ask-address.ts";
import { type Check, right, unknown, wrong } from "../../../platform/commands/check.ts";
import { humanBytes, formatList, plural } from "../../../lib/text.ts";
import { appVersion } from "../../../lib/version.ts";
import { type RedisFacts, isTooOld } from "../../../platform/redis/facts.ts";
import { confirmingWays } from "../../../platform/redis/durability.ts";
import { type MemoryUse, memoryShare } from "../../../platform/redis/memory.ts";

const oldestNode = 24;

/** The versions of the app and of Node. */
export function versionChecks(userAgent = navigator.userAgent): Check[] {
  const node = Number(/^Node\.js\/(\d+)/.exec(userAgent)?.[1]);
  const area = "Versions";
  const says = `Quartermaster ${appVersion} on Node.js ${node}.`;
  if (node >= oldestNode) return [right(area, says)];
  return [wrong(area, `${says} It needs Node.js ${oldestNode} or newer. Upgrade it.`)];
}

// A due item begins within a moment. With more than these, something is slow.
const mostWaiting = 100;

/** Checks that due work is begun. */
export function waitingCheck(waiting: Readonly<Record<string, number>>): Check {
  const area = "Work that waits";
  const words = Object.entries(waiting).map(([name, count]) => `${name}: ${count}`);
  const says = `Due and not begun: ${formatList(words)}.`;
  if (Object.values(waiting).every((count) => count <= mostWaiting)) return right(area, says);
  return wrong(
    area,
    `${says} That is more than one process gets done. Start another one with the same settings.`,
  );
}

// Requests are refused from `slackClockToleranceMs` on. A clock that NTP sets is never this far off, so warn well before.
const warnFromMs = 30_000;

/** Compares our clock with Slack's, which has whole seconds. */
export function clockCheck(slackTime: Date, now: Date): Check {
  const area = "Clock";
  const skewMs = now.getTime() - slackTime.getTime();
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= warnFromMs) return right(area, "It shows the same time as Slack's.");
  const how = skewMs > 0 ? "fast" : "slow";
  return wrong(
    area,
    `It is ${seconds} s ${how} against Slack's. From 5 minutes on, Slack's requests are refused. Set the machine's clock by NTP.`,
  );
}

/** Checks the settings of our Redis. */
export function redisChecks(facts: RedisFacts): Check[] {
  return [versionOf(facts), persistenceOf(facts), evictionOf(facts)];
}

/** From this share of its memory on, Redis is soon full. */
const warnFrom = 0.8;

/** Checks how much memory Redis uses. */
export function memoryCheck(memory: MemoryUse): Check {
  const area = "Redis, memory";
  const { usedBytes, maxBytes } = memory;
  if (maxBytes === 0) return right(area, `It uses ${humanBytes(usedBytes)}, and has no limit of its own.`);
  const share = memoryShare(memory);
  const used = `It uses ${humanBytes(usedBytes)} of ${humanBytes(maxBytes)} (${Math.floor(share * 100)}%).`;
  if (share < warnFrom) return right(area, used);
  const full = share < 1 ? "Once it is full it" : "It is full, and";
  return wrong(
    area,
    `${used} ${full} refuses every write: no alert is accepted and nothing is created. Give it more memory (${code("maxmemory")}).`,
  );
}

function versionOf({ version }: RedisFacts): Check {
  const area = "Redis, version";
  if (version === undefined) return unknown(area, "It does not tell its version.");
  if (!isTooOld(version)) return right(area, `It is ${escapeName(version)}.`);
  return wrong(area, `It is ${escapeName(version)}, and Quartermaster needs 7.0 or newer. Upgrade it.`);
}

function persistenceOf(facts: RedisFacts): Check {
  const area = "Redis, persistence";
  const { isAppending, replicas = 0 } = facts;
  const ways = confirmingWays(facts);
  const always = `Set ${code("appendfsync always")}.`;
  const onReplica = ways.replica
    ? ` What creates something waits until one of ${plural(replicas, "replica")} has it, so a failover sends nothing twice; it may lose the last moment of everything else.`
    : "";
  if (isAppending === undefined)
    return unknown(
      area,
      `It does not tell. See to it that its provider keeps an append-only file, and that each write is on disk at once.${onReplica}`,
    );
  if (!isAppending)
    return wrong(
      area,
      `It keeps no append-only file, so a crash loses what was accepted in the last minutes, and what was sent just before may be sent again. Set ${code("appendonly yes")} and ${code("appendfsync always")}.${onReplica}`,
    );
  if (ways.file === "always")
    return right(area, `Each write is on disk before it is answered: a power cut loses nothing.${onReplica}`);
  const window = facts.syncs === "no" ? "half a minute" : "second";
  const lost = `Each write is appended to a file, which is on disk a little later: a power cut can lose the last ${window}, accepted alerts too.`;
  if (ways.file === "on request")
    return right(
      area,
      `${lost} What creates something waits until it is on disk, so nothing is created twice. To lose nothing: ${always}${onReplica}`,
    );
  if (ways.replica) return right(area, `${lost}${onReplica} To lose nothing: ${always}`);
  const upgrade = facts.syncs === "no" ? "" : " Or upgrade to Redis 7.2, which can tell what is on disk.";
  return wrong(
    area,
    `${lost} What was sent in that time may be sent again, as a second service. ${always}${upgrade}`,
  );
}

function evictionOf({ evictionPolicy, maxMemoryInBytes }: RedisFacts): Check {
  const area = "Redis, full memory";
  if (evictionPolicy === undefined)
    return unknown(area, "It does not tell. See to it that it evicts nothing (noeviction).");
  if (evictionPolicy === "noeviction")
    return right(area, "It drops nothing where its memory is full (noeviction).");
  const now = maxMemoryInBytes === 0 ? " It has no limit just now, so nothing is dropped yet." : "";
  return wrong(
    area,
    `It drops what it likes where its memory is full (${escapeName(evictionPolicy)}), alerts and connections too.${now} Set ${code("maxmemory-policy noeviction")}.`,
  );
}

/** Checks that the public address leads to this app, and by https. */
export async function addressChecks(publicUrl: string): Promise<Check[]> {
  return [await reachOf(publicUrl), schemeOf(publicUrl)];
}

async function reachOf(publicUrl: string): Promise<Check> {
  const area = "Public address";
  const shown = code(publicUrl);
  const response = await askAddress(`${publicUrl}/healthz`);
  if (!response)
    return wrong(
      area,
      `${shown} cannot be reached from here. Look at its DNS name, certificate and reverse proxy, or set PUBLIC_URL to the address that leads here.`,
    );
  const text = await response.text().catch(() => "");
  if (response.status === 200 && text.includes('"alive"')) return right(area, `${shown} leads here.`);
  return wrong(
    area,
    `${shown} answers, but not as Quartermaster does (${response.status}). Point PUBLIC_URL, or the reverse proxy behind it, at Quartermaster's port.`,
  );
}

function schemeOf(publicUrl: string): Check {
  const area = "Public address, https";
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:") return right(area, "It is https.");
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const why = isLocal
    ? `${escapeName(hostname)} is this machine alone, which will do to try things out.`
    : "Secrets of senders and keys typed in the browser can be read on their way.";
  return wrong(area, `It is http. ${why} Set PUBLIC_URL to an https address.`);
}
