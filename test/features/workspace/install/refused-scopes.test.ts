import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { optionalScopes } from "../../../../src/platform/slack/web-api/scopes.ts";
import { startReferenceCloud } from "@quartermaster/reference-cloud";
import { startSlack } from "../../../../src/demo/local-slack.ts";
import { startAppHere } from "../../../support/app-here.ts";
import { sandboxEnvironment } from "../../../support/environment.ts";
import { useRedis } from "../../../support/redis.ts";
import { person } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const redis = useRedis();

test.each([
  { refused: optionalScopes, works: "Everything else works, but this is off" },
  { refused: ["files:write"], works: "Everything else works, but this is off" },
  { refused: [], works: "The app has all the scopes that it needs." },
])(
  "with $refused refused, services, costs and Home work, and the doctor says what is off",
  async (wanted) => {
    const [cloud, slack] = await Promise.all([
      startReferenceCloud({ provisioningMs: 0, rateLimit: false }),
      startSlack({
        page: false,
        rateLimitPosts: false,
        refusedScopes: wanted.refused,
        commandTimeoutMs: 20_000,
      }),
    ]);
    const app = await startAppHere({
      ...sandboxEnvironment({ redis, cloud, slack }),
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    });
    slack.setAppUrl(app.url);
    await until(async () => (await fetch(`${app.url}/readyz`)).ok);
    {
      await using ada = person(slack, "Ada Park");
      await ada.command("databases", "/db admin doctor");
      const found = await ada.waitForMessage("databases", wanted.works);
      for (const scope of wanted.refused) expect(found.text).toContain(`\`${scope}\``);
      await ada.command("databases", "/db services");
      await ada.waitForMessage("databases", "service");
      await ada.command("databases", "/db costs");
      await ada.waitForMessage("databases", "ays are in UTC");
      await ada.home();
      const isOff = wanted.refused.length > 0;
      await ada.waitForHome((view) => {
        const shown = JSON.stringify(view.blocks);
        return shown.includes('"Help"') && (!isOff || shown.includes("Off in Slack"));
      });
    }
    await app.end("SIGTERM");
    await Promise.all([cloud.close(), slack.close()]);
  },
);
