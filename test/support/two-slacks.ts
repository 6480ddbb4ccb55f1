import { randomBytes } from "node:crypto";
import {
  type Front,
  type FrontCall,
  startFront,
  type LocalSlack,
  type LocalSlackOptions,
} from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";

/** Two teams of one app, each with its own local Slack, behind Slack's single address. */
export interface TwoSlacks {
  readonly url: string;
  readonly acme: LocalSlack;
  readonly birch: LocalSlack;
  /** Every request so far, the oldest first. */
  readonly calls: FrontCall[];
  /** The app's settings for an installation in both by OAuth. */
  readonly environment: Record<string, string>;
  setAppUrl(url: string): void;
  close(): Promise<void>;
}

const teams = [
  { id: "T0ACME0001", name: "Acme" },
  { id: "T0BIRCH002", name: "Birch" },
] as const;

/** Starts both and the front. With `installed: false` the app is not yet installed in either. */
export async function startTwoSlacks(options: LocalSlackOptions = {}): Promise<TwoSlacks> {
  const calls: FrontCall[] = [];
  const front = await startFront((call) => void calls.push(call));
  const app = {
    signingSecret: randomBytes(16).toString("hex"),
    clientId: "1111111111111.2222222222222",
    clientSecret: randomBytes(16).toString("hex"),
  };
  const [acme, birch] = await Promise.all([
    start(teams[0], front, { ...options, ...app }),
    start(teams[1], front, { ...options, ...app }),
  ]);
  const slacks = [acme, birch];
  for (const slack of slacks) front.add(slack);
  return {
    url: front.url,
    acme,
    birch,
    calls,
    environment: {
      SLACK_SIGNING_SECRET: app.signingSecret,
      SLACK_CLIENT_ID: app.clientId,
      SLACK_CLIENT_SECRET: app.clientSecret,
      SLACK_API_URL: `${front.url}/api/`,
    },
    setAppUrl(url) {
      for (const slack of slacks) slack.setAppUrl(url);
    },
    async close() {
      await front.close();
      await Promise.all(slacks.map((slack) => slack.close()));
    },
  };
}

function start(team: (typeof teams)[number], front: Front, options: LocalSlackOptions): Promise<LocalSlack> {
  return startSlack({
    rateLimitPosts: false,
    page: false,
    ...options,
    team,
    publicUrl: front.urlOf(team.id),
  });
}
