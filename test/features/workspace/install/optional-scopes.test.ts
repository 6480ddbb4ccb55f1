import { pino } from "pino";
import { expect, test } from "vitest";
import { grantExchange } from "../../../../src/features/workspace/install/install.ts";
import { offLines, scopesCheck } from "../../../../src/features/workspace/install/ownership.ts";
import { offOnHome } from "../../../../src/features/workspace/home.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { say } from "../../../../src/platform/blocks/reply.ts";
import type { Messenger } from "../../../../src/platform/jobs/messenger.ts";
import { slackClientMaker } from "../../../../src/platform/slack/web-api/clients.ts";
import { slackMessenger } from "../../../../src/platform/slack/web-api/messenger.ts";
import { botScopes, optionalScopes, scopesNotIn } from "../../../../src/platform/slack/web-api/scopes.ts";
import { answerInstall } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";

const log = pino({ level: "silent" });
const url = "https://qm.example.com/slack/install";
const all = botScopes.map(({ scope }) => scope);

/** All or no optional scopes, one of them, and all but one. No job needs two. */
const subsets: readonly (readonly string[])[] = [
  [],
  optionalScopes,
  ...optionalScopes.flatMap((scope) => [[scope], optionalScopes.filter((other) => other !== scope)]),
];

/** Installs the app in a new local Slack, as a person who allows only these optional scopes. */
async function installedWith(optional: readonly string[]) {
  const slack = await startSlack({ page: false, installed: false, rateLimitPosts: false });
  const redirectUri = "https://qm.example.com/slack/oauth/callback";
  const asked = { client_id: slack.clientId, scope: all.join(","), redirect_uri: redirectUri, state: "s" };
  const back = await answerInstall(`${slack.url}/oauth/v2/authorize?${new URLSearchParams(asked)}`, {
    optional,
  });
  const code = new URL(back).searchParams.get("code") ?? "";
  const { clientId, clientSecret, apiUrl: slackApiUrl } = slack;
  const grant = await grantExchange({ clientId, clientSecret, slackApiUrl, log })(code, redirectUri);
  const messenger = slackMessenger(slackClientMaker({ slackApiUrl, log })(grant.token));
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const userId = slack.users[0]?.id ?? "";
  return { grant, messenger, channelId, userId, [Symbol.asyncDispose]: () => slack.close() };
}

interface Place {
  messenger: Messenger;
  channelId: string;
  userId: string;
}

/** What the app does for people, and the scopes that it needs. The main job needs none. */
const jobs: Record<string, { needs?: string[]; run: (place: Place) => Promise<unknown> }> = {
  "posts and edits in a channel": {
    async run({ messenger, channelId }) {
      const message = await messenger.post(channelId, say("A service runs."), { mark: "m1" });
      await messenger.update(message, say("It is ready."));
    },
  },
  "answers one person": {
    run: ({ messenger, channelId, userId }) => messenger.whisper(channelId, userId, say("Only you.")),
  },
  "knows people and admins": {
    run: ({ messenger, userId }) =>
      Promise.all([
        messenger.people.find(userId),
        messenger.people.someAdmins(),
        messenger.timeZoneOf(userId),
      ]),
  },
  "shows Home": {
    run: ({ messenger, userId }) => messenger.publishHome(userId, { type: "home", blocks: [] }),
  },
  "sends a file": {
    needs: ["files:write"],
    run: ({ messenger, channelId }) =>
      messenger.share(
        { name: "costs.csv", title: "Costs", bytes: Buffer.from("day\n") },
        { channelId, comment: "October" },
      ),
  },
  "uploads a picture": {
    needs: ["files:write"],
    run: ({ messenger }) => messenger.upload({ name: "a.png", bytes: Buffer.from("a") }),
  },
  "reads groups": { needs: ["usergroups:read"], run: ({ messenger }) => messenger.people.groups() },
};

test("the app installs with and without any optional scope, and each job works or says in one sentence what is off", async () => {
  for (const allowed of subsets) {
    await using place = await installedWith(allowed);
    const refused = optionalScopes.filter((scope) => !allowed.includes(scope));
    expect(scopesNotIn(place.grant.scopes)).toEqual(refused);
    for (const [name, { needs = [], run }] of Object.entries(jobs)) {
      const outcome = await run(place).then(
        () => "works",
        (error: unknown) => (error instanceof AppError ? error.message : String(error)),
      );
      const lacks = needs.filter((scope) => !allowed.includes(scope));
      expect([allowed, name, outcome]).toEqual([
        allowed,
        name,
        lacks.length === 0
          ? "works"
          : `This is off, because the app lacks \`${lacks.join()}\` in Slack. \`/db admin doctor\` says how an admin allows it.`,
      ]);
    }
  }
});

test("with and without any optional scope, the doctor and Home say what is off and why it matters, with one link", async () => {
  for (const allowed of subsets) {
    const missing = optionalScopes.filter((scope) => !allowed.includes(scope));
    const installation = { url, missingScopes: async () => missing };
    const { status, says } = await scopesCheck({ installation });
    expect(status).toBe(missing.length === 0 ? "right" : "off");
    const home = JSON.stringify(await homeOf("admin", installation));
    for (const scope of missing) {
      expect(says).toContain(`\`${scope}\``);
      expect(home).toContain(`\`${scope}\``);
    }
    const links = missing.length === 0 ? 0 : 1;
    expect([says.split(url).length - 1, home.split(url).length - 1]).toEqual([links, links]);
    expect(offLines(missing).every((line) => line.endsWith(")."))).toBe(true);
  }
});

test("only an admin sees in Home what is off", async () => {
  const installation = { url, missingScopes: async () => ["files:write"] };
  expect(await homeOf("operator", installation)).toEqual([]);
  expect(await homeOf("admin", installation)).not.toEqual([]);
});

test("while Slack doesn't say what is allowed, Home goes without", async () => {
  const away = new AppError("upstream", "Slack has a problem.");
  expect(await homeOf("admin", { url, missingScopes: () => Promise.reject(away) })).toEqual([]);
});

async function homeOf(
  role: "admin" | "operator",
  installation: { url: string; missingScopes: () => Promise<string[]> },
) {
  type Draw = NonNullable<typeof offOnHome.drawLater>;
  // All that this section uses of a context.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = { installation, log } as unknown as Parameters<Draw>[1];
  return offOnHome.drawLater?.({ userId: "U1", role, offer: () => [] }, context);
}
