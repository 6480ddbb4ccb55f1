import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { found } from "../../../support/until.ts";
import { shownText } from "../../../support/slack-person.ts";

const folder = mkdtempSync(join(tmpdir(), "managed-"));
const path = join(folder, "team.yaml");
writeFileSync(
  path,
  `version: 1
access: {}
approvals: {}
budgets: []
hooks: { checkout: { channel: C1, owner: U1, escalation: { group: S1, afterMinutes: 15 } } }
hours: []
limits: { operator: { totalMemoryGb: 96 } }
presets: {}
reports: []
watches: []
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const environment = useTestEnvironment({ environment: () => ({ WORKSPACE_FILE: path }) });

beforeAll(async () => {
  const { app, slack } = environment;
  await found(async () => (await app.contextOf?.(slack.teamId).managedParts.find())?.appliedAt);
});

const note = "Managed by the file `team.yaml`:*";

test("lists and tabs of what a file manages say so above", async () => {
  const { ada } = environment;
  const lists = {
    "alerts hooks": "hooks",
    "create presets": "presets",
    "costs budget list": "budgets",
    "costs schedule list": "cost reports",
    "backups watch list": "watches over backups",
    "services hours": "services with hours",
    "admin access": "roles",
  };
  for (const [line, nouns] of Object.entries(lists)) {
    await ada.command("databases", `/db ${line}`);
    const shown = await ada.waitForMessage("databases", nouns);
    expect(shownText(shown)).toContain(`${note} ${nouns}. People can't change these here.`);
  }
  await ada.command("databases", "/db alerts hooks checkout");
  await ada.waitForModal((view) => shownText(view).includes(`${note} hooks.`));
  await ada.close();
  await ada.command("databases", "/db admin");
  await ada.waitForModal((view) => shownText(view).includes(`${note} roles and limits of roles.`));
  await ada.close();
});

test("forms of what a file manages don't open, and say why before anyone types", async () => {
  const { ada } = environment;
  for (const line of ["alerts hooks import checkout", "alerts hooks handover checkout pagerduty"]) {
    await ada.command("databases", `/db ${line}`);
    const shown = await ada.waitForMessage("databases", "All hooks are managed by a file");
    expect(shownText(shown)).toContain("Change them in `team.yaml`");
  }
});
