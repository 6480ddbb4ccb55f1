import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";
import { freePort } from "../../src/demo/redis.ts";

/** A proxy as plain as they come: each connection goes to the next server, and no server is checked. */
export interface RoundRobin extends AsyncDisposable {
  readonly url: string;
  /** How many connections were refused by all servers. */
  unserved(): number;
}

/** Leads each connection to one of these ports in turn, or to the next one if it refuses. */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const open = new Set<Socket>();
  let [turn, unserved] = [0, 0];

  async function lead(client: Socket): Promise<void> {
    for (let tried = 0; tried < ports.length; tried += 1) {
      const upstream = await connected(ports[(turn += 1) % ports.length] ?? 0);
      if (upstream) return join(client, upstream);
    }
    unserved += 1;
    client.resetAndDestroy();
  }

  function join(client: Socket, upstream: Socket): void {
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      // A reset is passed on, and so is an end.
      one.on("error", () => other.resetAndDestroy());
      one.on("close", () => open.delete(one));
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on("error", () => client.destroy());
    void lead(client);
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    unserved: () => unserved,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A connection, or undefined if it is refused. */
async function connected(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  try {
    await once(socket, "connect");
    return socket;
  } catch {
    return undefined;
  }
}
