import { once } from "node:events";
import { createServer } from "node:net";

/** The wanted port if it is free, or else any free one. 0 means any. */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted !== 0 && (await isFree(wanted))) return wanted;
  return (await listened(0, "127.0.0.1")) ?? wanted;
}

/** Some systems let one program use a port on one address while another uses it on all. */
async function isFree(port: number): Promise<boolean> {
  return (await listened(port, "127.0.0.1")) !== undefined && (await listened(port)) !== undefined;
}

/** The port that is listened on. Undefined if it is taken. */
async function listened(port: number, host?: string): Promise<number | undefined> {
  const server = createServer().listen(port, host);
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
