/** Where Redis is, and how to log in there. */
export interface RedisServer {
  kind: "single";
  url: string;
}

/** The Redis at an address such as redis://127.0.0.1:6379. */
export function redisServerAt(url: string): RedisServer {
  return { kind: "single", url };
}
