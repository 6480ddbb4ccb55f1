import { type RedisClient, reachingRedis } from "./connect.ts";
import { keys } from "./keys.ts";
import { keysLike, literally } from "./nodes.ts";
import { script } from "./script.ts";

/** A channel's old id and its new one. Slack gives a private channel a new id when it is shared. */
export interface ChannelMove {
  from: string;
  to: string;
}

/**
 * Replaces a channel's id in one key's name and value. Streams keep theirs: the audit log is only added to. If a key
 * with the new name exists, both are merged, and what stands there already wins. Returns 1 if something changed.
 */
const moveInKey = script(`
local from, to = ARGV[1], ARGV[2]
local pattern = '%f[%w]' .. from .. '%f[%W]'
local changed = 0
local function moved(text)
  local new, count = string.gsub(text, pattern, to)
  if count > 0 then changed = 1 end
  return new, count > 0
end
local key, target = KEYS[1], KEYS[2]
local kind = redis.call('type', key)['ok']
if kind == 'string' then
  local new, isNew = moved(redis.call('get', key))
  if isNew then redis.call('set', key, new, 'KEEPTTL') end
elseif kind == 'hash' then
  local all = redis.call('hgetall', key)
  for at = 1, #all, 2 do
    local field, isNewField = moved(all[at])
    local value, isNewValue = moved(all[at + 1])
    if isNewField then
      redis.call('hdel', key, all[at])
      redis.call('hsetnx', key, field, value)
    elseif isNewValue then
      redis.call('hset', key, field, value)
    end
  end
elseif kind == 'list' then
  for at, item in ipairs(redis.call('lrange', key, 0, -1)) do
    local new, isNew = moved(item)
    if isNew then redis.call('lset', key, at - 1, new) end
  end
elseif kind == 'set' then
  for _, member in ipairs(redis.call('smembers', key)) do
    local new, isNew = moved(member)
    if isNew then
      redis.call('srem', key, member)
      redis.call('sadd', key, new)
    end
  end
elseif kind == 'zset' then
  local all = redis.call('zrange', key, 0, -1, 'withscores')
  for at = 1, #all, 2 do
    local new, isNew = moved(all[at])
    if isNew then
      redis.call('zrem', key, all[at])
      redis.call('zadd', key, 'NX', all[at + 1], new)
    end
  end
end
if target == key or kind == 'stream' or redis.call('exists', key) == 0 then return changed end
if redis.call('exists', target) == 0 then
  redis.call('rename', key, target)
  return 1
end
local there = redis.call('type', target)['ok']
if kind == there and kind == 'hash' then
  local all = redis.call('hgetall', key)
  for at = 1, #all, 2 do redis.call('hsetnx', target, all[at], all[at + 1]) end
elseif kind == there and kind == 'set' then
  redis.call('sunionstore', target, target, key)
elseif kind == there and kind == 'zset' then
  redis.call('zunionstore', target, 2, target, key, 'AGGREGATE', 'MIN')
elseif kind == there and kind == 'list' then
  local items = redis.call('lrange', key, 0, -1)
  for at = #items, 1, -1 do redis.call('lpush', target, items[at]) end
end
redis.call('del', key)
return 1`);

/** The channels of a workspace that have new ids. */
export type MovedChannels = ReturnType<typeof movedChannels>;

/** The channels in Redis that have new ids. */
export function movedChannels(redis: RedisClient, workspaceId: string) {
  const key = keys.movedChannels(workspaceId);
  return {
    /** Keeps that a channel has a new id. */
    learn: ({ from, to }: ChannelMove): Promise<void> =>
      reachingRedis(async () => void (await redis.hset(key, from, to))),
    /** The present id of a channel that had this one. Undefined if it never changed. */
    find: async (channelId: string): Promise<string | undefined> =>
      presentId(await reachingRedis(() => redis.hgetall(key)), channelId),
    /** A text with the present id of each channel that it names by an older one. */
    async inText(text: string): Promise<string> {
      const all = await reachingRedis(() => redis.hgetall(key));
      return text.replace(/\b[CGD][A-Z0-9]+\b/g, (id) => presentId(all, id) ?? id);
    },
    /** Replaces a channel's id wherever this workspace's data has it. Returns how many keys changed. Repeat it freely. */
    async move(move: ChannelMove): Promise<number> {
      let changed = 0;
      for await (const found of keysLike(redis, `qm:{${literally(workspaceId)}}:*`)) {
        const others = found.filter((each) => each !== key);
        const each = others.map((name) =>
          moveInKey(redis, [name, renamed(name, move)], [move.from, move.to]),
        );
        const counts = await reachingRedis(() => Promise.all(each));
        changed += counts.reduce<number>((sum, count) => sum + Number(count), 0);
      }
      return changed;
    },
  };
}

function renamed(name: string, { from, to }: ChannelMove): string {
  return name.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to);
}

/** It may move again, and no chain is longer than all of them. */
function presentId(all: Readonly<Record<string, string>>, channelId: string): string | undefined {
  let found: string | undefined;
  for (let next = all[channelId], left = Object.keys(all).length; next && left > 0; left -= 1) {
    found = next;
    next = all[next];
  }
  return found;
}
