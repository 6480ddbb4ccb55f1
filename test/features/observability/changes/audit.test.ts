import { expect, test } from "vitest";
import type { DashboardEdit } from "../../../../src/features/observability/dashboards/edit.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";
import { entryInWords } from "../../../../src/platform/audit/format-entry.ts";

const redis = useRedis();

/** What the audit log says, the oldest first, without its times. */
async function log(room: ChangeRoom): Promise<string[]> {
  const entries = (await room.context.audit.read({ limit: 20 })).toReversed();
  return entries.map((entry) => entryInWords(entry, { changes: true }).replace(/^<!date[^>]*> · /, ""));
}

test.each(deployments)("%s: who changed what, from what to what, is in the audit log", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const seen = await room.dashboard();
  const tileId = seen.tiles?.[0]?.id ?? "";
  const edits: DashboardEdit[] = [
    {
      act: "change-tile",
      tileId,
      changes: { w: 7, series: [{ index: 0, changes: { where: "level:fatal" } }] },
    },
    { act: "describe", name: "Shop", tags: ["a", "b"] },
    { act: "add-tile", tile: { name: "New", x: 0, y: 9, w: 1, h: 1, series: [{ type: "number" }] } },
    { act: "remove-tile", tileId },
  ];
  for (const edit of edits) {
    const now = await room.dashboard();
    await room.submit({ kind: "update-dashboard", id: seen.id, seen: now, edit });
    await room.settle();
  }
  const { place } = room;
  const who = "<@UADA>, in <#C1>, changed the dashboard";
  const tags = seen.tags?.join(", ");
  expect(await log(room)).toEqual([
    `${who} *API Monitoring*. In ${place.name}, tile “p95 latency (ms)”.\nWidth 12 → 7 · Filter \`${seen.tiles?.[0]?.series?.[0]?.where}\` → \`level:fatal\``,
    `${who} *API Monitoring*. In ${place.name}.\nName \`API Monitoring\` → \`Shop\` · Tags \`${tags}\` → \`a, b\``,
    `${who} *Shop*. In ${place.name}.\nTile \`New\``,
    `${who} *Shop*. In ${place.name}.\nTile was \`p95 latency (ms)\``,
  ]);
});

test.each(deployments)(
  "%s: what is created, deleted, refused or left undone is in the audit log",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const seen = await room.alert();
    const { id } = seen;
    const name = seen.name ?? "";
    await room.submit({ kind: "create-dashboard", body: { name: "New", tiles: [] } });
    await room.settle();
    await room.submit({ kind: "update-alert", id, seen, edit: { threshold: 9, interval: "1h" } });
    await room.settle();
    await room.submit({ kind: "update-alert", id, seen, edit: { message: "mine" } });
    await room.settle();
    await room.submit({ kind: "update-alert", id, seen: await room.alert(), edit: { name: " " } });
    await room.settle();
    await room.submit({ kind: "delete-alert", id, name });
    await room.settle();
    await room.submit({ kind: "delete-alert", id, name });
    await room.settle();
    const where = `In ${room.place.name}.`;
    expect(await log(room)).toEqual([
      `<@UADA>, in <#C1>, created the dashboard *New*. ${where}`,
      `<@UADA>, in <#C1>, changed the alert *${name}*. ${where}\nInterval \`5m\` → \`1h\` · Threshold \`is 2,000 or more\` → \`is 9 or more\``,
      `<@UADA>, in <#C1>, tried to change the alert *${name}*, which failed. ${where} It was changed by somebody else, or in another form, meanwhile.\nMessage \`mine\``,
      expect.stringMatching(/tried to change the alert .*, which failed\. .* name: must not be empty/),
      `<@UADA>, in <#C1>, deleted the alert *${name}*. ${where}`,
    ]);
  },
);
