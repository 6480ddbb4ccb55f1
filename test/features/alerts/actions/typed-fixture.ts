import type { Redis } from "ioredis";
import { expect } from "vitest";
import { auditLog } from "../../../../src/platform/audit/log.ts";
import { recorder } from "../../../../src/platform/audit/recorder.ts";
import { product } from "../../../../src/app/features.ts";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { listOpen } from "../../../../src/features/alerts/open/list.ts";
import type { WantedList } from "../../../../src/features/alerts/open/wanted.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { said } from "../../../support/said.ts";
import { drawn } from "../../../support/drawn.ts";
import { alertFixture } from "../fixture.ts";

const bob = { workspaceId: "T1", userId: "UBOB", userName: "bob", channelId: "C1" };

export const disk = {
  key: "id:disk",
  title: "Disk full",
  alertName: "Disk full",
  severity: "critical" as const,
};
export const checkout = { key: "id:checkout", title: "Checkout errors", alertName: "Checkout errors" };
export const queue = {
  key: "id:queue",
  title: "Queue is long",
  alertName: "Queue length",
  group: "Host:web-3",
};

/** A workspace with these alerts in a channel, in which Bob types commands. */
export async function alertsTyped(redis: Redis, ...events: Partial<AlertEvent>[]) {
  const fixture = alertFixture(redis);
  await fixture.begin();
  for (const event of events) {
    await fixture.accept(event);
    fixture.pass(60_000);
  }
  await fixture.ingest();
  await fixture.runOutbox("C1");
  const { now, log } = fixture.context;
  const entries = auditLog(redis, "T1");
  const audit = recorder({ ...bob, action: "alert.acknowledge" }, { audit: entries, now, log });
  const context: AppContext = {
    ...fixture.context,
    audit: { ...entries, ...audit },
    openAlerts: async (wanted, { userId }, taken) =>
      (await listOpen(wanted, { userId, end: Promise.resolve([]), taken }, context)).draw(),
  };

  async function db(line: string, who: object = {}): Promise<Reply> {
    const reading = product.readCommand(line);
    if ("reply" in reading) throw new Error(reading.reply.text);
    expect(reading.entry.access).toBe("operator");
    const asker = { ...bob, mayConfirm: true, ...who };
    const answer = await reading.run(context, asker, { progress: async () => undefined });
    const shown = said(await drawn(answer));
    expect(validateMessage(shown)).toBeNull();
    await fixture.ingest();
    return shown;
  }

  return {
    ...fixture,
    db,
    /** Shows a person the list of open alerts. */
    list: (wanted: WantedList = {}, userId = bob.userId) =>
      context.openAlerts(wanted, { userId }, { ids: new Set(), text: "" }),
    accept: fixture.accept,
    ingest: () => fixture.ingest(),
    runOutbox: (channelId: string) => fixture.runOutbox(channelId),
    /** Presses the button with this text. */
    press: async (shown: Reply, text: string): Promise<Reply | undefined> => {
      const pressed = buttonsOf(shown).find((each) => each.text.text === text);
      if (!pressed) throw new Error(`There is no button ${text}.`);
      const { action_id: actionId, value = "" } = pressed;
      const action = product.interactions.find((each) => each.actionId === actionId);
      if (!action) return db(value);
      const answer = await action.run(
        { value, userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1" },
        context,
      );
      await fixture.ingest();
      return said(answer);
    },
    /** The state and the person of each alert, by its title. */
    states: async (): Promise<Record<string, string>> => {
      const all = await fixture.incidents.many(await fixture.incidents.open("T1-checkout"));
      return Object.fromEntries(
        all.map(({ latest, state, acknowledged }) => [
          latest.title,
          [state, acknowledged?.userId].filter(Boolean).join(" "),
        ]),
      );
    },
    idOf: async (key: string): Promise<string> => {
      const [incident] = await fixture.incidents.presentOf("T1-checkout", [key]);
      return incident?.id ?? "";
    },
    recorded: async () =>
      (await entries.read({ limit: 100 })).map(({ action, subject = "" }) => `${action} ${subject}`),
  };
}

const buttonsOf = ({ blocks }: Reply) =>
  blocks
    .flatMap((block) => (block.type === "actions" ? block.elements : []))
    .filter((element) => element.type === "button");
/** The texts of its buttons. */
export const labels = (shown: Reply) => buttonsOf(shown).map(({ text }) => text.text);
