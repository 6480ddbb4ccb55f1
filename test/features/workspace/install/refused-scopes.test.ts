import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { optionalScopes } from "../../../../src/platform/slack/web-api/scopes.ts";
import { startReferenceCloud } from "@quartermaster/reference-cloud";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";
import { startAppHere } from "../../../support/app-here.ts";
import { sandboxEnvironment } from "../../../support/environment.ts";
import { useRedis } from "../../../support/redis.ts";
import { person } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const redis = useRedis();

test("with all optional scopes refused, services, costs and Home work, and the doctor says what is off", async () => {
  const [cloud, slack] = await Promise.all([
    startReferenceCloud({ provisioningMs: 0, rateLimit: false }),
    startSlack({
      page: false,
      rateLimitPosts: false,
      refusedScopes: optionalScopes,
      commandTimeoutMs: 20_000,
    }),
  ]);
  onTestFinished(() => Promise.all([cloud.close(), slack.close()]).then(() => undefined));
  await using app = await startAppHere({
    ...sandboxEnvironment({ redis, cloud, slack }),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
  });
  slack.setAppUrl(app.url);
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  await using ada = person(slack, "Ada Park");
  await ada.command("databases", "/db admin doctor");
  const found = await ada.waitForMessage("databases", "Everything else works, but this is off");
  for (const scope of optionalScopes) expect(found.text).toContain(`\`${scope}\``);
  await ada.command("databases", "/db services");
  await ada.waitForMessage("databases", "service");
  await ada.command("databases", "/db costs");
  await ada.waitForMessage("databases", "ays are in UTC");
  await ada.home();
  await ada.waitForHome((view) => {
    const shown = JSON.stringify(view.blocks);
    return shown.includes('"Help"') && shown.includes("Off in Slack");
  });
});
