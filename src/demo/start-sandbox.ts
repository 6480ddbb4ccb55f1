import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  type Front,
  type LocalSlack,
  type LocalSlackOptions,
  startFront,
  startLocalSlack,
  team,
} from "@quartermaster/local-slack";
import { type ReferenceCloud, consoles, startReferenceCloud } from "@quartermaster/reference-cloud";
import { type LocalRedis, freePort, startRedis } from "./redis.ts";

/** Everything around the app, running on this machine. */
export interface Sandbox {
  redis: LocalRedis;
  cloud: ReferenceCloud;
  /** The workspace with a cloud. */
  slack: LocalSlack;
  /** A workspace without any connection. The app is not installed there yet. */
  emptySlack: LocalSlack;
  /** Slack's address for the app, for both. */
  front: Front;
  /** The port reserved for the app. */
  appPort: number;
  /** The differences from the request and the defaults, in sentences. */
  notes: string[];
}

/** The wanted ports. A busy one is replaced by a free one. */
export interface Ports {
  app: number;
  slack: number;
  cloud: number;
  emptySlack: number;
}

interface Options {
  redisUrl: string | undefined;
  ports: Ports;
}

/** Starts Redis, the reference server and the local Slack. Passes a way to end each to `defer`. */
export async function startSandbox(
  { redisUrl, ports }: Options,
  defer: (end: () => Promise<void>) => void,
): Promise<Sandbox> {
  const [appPort, slackPort, cloudPort, emptyPort] = await Promise.all([
    freePort(ports.app),
    freePort(ports.slack),
    freePort(ports.cloud),
    freePort(ports.emptySlack),
  ]);

  async function ending<Part extends { close(): Promise<void> }>(starting: Promise<Part>): Promise<Part> {
    const part = await starting;
    defer(() => part.close());
    return part;
  }

  const front = await ending(startFront());
  const app = {
    signingSecret: randomBytes(16).toString("hex"),
    clientSecret: randomBytes(16).toString("hex"),
  };
  const startTeam = (team: { id: string; name: string }, port: number, installed: boolean) =>
    startSlack({
      ...app,
      team,
      port,
      installed,
      publicUrl: front.urlOf(team.id),
      appUrl: `http://127.0.0.1:${appPort}`,
      // The consoles, and the app itself.
      unfurlDomains: [...Object.values(consoles).map((address) => new URL(address).hostname), "localhost"],
    });
  const [redis, cloud, slack, emptySlack] = await Promise.all([
    ending(startRedis(redisUrl ? { url: redisUrl } : {})),
    ending(startReferenceCloud({ port: cloudPort })),
    ending(startTeam(team, slackPort, true)),
    ending(startTeam({ id: "T0BIRCH002", name: "Birch" }, emptyPort, false)),
  ]);
  front.add(slack);
  front.add(emptySlack);
  slack.setOtherWorkspaces([{ name: emptySlack.teamName, url: emptySlack.url }]);
  emptySlack.setOtherWorkspaces([{ name: slack.teamName, url: slack.url }]);
  const notes = [
    ...movedPort("the app", ports.app, appPort),
    ...movedPort("the page", ports.slack, slackPort),
    ...movedPort("the reference server", ports.cloud, cloudPort),
    ...movedPort(`the page of ${emptySlack.teamName}`, ports.emptySlack, emptyPort),
    ...(redisUrl && redis.kind !== "given" ? ["REDIS_URL does not answer, so a private Redis is used."] : []),
  ];
  return { redis, cloud, slack, emptySlack, front, appPort, notes };
}

const manifestPath = join(import.meta.dirname, "../../manifest.yml");

/** Starts a local Slack with the product's manifest. */
export function startSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  return startLocalSlack({ manifestPath, ...options });
}

function movedPort(who: string, wanted: number, got: number): string[] {
  return wanted === got ? [] : [`Port ${wanted} is busy, so ${who} is on port ${got}.`];
}
