import { beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../../../src/app/context.ts";
import { ownerRounds } from "../../../../src/features/owners/handover/round.ts";
import { OwnerRound } from "../../../../src/features/owners/handover/schedule.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { runs } from "../../../support/pressed.ts";
import { serviceNamed } from "../../../support/reference-server.ts";
import { person, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const names = ["orders prod", "web analytics"];

function context(): AppContext {
  const found = environment.app.contextOf?.(environment.slack.teamId);
  if (!found) throw new Error("The app runs in another process.");
  return found;
}

/** The round that the first owner began. */
async function round(): Promise<void> {
  const [schedule] = await context().schedules.list(OwnerRound);
  if (!schedule) throw new Error("There is no round over the owners.");
  await ownerRounds.advance(schedule, context());
}

async function deactivate(userId: string, isGone: boolean): Promise<void> {
  await fetch(`${environment.slack.url}/page/person`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person: userId, isGone }),
  });
}

let sam = "";
let noor = "";

function idOf(wanted: string): string {
  return environment.slack.users.find(({ name }) => name === wanted)?.id ?? "";
}

beforeAll(() => {
  sam = idOf("Sam Rivera");
  noor = idOf("Noor Haddad");
});

test("when an owner leaves, an admin is asked once for all services, and one choice gives them away", async () => {
  const { ada } = environment;
  for (const name of names) {
    const { id } = await serviceNamed(environment, name);
    await ada.command("databases", `/db services add ${id} ${name}`);
    await ada.waitForMessage("databases", `Added *${name}*`);
    await ada.command("databases", `/db services owner ${name} @sam team payments`);
    await ada.waitForMessage("databases", `*${name}* now belongs to`);
  }
  await round();
  await deactivate(sam, true);
  await Promise.all([round(), round().catch(() => undefined)]);
  await round();
  const asked = (await ada.messages("direct")).filter((message) =>
    shownText(message).includes("has left Slack"),
  );
  expect(asked).toHaveLength(1);
  const [message] = asked;
  if (!message) throw new Error("No one was asked.");
  for (const name of names) expect(shownText(message)).toContain(`*${name}*, team payments`);

  await ada.click(message, "owner-handover", noor);
  const done = await ada.waitForMessage("direct", `<@${noor}> now owns`);
  expect(done.ts).toBe(message.ts);
  const owned = await context().owners.list();
  expect(owned.map(({ ownerId, by }) => [ownerId, by])).toEqual(names.map(() => [noor, ada.id]));
  await deactivate(sam, false);
});

test("App Home shows what concerns its reader, and the button turns Monday's message on and off", async () => {
  await using reader = person(environment.slack, noor);
  await reader.home();
  const home = await reader.waitForHome((view) => shownText(view).includes("State: running"));
  const shown = shownText(home);
  expect(shown.indexOf("What concerns me")).toBeLessThan(shown.indexOf("orders prod"));
  await reader.click(home, runs("owners_digest", { state: "on" }));
  const next = await reader.waitForModal((view) =>
    shownText(view).includes("on Mondays at 9:00 (Asia/Dubai)"),
  );
  expect(shownText(next)).toContain("/db services owner digest off");
  await reader.close({ cleared: true });
  await reader.home();
  const on = await reader.waitForHome((view) => shownText(view).includes("Stop the message on Mondays"));
  await reader.click(on, runs("owners_digest", { state: "off" }));
  await reader.waitForModal((view) => shownText(view).includes("I no longer send you"));
});
