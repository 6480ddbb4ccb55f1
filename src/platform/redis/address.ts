/** A server's name or IP, and its port. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** Where a Redis is, as REDIS_URL says it. */
export interface RedisAddress {
  readonly kind: "single" | "sentinel" | "cluster";
  /** The server, the sentinels, or some nodes of the cluster. */
  readonly hosts: readonly Host[];
  /** The name under which sentinels know the primary. */
  readonly masterName?: string | undefined;
  readonly database: number;
  readonly isTls: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

const usualPorts = { single: 6379, sentinel: 26_379, cluster: 6379 };

const example = "redis://127.0.0.1:6379";
const sentinelExample = "redis-sentinel://10.0.0.1,10.0.0.2,10.0.0.3/mymaster";

/** Reads an address. A problem continues the name of the setting, and never repeats the address. */
export function parseRedisUrl(text: string): RedisAddress | { problem: string } {
  const parts = /^redis(s?)(?:-(sentinel|cluster))?:\/\/(?:(.*)@)?([^/?#@]+)(?:\/([^?#]*))?(\?.*)?$/.exec(
    text,
  );
  if (!parts) {
    return {
      problem: `must be a Redis address, such as ${example}, ${sentinelExample} or redis-cluster://10.0.0.1,10.0.0.2.`,
    };
  }
  const [, tls, ofSeveral, login = "", hostList = "", path = "", query] = parts;
  const kind = ofSeveral === "sentinel" || ofSeveral === "cluster" ? ofSeveral : "single";
  // Some providers add it. A connection tries IPv4 and IPv6 anyway.
  if (query !== undefined && !/^\?family=[046]$/.test(query))
    return {
      problem: "must have nothing after a question mark. Other settings have variables of their own.",
    };
  const hosts = hostList.split(",").map((host) => hostOf(host, usualPorts[kind]));
  const named = hosts.filter((host) => host !== undefined);
  if (named.length < hosts.length)
    return { problem: `must name hosts with or without a port, as in ${example}.` };
  if (kind === "single" && hosts.length > 1)
    return { problem: "names several hosts. Start it with redis-sentinel:// or redis-cluster://." };
  const place = placeOf(kind, path);
  if ("problem" in place) return place;
  const [user, password] = decoded(login) ?? [];
  if (login !== "" && password === undefined && user === undefined)
    return {
      problem:
        "has a user or password with a % that is not followed by two hexadecimal digits. Write it as %25.",
    };
  return { kind, hosts: named, ...place, isTls: tls === "s", user: user || undefined, password };
}

function hostOf(text: string, usualPort: number): Host | undefined {
  const [, name, port = String(usualPort)] =
    /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (name === undefined || Number(port) > 65_535) return undefined;
  return { host: name.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

/** The name of a master and a database, from what follows the hosts. */
function placeOf(
  kind: RedisAddress["kind"],
  path: string,
): Pick<RedisAddress, "masterName" | "database"> | { problem: string } {
  const [first = "", ...others] = path.split("/");
  if (kind === "sentinel") {
    const database = databaseOf(others);
    if (first === "" || database === undefined)
      return { problem: `must end with the name of the master, such as ${sentinelExample}.` };
    return { masterName: decodeURIComponent(first), database };
  }
  const database = databaseOf([first, ...others]);
  if (database === undefined)
    return { problem: `must end with the number of a database, such as ${example}/1.` };
  if (kind === "cluster" && database > 0)
    return { problem: "must not name a database, because a Redis Cluster has one only." };
  return { database };
}

function databaseOf(parts: readonly string[]): number | undefined {
  const [number = "", ...others] = parts;
  return others.length === 0 && /^\d{0,5}$/.test(number) ? Number(number) : undefined;
}

/** A user and a password. Undefined if they cannot be decoded. */
function decoded(login: string): [user: string, password: string | undefined] | undefined {
  const colon = login.indexOf(":");
  try {
    if (colon === -1) return [decodeURIComponent(login), undefined];
    return [decodeURIComponent(login.slice(0, colon)), decodeURIComponent(login.slice(colon + 1))];
  } catch {
    return undefined;
  }
}
