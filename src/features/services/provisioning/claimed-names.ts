import type { Redis } from "ioredis";
import { foldName } from "../../../lib/text.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** The name of a service that was asked for, in a connection; names are compared as known services' are. */
interface WantedName {
  connection: string;
  name: string;
}

/** Which accepted request a new service's name belongs to until the service is known, so that two never get one name. */
export interface ClaimedNames {
  /** Claims a name for a request unless another request has it; answers the id of the request that has it now. */
  claim(wanted: WantedName, requestId: string): Promise<string>;
  /** Gives a name from one request to another, if it is still the first one's; answers whose it is now. */
  takeOver(wanted: WantedName, requests: { from: string; to: string }): Promise<string>;
}

const takeOverScript = script(`
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]`);

/** The claimed names of one workspace in Redis, a key each. */
export function claimedNames(redis: Redis, workspaceId: string): ClaimedNames {
  const keyOf = ({ connection, name }: WantedName) =>
    keys.claimedName(workspaceId, connection, foldName(name));

  async function takeOver(wanted: WantedName, { from, to }: { from: string; to: string }): Promise<string> {
    const args = [from, to, ttlInSeconds.claimedName];
    return String(await reachingRedis(() => takeOverScript(redis, [keyOf(wanted)], args)));
  }

  return {
    // Taking over from itself claims what is free, and changes nothing for another.
    claim: (wanted, requestId) => takeOver(wanted, { from: requestId, to: requestId }),
    takeOver,
  };
}
