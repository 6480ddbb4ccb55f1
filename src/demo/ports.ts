import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give higher ports to outgoing connections, and could give one away before it is listened on. */
const [lowest, highest] = [20_000, 32_000];

/** How a system refuses a port that another program has, or that is kept for others. */
const taken = new Set(["EADDRINUSE", "EACCES"]);

/** The wanted port if it is free, or else any free one. 0 means any. */
export async function freePort(wanted = 0): Promise<number> {
  let port = wanted;
  while (port === 0 || !(await isFree(port))) port = randomInt(lowest, highest);
  return port;
}

/** Some systems let one program use a port on one address while another uses it on all. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port));
}

async function canListen(port: number, host?: string): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && taken.has(String(error.code))) return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}
