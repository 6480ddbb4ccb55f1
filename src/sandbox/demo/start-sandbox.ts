import { consoles } from "../cloud/alerting/link.ts";
import { type SandboxCloud, startSandboxCloud } from "../cloud/server.ts";
import { freePort } from "../ports.ts";
import { type SandboxRedis, startRedis } from "../redis.ts";
import { type SandboxSlack, startSandboxSlack } from "../slack/server.ts";

/** Everything around the app, running on this machine. */
export interface Sandbox {
  redis: SandboxRedis;
  cloud: SandboxCloud;
  slack: SandboxSlack;
  /** The port reserved for the app. */
  appPort: number;
  /** The differences from the request and the defaults, in sentences. */
  notes: string[];
}

interface Options {
  redisUrl: string | undefined;
  ports: { app: number; slack: number; cloud: number };
}

/** Starts Redis, the reference server and the local Slack. Passes a way to end each to `defer`. */
export async function startSandbox(
  { redisUrl, ports }: Options,
  defer: (end: () => Promise<void>) => void,
): Promise<Sandbox> {
  const [appPort, slackPort, cloudPort] = await Promise.all([
    freePort(ports.app),
    freePort(ports.slack),
    freePort(ports.cloud),
  ]);

  async function ending<Part extends { close(): Promise<void> }>(starting: Promise<Part>): Promise<Part> {
    const part = await starting;
    defer(() => part.close());
    return part;
  }

  const [redis, cloud, slack] = await Promise.all([
    ending(startRedis(redisUrl ? { url: redisUrl } : {})),
    ending(startSandboxCloud({ port: cloudPort })),
    ending(
      startSandboxSlack({
        port: slackPort,
        appUrl: `http://127.0.0.1:${appPort}`,
        unfurlDomains: Object.values(consoles).map((address) => new URL(address).hostname),
      }),
    ),
  ]);
  const notes = [
    ...movedPort("the app", ports.app, appPort),
    ...movedPort("the page", ports.slack, slackPort),
    ...movedPort("the reference server", ports.cloud, cloudPort),
    ...(redisUrl && redis.kind !== "given" ? ["REDIS_URL does not answer, so a private Redis is used."] : []),
  ];
  return { redis, cloud, slack, appPort, notes };
}

function movedPort(who: string, wanted: number, got: number): string[] {
  return wanted === got ? [] : [`Port ${wanted} is busy, so ${who} is on port ${got}.`];
}
