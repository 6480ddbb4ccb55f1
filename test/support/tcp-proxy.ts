import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";

/** A connection to a server that tests cut and restore. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Everything that clients sent, if it is recorded. */
  sent(): string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Resolves when it refuses the next client. */
  nextRefused(): Promise<void>;
  mend(): void;
  /** Connects new clients to another port of this machine. Existing connections stay. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

interface Options {
  /** Records what clients send. */
  record?: boolean;
  /** Changes the server's bytes, but not their number. */
  rewrite?: (text: string) => string;
  /** Changes the clients' bytes. */
  rewriteSent?: (text: string) => string;
}

/** A proxy of the server at `port` of this machine. */
export async function startTcpProxy(
  port: number,
  { record = false, rewrite, rewriteSent }: Options = {},
): Promise<TcpProxy> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  let isCut = false;
  let target = port;
  const server = createServer((client) => {
    if (isCut) {
      server.emit("refused");
      return void client.destroy();
    }
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    if (record) client.on("data", (chunk: Buffer) => chunks.push(chunk));
    if (rewriteSent) client.on("data", (chunk: Buffer) => upstream.write(rewriteSent(chunk.toString())));
    else client.pipe(upstream);
    if (rewrite) upstream.on("data", (chunk: Buffer) => client.write(rewrite(chunk.toString())));
    else upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  async function close(): Promise<void> {
    cut();
    server.close();
    await once(server, "close");
  }

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }
  return {
    port: address.port,
    sent: () => Buffer.concat(chunks).toString(),
    cut,
    nextRefused: async () => void (await once(server, "refused")),
    mend() {
      isCut = false;
    },
    leadTo(next) {
      target = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
