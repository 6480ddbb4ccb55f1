import { expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });

test("a team's budget counts the team's services, and costs by team show them", async () => {
  const { ada } = environment;
  const { id } = await serviceNamed(environment, "orders prod");
  await ada.command("databases", `/db services add ${id} orders prod`);
  await ada.waitForMessage("databases", "Added *orders prod*");
  await ada.command("databases", "/db services owner orders prod team payments");
  await ada.waitForMessage("databases", "now belongs to the team payments");
  await ada.command("databases", "/db costs budget set 100000 monthly team payments");
  const set = shownText(await ada.waitForMessage("databases", "for the team *payments*"));
  const [, used = ""] = /([\d,.]+) of 100,000/.exec(set) ?? [];
  await ada.command("databases", "/db costs this month by team");
  const byTeam = shownText(await ada.waitForMessage("databases", "No team"));
  expect(byTeam).toContain("payments");
  expect(byTeam).toMatch(/\/db services owner (?:<|&lt;)service(?:>|&gt;) team/);
  expect(byTeam).toContain(used);
  await ada.command("databases", "/db costs budget set 5 team payments orders prod");
  await ada.waitForMessage("databases", "A budget is for a service or for a team");
});

test("a number may be part of a service's name, so the reading with a known service counts", async () => {
  const { ada } = environment;
  const { id } = await serviceNamed(environment, "web analytics");
  await ada.command("databases", `/db services add ${id} analytics 2`);
  await ada.waitForMessage("databases", "Added *analytics 2*");
  await ada.command("databases", "/db costs budget set analytics 2 daily 500");
  await ada.waitForMessage("databases", "Set a daily budget of 500 credits for *analytics 2*.");
  await ada.command("databases", "/db costs budget set analytic 2 daily 700");
  await ada.waitForMessage("databases", "“analytic 700”");
});
