import { type Socket, connect as connectTcp, Socket as TcpSocket, isIP } from "node:net";
import { type PeerCertificate, checkServerIdentity, connect as connectTls } from "node:tls";
import { AbstractConnector } from "ioredis";
import { z } from "zod";
import type { Host } from "./address.ts";
import type { Login, RedisServer } from "./server.ts";

/** A sentinel that does not answer must not use up the time of the others. */
const sentinelTimeoutMs = 1_000;

/** ioredis ignores it, as its own error, while a connection is being closed. */
const closedMessage = "Connection is closed.";

/**
 * Opens ioredis' connections: finds the primary, checks certificates, and logs in with what is right at that moment.
 * A connection of a cluster goes to the node that ioredis asks for, or with `toAny` to any node.
 */
export function connectorTo(server: RedisServer, timeoutMs: number, { toAny = false } = {}) {
  return class extends AbstractConnector {
    readonly #node: Host | undefined;
    #attempt = -1;
    #closing = new AbortController();

    constructor(options: unknown) {
      super(timeoutMs);
      this.#node = server.kind === "cluster" && !toAny ? nodeIn(options) : undefined;
    }

    /** ioredis would never try again after a rejection, so a failure is a closed stream. */
    override async connect(): Promise<Socket> {
      this.connecting = true;
      this.#attempt += 1;
      this.#closing = new AbortController();
      const { signal } = this.#closing;
      let stream: Socket;
      try {
        const both = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const host = this.#node ?? (await serverIn(server, this.#attempt, both));
        stream = await open(host, server, server.login, both);
      } catch (error) {
        this.firstError = signal.aborted ? new Error(closedMessage) : asError(error, timeoutMs);
        stream = new TcpSocket().destroy();
      }
      if (signal.aborted) stream.destroy();
      this.stream = stream;
      return stream;
    }

    override disconnect(): void {
      this.connecting = false;
      this.#closing.abort();
      if (this.stream && !this.stream.destroyed) super.disconnect();
    }

    /** A sentinel that was cut off may name a former primary. */
    override check(info: { role?: string }): boolean {
      return server.kind !== "sentinel" || info.role === undefined || info.role === "master";
    }
  };
}

const Node = z.object({ host: z.string(), port: z.number() });

function nodeIn(options: unknown): Host {
  return Node.parse(options);
}

function asError(error: unknown, timeoutMs: number): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.name === "TimeoutError" ? new Error(`Redis didn't answer within ${timeoutMs} ms.`) : error;
}

/** The server to connect to. Each attempt begins with another host. */
async function serverIn(server: RedisServer, attempt: number, signal: AbortSignal): Promise<Host> {
  const { kind, hosts } = server;
  const first = attempt % hosts.length;
  const inTurn = [...hosts.slice(first), ...hosts.slice(0, first)];
  if (kind === "sentinel") return primaryOf(server, inTurn, signal);
  const [host] = inTurn;
  if (!host) throw new Error("There is no host.");
  return host;
}

/** Asks all sentinels for the primary. Those that didn't hear of a failover yet name the former one. */
async function primaryOf(
  server: RedisServer,
  sentinels: readonly Host[],
  signal: AbortSignal,
): Promise<Host> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(sentinelTimeoutMs)]);
  const answers = await Promise.allSettled(sentinels.map((each) => primaryBy(each, server, soon)));
  signal.throwIfAborted();
  const named = answers.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const [latest] = named.toSorted((a, b) => b.epoch - a.epoch);
  if (latest) return latest.primary;
  throw answers.flatMap((each) => (each.status === "rejected" ? [each.reason] : [])).at(-1);
}

