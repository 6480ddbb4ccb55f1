import { expect, test } from "vitest";
import { pino } from "pino";
import { z } from "zod";
import type { AppContext } from "../../../../src/app/context.ts";
import { readBackups } from "../../../../src/features/services/restore/read-backups.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import { drawForm } from "../../../../src/platform/forms/draw.ts";
import { json, managedClient, scriptedServer, success } from "../../../platform/cloud/scripted-server.ts";
import { draftOf } from "../../../support/form-state.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { dayMs } from "../../../../src/lib/duration.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const idOf = (n: number) => `5c1d7e2a-31b4-4c8e-8a55-${String(n).padStart(12, "0")}`;

const Option = z.object({ value: z.string() });
const Inputs = z.array(
  z.object({
    hint: z.object({ text: z.string() }).optional(),
    element: z.object({
      action_id: z.string(),
      options: z.array(Option).optional(),
      initial_option: Option.optional(),
    }),
  }),
);

/** A finished backup, made this many days before 2026-11-20. */
function backup(daysAgo: number) {
  const startedAt = new Date(Date.parse("2026-11-20T02:00:00Z") - daysAgo * dayMs).toISOString();
  return { id: idOf(daysAgo), startedAt, status: "done", type: "full" };
}

const daily = Array.from({ length: 300 }, (_, days) => backup(days));

/** The form after it has read these backups of the chosen service. */
async function shown(backups: unknown[], values: Record<string, unknown>, serviceCount = 1, zone = "") {
  const { url } = await scriptedServer((response, request) => {
    const isList = request.url?.endsWith("/backups");
    (isList ? success(backups) : json(404, { error: "NOT_FOUND" }))(response, request);
  });
  const client = managedClient(url);
  const services = Array.from({ length: serviceCount }, (_, n) => ({
    value: n === 0 ? serviceId : `s${n}`,
    text: `service ${n}`,
    connection: "default",
  }));
  const state = {
    values: { connection: "default", backupService: serviceId, ...values },
    facts: { connections: ["default"], services },
  };
  // Only what reading uses; a whole context needs a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    cloudOf: () => client,
    messenger: { timeZoneOf: async () => zone },
    log: pino({ level: "silent" }),
  } as unknown as AppContext;
  const found = await readBackups(state, context, { userId: "UADA" });
  const draft = draftOf(createServiceForm, {
    step: "basics",
    values: { ...state.values, ...found.values },
    facts: { ...state.facts, ...found.facts },
  });
  const view = drawForm(createServiceForm, draft);
  expect(validateView(view)).toBeNull();
  const inputs = Inputs.parse(view.blocks.filter(({ type }) => type === "input"));
  const input = (name: string) => inputs.find(({ element }) => element.action_id === name);
  return {
    text: JSON.stringify(view.blocks),
    hint: (name: string) => input(name)?.hint?.text,
    chosen: (name: string) => input(name)?.element.initial_option?.value,
    offered: (name: string) => input(name)?.element.options?.map(({ value }) => value),
    has: (name: string) => input(name) !== undefined,
  };
}

test("a backup older than the newest hundred stays chosen and among the choices", async () => {
  const form = await shown(daily, { backupId: idOf(299) });
  expect(form.text).not.toContain("no longer there");
  expect(form.chosen("backupId")).toBe(idOf(299));
  expect(form.offered("backupId")).toHaveLength(100);
  expect(form.hint("backupId")).toContain("Shows 100 of 300. To find older ones, type a date above.");
});

test("a backup's time is in the person's own zone, and in UTC if Slack does not tell the zone", async () => {
  const here = await shown([backup(0)], {}, 1, "America/Los_Angeles");
  expect(here.text).toContain("2026-11-19 18:00 · full · America/Los_Angeles");
  expect((await shown([backup(0)], {})).text).toContain("2026-11-20 02:00 · full · UTC");
});

test("a search by date finds an older backup", async () => {
  const form = await shown(daily, { findBackup: "2026-02-1" });
  expect(form.offered("backupId")).toEqual(
    daily.filter(({ startedAt }) => startedAt.startsWith("2026-02-1")).map(({ id }) => id),
  );
  const none = await shown(daily, { findBackup: "1999" });
  expect(none.text).toContain("No backup has that in its date.");
  expect((await shown(daily.slice(0, 100), {})).has("findBackup")).toBe(false);
});

test("the chosen backup is kept, however many there are", async () => {
  const many = Array.from({ length: 2_200 }, (_, days) => backup(days));
  expect((await shown(many, { backupId: idOf(2_150) })).chosen("backupId")).toBe(idOf(2_150));
});

test.each([
  ["is not there", daily.slice(0, 3), "The backup you chose no longer exists."],
  ["is not done", [{ ...backup(9), status: "error" }], "The backup you chose isn't done"],
  ["may be one that cannot be read", [null], "I couldn't read the backup you chose."],
])("the form says when a chosen backup %s", async (_, backups, problem) => {
  const form = await shown(backups, { backupId: idOf(9) });
  expect(form.text).toContain(problem);
  expect(form.chosen("backupId")).toBeUndefined();
});

test("with more services than Slack shows, the form says so, and finds any by name", async () => {
  const form = await shown(daily, {}, 151);
  expect(form.hint("backupService")).toContain(
    "Shows 99 of 152. To find others, type a part of the name above.",
  );
  expect(form.chosen("backupService")).toBe(serviceId);
  const found = await shown(daily, { findService: "SERVICE 150" }, 151);
  expect(found.offered("backupService")).toEqual(["-", "typed", serviceId, "s150"]);
  expect((await shown(daily, {}, 99)).has("findService")).toBe(false);
});
