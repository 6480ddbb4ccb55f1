import { once } from "node:events";
import { connect } from "node:net";
import { createServer } from "node:tls";
import { readFile } from "node:fs/promises";
import type { Certificates } from "./redis-kinds/certificates.ts";

/** A server of this machine behind TLS, under another name. */
export interface TlsFront {
  /** As in `https://cloud.qm.test:40123`. */
  readonly url: string;
  /** The server that it leads to, by its address. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startTlsFront(hostname: string, { cert, key }: Certificates): Promise<TlsFront> {
  let target = 0;
  const pem = { cert: await readFile(cert, "utf8"), key: await readFile(key, "utf8") };
  const server = createServer({ ...pem, ALPNProtocols: ["http/1.1"] }, (client) => {
    const inner = connect(target, "127.0.0.1");
    client.pipe(inner).pipe(client);
    client.on("error", () => inner.destroy()).on("close", () => inner.destroy());
    inner.on("error", () => client.destroy()).on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `https://${hostname}:${address.port}`,
    leadTo: (url) => void (target = Number(new URL(url).port)),
    close: async () => void server.close(),
  };
}
