import { code, escapeName } from "../blocks/escape.ts";
import type { RedisFacts } from "../store/redis-facts.ts";
import { humanBytes } from "../lib/bytes.ts";
import { type MemoryUse, memoryShare } from "../store/redis-memory.ts";
import { isTooOld } from "../store/redis-version.ts";
import { type Check, right, unknown, wrong } from "./check.ts";

/** What is to be said of the Redis that everything is kept in. */
export function redisChecks(facts: RedisFacts): Check[] {
  return [versionOf(facts), persistenceOf(facts), evictionOf(facts)];
}

/** From this share of its memory on, Redis is soon full. */
const warnFrom = 0.8;

/** What is to be said of the memory that Redis uses. */
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

function persistenceOf({ isAppending }: RedisFacts): Check {
  const area = "Redis, persistence";
  if (isAppending === undefined)
    return unknown(area, "It does not tell. See to it that its provider keeps an append-only file.");
  if (isAppending) return right(area, "Each write is appended to a file, so that a restart loses nothing.");
  return wrong(
    area,
    `It keeps no append-only file, so a crash loses what was accepted in the last minutes. Set ${code("appendonly yes")}.`,
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
