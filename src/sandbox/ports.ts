import { once } from "node:events";
import { createServer } from "node:net";

/** The wanted port when it is free on 127.0.0.1, else any free one; 0 wants any. */
export async function freePort(wanted = 0): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? wanted;
}

/** The port that listening on `port` gave, or undefined when it is taken. */
async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? address?.port : undefined;
}
