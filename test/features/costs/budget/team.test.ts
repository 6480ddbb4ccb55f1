import { expect, test } from "vitest";
import { wantedBudgets } from "../../../../src/features/costs/budget/read-words.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });

test.each([
  ["800 monthly team payments", "payments", ""],
  ["for the team “data platform” 800", "data platform", ""],
  ["800 team <!subteam^S1|@dba> weekly", "<!subteam^S1|@dba>", ""],
  ['800 "team room"', "", "team room"],
])("%s is a budget of the right costs", (words, team, service) => {
  expect(wantedBudgets(words)[0]).toMatchObject({ team, service });
});

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
