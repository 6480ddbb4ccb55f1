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
  return [wrong(area, `${says} Upgrade Node.js to ${oldestNode} or newer.`)];
}

// A due item begins within a moment. With more than these, something is slow.
const mostWaiting = 100;

/** Checks that due work is begun. */
export function waitingCheck(waiting: Readonly<Record<string, number>>): Check {
  const area = "Work that waits";
  const words = Object.entries(waiting).map(([name, count]) => `${name}: ${count}`);
  const says = `Waiting to start: ${formatList(words)}.`;
  if (Object.values(waiting).every((count) => count <= mostWaiting)) return right(area, says);
  return wrong(area, `${says} That's too much for one process. Start another one with the same settings.`);
}

// Requests are refused from `slackClockToleranceMs` on. A clock that NTP sets is never this far off, so warn well before.
const warnFromMs = 30_000;

/** Compares our clock with Slack's, which has whole seconds. */
export function clockCheck(slackTime: Date, now: Date): Check {
  const area = "Clock";
  const skewMs = now.getTime() - slackTime.getTime();
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= warnFromMs) return right(area, "It agrees with Slack's clock.");
  const how = skewMs > 0 ? "fast" : "slow";
  return wrong(
    area,
    `It is ${seconds} s ${how}. At 5 minutes, I have to refuse Slack's requests. Set the machine's clock with NTP.`,
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
  if (maxBytes === 0) return right(area, `It uses ${humanBytes(usedBytes)}, without a limit.`);
  const share = memoryShare(memory);
  const used = `It uses ${humanBytes(usedBytes)} of ${humanBytes(maxBytes)} (${Math.floor(share * 100)}%).`;
  if (share < warnFrom) return right(area, used);
  const full = share < 1 ? "When it is full, it" : "It is full, so it";
  return wrong(
    area,
    `${used} ${full} refuses every write: no alert arrives and nothing is created. Give it more memory (${code("maxmemory")}).`,
  );
}

function versionOf({ version }: RedisFacts): Check {
  const area = "Redis, version";
  if (version === undefined) return unknown(area, "It doesn't say its version.");
  if (!isTooOld(version)) return right(area, `It is ${escapeName(version)}.`);
  return wrong(area, `It is ${escapeName(version)}. Upgrade it to 7.0 or newer.`);
}

function persistenceOf(facts: RedisFacts): Check {
  const area = "Redis, persistence";
  const { isAppending, replicas = 0 } = facts;
  const ways = confirmingWays(facts);
  const always = `Set ${code("appendfsync always")}.`;
  const onReplica = ways.replica
    ? ` Creations wait until one of ${plural(replicas, "replica")} has them, so a failover creates nothing twice. It may lose the last moment of everything else.`
    : "";
  if (isAppending === undefined)
    return unknown(
      area,
      `It doesn't say. Make sure that your provider keeps an append-only file and writes it to disk at once.${onReplica}`,
    );
  if (!isAppending)
    return wrong(
      area,
      `It keeps no append-only file. A crash would lose the last minutes, and could send something twice. Set ${code("appendonly yes")} and ${code("appendfsync always")}.${onReplica}`,
    );
  if (ways.file === "always")
    return right(area, `Each write is on disk at once, so a power cut loses nothing.${onReplica}`);
  const window = facts.syncs === "no" ? "half a minute" : "second";
  const lost = `Each write reaches the disk a little later, so a power cut can lose the last ${window}, alerts too.`;
  if (ways.file === "on request")
    return right(
      area,
      `${lost} Creations wait for the disk, so nothing is created twice. To lose nothing: ${always}${onReplica}`,
    );
  if (ways.replica) return right(area, `${lost}${onReplica} To lose nothing: ${always}`);
  const upgrade = facts.syncs === "no" ? "" : " Or upgrade to Redis 7.2, which knows what is on disk.";
  return wrong(
    area,
    `${lost} A service that was created in that time could be created twice. ${always}${upgrade}`,
  );
}

function evictionOf({ evictionPolicy, maxMemoryInBytes }: RedisFacts): Check {
  const area = "Redis, full memory";
  if (evictionPolicy === undefined)
    return unknown(area, "It doesn't say. Make sure that it evicts nothing (noeviction).");
  if (evictionPolicy === "noeviction")
    return right(area, "It keeps everything when its memory is full (noeviction).");
  const now = maxMemoryInBytes === 0 ? " It has no limit right now, so it hasn't deleted anything yet." : "";
  return wrong(
    area,
    `When its memory is full, it deletes data (${escapeName(evictionPolicy)}): alerts and connections too.${now} Set ${code("maxmemory-policy noeviction")}.`,
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
      `I can't reach ${shown} from here. Check its DNS name, certificate and reverse proxy, or set PUBLIC_URL to the right address.`,
    );
  const text = await response.text().catch(() => "");
  if (response.status === 200 && text.includes('"alive"')) return right(area, `${shown} leads here.`);
  return wrong(
    area,
    `${shown} answers, but it isn't Quartermaster (${response.status}). Point PUBLIC_URL, or its reverse proxy, at Quartermaster's port.`,
  );
}

function schemeOf(publicUrl: string): Check {
  const area = "Public address, https";
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:") return right(area, "It is https.");
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const why = isLocal
    ? `${escapeName(hostname)} is this machine only, which is fine for a try.`
    : "Others on the network can read senders' secrets and the keys that people type.";
  return wrong(area, `It is http. ${why} Set PUBLIC_URL to an https address.`);
}