/** The primary that a sentinel names, and the number of the failover that made it so. */
async function primaryBy(
  sentinel: Host,
  server: RedisServer,
  signal: AbortSignal,
): Promise<{ primary: Host; epoch: number }> {
  const { masterName = "" } = server;
  const socket = await open(sentinel, server, server.sentinelLogin, signal);
  const asking = (command: string, whole: RegExp) =>
    ask(socket, ["SENTINEL", command, masterName], whole, signal);
  try {
    // Before the address, so a failover between the two gives a number that is too low and not one that is too high.
    const facts = await asking("MASTER", /^-.*\r\n$|config-epoch\r\n\$\d+\r\n\d+\r\n(?:.*\r\n)*$/);
    const answer = await asking(
      "GET-MASTER-ADDR-BY-NAME",
      /^(-.*\r\n|\*-1\r\n|\*2\r\n\$\d+\r\n.*\r\n\$\d+\r\n.*\r\n)$/,
    );
    const [, host, port] = /^\*2\r\n\$\d+\r\n(.*)\r\n\$\d+\r\n(\d+)\r\n$/.exec(answer) ?? [];
    // A sentinel's user may not be allowed to ask for more than the address.
    const [, epoch = 0] = /config-epoch\r\n\$\d+\r\n(\d+)/.exec(facts) ?? [];
    if (host !== undefined && port !== undefined)
      return { primary: { host, port: Number(port) }, epoch: Number(epoch) };
    if (answer.startsWith("-")) throw new Error(answer.slice(1).trim());
    throw new Error(`The sentinel at ${sentinel.host}:${sentinel.port} knows no master "${masterName}".`);
  } finally {
    socket.destroy();
  }
}

/** Connects and logs in. */
async function open(
  { host, port }: Host,
  server: RedisServer,
  login: RedisServer["login"],
  signal: AbortSignal,
): Promise<Socket> {
  const socket = server.isTls ? await openTls({ host, port }, server) : connectTcp({ host, port });
  // An error between two listeners would end the process.
  socket.on("error", () => {});
  try {
    await event(socket, server.isTls ? "secureConnect" : "connect", signal);
    await logIn(socket, login, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openTls({ host, port }: Host, server: RedisServer): Promise<Socket> {
  return connectTls({
    ...(await server.tlsFiles()),
    host,
    port,
    servername: isIP(host) === 0 ? host : "",
    checkServerIdentity: (_, certificate) => identityProblem(host, server.hosts, certificate),
  });
}

/** Sentinels and clusters often announce IPs. A certificate for a host of REDIS_URL is as good. */
function identityProblem(
  host: string,
  hosts: readonly Host[],
  certificate: PeerCertificate,
): Error | undefined {
  const problem = checkServerIdentity(host, certificate);
  const isKnown = hosts.some((known) => checkServerIdentity(known.host, certificate) === undefined);
  return isKnown ? undefined : problem;
}

// As ioredis does: a server without passwords needs none.
const needsNone = /without any password configured|no password is set/;

async function logIn(socket: Socket, login: RedisServer["login"], signal: AbortSignal): Promise<void> {
  const first = await login(false);
  if (first.user === undefined && first.password === undefined) return;
  const refusal = await refusalOf(socket, first, signal);
  if (refusal === undefined || needsNone.test(refusal)) return;
  // It may have changed since it was read.
  const second = refusal.startsWith("WRONGPASS") ? await login(true) : first;
  if (second.password === first.password) throw new Error(refusal);
  const again = await refusalOf(socket, second, signal);
  if (again !== undefined) throw new Error(again);
}

async function refusalOf(
  socket: Socket,
  { user, password = "" }: Login,
  signal: AbortSignal,
): Promise<string | undefined> {
  const command = ["AUTH", ...(user === undefined ? [] : [user]), password];
  const answer = await ask(socket, command, /^[+-].*\r\n$/, signal);
  return answer.startsWith("-") ? answer.slice(1).trim() : undefined;
}

/** Sends a command on a new connection. Returns the answer once it is as long as it must be. */
async function ask(
  socket: Socket,
  command: readonly string[],
  whole: RegExp,
  signal: AbortSignal,
): Promise<string> {
  let answer = "";
  const words = command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  socket.write(`*${command.length}\r\n${words.join("")}`);
  while (!whole.test(answer)) {
    const data = event(socket, "data", signal);
    socket.resume();
    answer += String(await data);
    // What follows is for the next reader.
    socket.pause();
  }
  return answer;
}

/** Waits for an event of a socket. Fails if it closes first, or the signal is aborted. */
function event(socket: Socket, name: string, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onClose = () => reject(new Error("Redis closed a new connection."));
  const onAbort = () => reject(signal.reason);
  socket.once(name, resolve);
  socket.once("error", reject);
  socket.once("close", onClose);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  return promise.finally(() => {
    socket.off(name, resolve);
    socket.off("error", reject);
    socket.off("close", onClose);
    signal.removeEventListener("abort", onAbort);
  });
}
