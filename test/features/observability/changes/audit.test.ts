import { expect, test } from "vitest";
import type { DashboardEdit } from "../../../../src/features/observability/dashboards/edit.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { formatEntry } from "../../../../src/platform/audit/format-entry.ts";

const redis = useRedis();

/** The formatted audit entries, the oldest first, without their times. */
async function log(fixture: ChangeFixture): Promise<string[]> {
  const entries = (await fixture.context.audit.read({ limit: 20 })).toReversed();
  return entries.map((entry) => formatEntry(entry, { changes: true }).replace(/^<!date[^>]*> · /, ""));
}

test.each(deployments)(
  "%s: each change is in the audit log with its person, and the values before and after",
  async (deployment) => {
    const fixture = await changeFixture(redis.client, deployment);
    const seen = await fixture.dashboard();
    const tileId = seen.tiles?.[0]?.id ?? "";
    const edits: DashboardEdit[] = [
      {
        kind: "change-tile",
        tileId,
        changes: { w: 7, series: [{ index: 0, changes: { where: "level:fatal" } }] },
      },
      { kind: "describe", name: "Shop", tags: ["a", "b"] },
      { kind: "add-tile", tile: { name: "New", x: 0, y: 9, w: 1, h: 1, series: [{ type: "number" }] } },
      { kind: "remove-tile", tileId },
    ];
    for (const edit of edits) {
      const now = await fixture.dashboard();
      await fixture.submit({ kind: "update-dashboard", id: seen.id, seen: now, edit });
      await fixture.resolveAll();
    }
    const { target } = fixture;
    const who = "<@UADA>, in <#C1>, changed the dashboard";
    const tags = seen.tags?.join(", ");
    expect(await log(fixture)).toEqual([
      `${who} *API Monitoring*. In ${target.name}, tile “p95 latency (ms)”.\nWidth 12 → 7 · Filter \`${seen.tiles?.[0]?.series?.[0]?.where}\` → \`level:fatal\``,
      `${who} *API Monitoring*. In ${target.name}.\nName \`API Monitoring\` → \`Shop\` · Tags \`${tags}\` → \`a, b\``,
      `${who} *Shop*. In ${target.name}.\nTile \`New\``,
      `${who} *Shop*. In ${target.name}.\nTile \`p95 latency (ms)\` → none`,
    ]);
  },
);

test("creations, deletions, refusals and conflicts are in the audit log", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const seen = await fixture.alert();
  const { id } = seen;
  const name = seen.name ?? "";
  await fixture.submit({ kind: "create-dashboard", body: { name: "New", tiles: [] } });
  await fixture.resolveAll();
  await fixture.submit({ kind: "update-alert", id, seen, edit: { threshold: 9, interval: "1h" } });
  await fixture.resolveAll();
  await fixture.submit({ kind: "update-alert", id, seen, edit: { message: "mine" } });
  await fixture.resolveAll();
  await fixture.submit({ kind: "update-alert", id, seen: await fixture.alert(), edit: { name: " " } });
  await fixture.resolveAll();
  await fixture.submit({ kind: "delete-alert", id, name });
  await fixture.resolveAll();
  await fixture.submit({ kind: "delete-alert", id, name });
  await fixture.resolveAll();
  const where = `In ${fixture.target.name}.`;
  expect(await log(fixture)).toEqual([
    `<@UADA>, in <#C1>, created the dashboard *New*. ${where}`,
    `<@UADA>, in <#C1>, changed the alert rule *${name}*. ${where}\nInterval \`5m\` → \`1h\` · Threshold \`is 2,000 or more\` → \`is 9 or more\``,
    `<@UADA>, in <#C1>, couldn't change the alert rule *${name}*. ${where} Someone else changed it meanwhile, or another form did.\nMessage \`mine\``,
    expect.stringMatching(/couldn't change the alert rule .* name: must not be empty/),
    `<@UADA>, in <#C1>, deleted the alert rule *${name}*. ${where}`,
  ]);
});
