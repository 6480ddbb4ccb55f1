import { setTimeout as sleep } from "node:timers/promises";
import {
  type View,
  type ViewState,
  type World,
  placedElements,
  type PlacedElement,
  stateOf,
  chosenState,
  elementNamed,
  type SeenMessage,
  blocksOf,
  seenMessages,
} from "@quartermaster/local-slack/person";
import { call, program } from "../support/program.ts";
import { amount } from "../support/soak.ts";
import { until } from "../support/until.ts";
import { type AlertPoster, alertPoster } from "./alert-post.ts";
import { type Team, type TeamWithPrograms, readFrom, tell } from "./two-teams.ts";
import { actionIds } from "../../src/features/alerts/message/status.ts";

/** The number of operations of each kind in a workspace. */
const operations = {
  alerts: amount({ usual: 240, soak: 4_095 }),
  commands: amount({ usual: 80, soak: 300 }),
  clicks: amount({ usual: 40, soak: 200 }),
  acknowledgements: amount({ usual: 30, soak: 60 }),
  programs: amount({ usual: 40, soak: 200 }),
  questions: amount({ usual: 20, soak: 100 }),
  forms: amount({ usual: 5, soak: 15 }),
};

const words = ["services", "backups", "help", "presets", "hook list", "alerts", "budget list", "help costs"];
/** These draw and upload pictures, which is slow. */
const costsEvery = 40;
const alertNames = 12;
const formReads = 100;
const formPresses = 4;
const formReadsApartMs = 100;

/** Does the work of a workspace's people and sender at once. */
export async function operate(team: TeamWithPrograms): Promise<void> {
  const [ada, sam, noor] = team.slack.users.map(({ id }) => id);
  if (!ada || !sam || !noor) throw new Error("There are too few people.");
  const poster = alertPoster(() => new URL(team.hook.url).origin);
  try {
    // The buttons under incidents exist before anyone clicks them.
    await many(alertNames, 4, (index) => alert(team, poster, index));
    const buttons = await incidentButtons(team, sam);
    await Promise.all([
      many(operations.alerts - alertNames, 4, (index) => alert(team, poster, alertNames + index)),
      many(operations.commands, 4, (index) => command(team, ada, index)),
      clicks(team, sam),
      many(operations.acknowledgements, 1, (index) => acknowledge(team, sam, buttons, index)),
      programs(team),
      many(operations.questions, 1, (index) => question(team, index)),
      many(operations.forms, 1, (index) => form(team, noor, index)),
    ]);
  } finally {
    poster.close();
  }
}

/** Does so many, some at the same time. */
async function many(count: number, atOnce: number, run: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The unique name of a team's alert. */
function alertName({ slack }: Team, index: number): string {
  return `${slack.teamId} alert ${index % alertNames}`;
}

function alert(team: Team, poster: AlertPoster, index: number): Promise<unknown> {
  const state = index >= alertNames && index % 7 === 6 ? "OK" : "ALERT";
  const endsAtMs = Date.now() + index * 1_000;
  return poster.post(team.hook, { alertName: alertName(team, index), group: "all", state, endsAtMs });
}

function command({ slack }: Team, user: string, index: number): Promise<unknown> {
  const [channel] = slack.channels;
  const text = index % costsEvery === 0 ? "costs last 7 days" : words[index % words.length];
  return tell(slack, "send", { user, channel: channel?.id, text: `/db ${text}` });
}

/** Buttons of App Home that run commands. Their answers go to direct messages. */
async function clicks({ slack }: Team, user: string): Promise<void> {
  let viewId = "";
  let buttons: PlacedElement[] = [];
  await until(async () => {
    await tell(slack, "home", { user });
    await sleep(1_000);
    const { home } = await worldOf(slack.url, user);
    viewId = home?.id ?? "";
    buttons = placedElements(home?.blocks ?? []).filter(({ actionId }) =>
      /^run:(?:help|\{"call":"(?:backups|presets|services)_(?!create))/.test(actionId),
    );
    return buttons.length > 0;
  });
  await many(operations.clicks, 2, async (index) => {
    const button = buttons[index % buttons.length];
    if (button) await click(slack, user, { viewId }, button);
  });
}

interface IncidentButton {
  message: SeenMessage;
  button: PlacedElement;
}

/** Buttons under incidents, once there are some. */
async function incidentButtons({ slack }: Team, user: string): Promise<IncidentButton[]> {
  let buttons: IncidentButton[] = [];
  await until(async () => {
    buttons = seenMessages(await worldOf(slack.url, user), "alerts").flatMap((message) =>
      placedElements(blocksOf(message))
        .filter(({ actionId }) => actionId === actionIds.details || actionId === actionIds.acknowledge)
        .map((button) => ({ message, button })),
    );
    return buttons.length > 0;
  });
  return buttons;
}

async function acknowledge(
  { slack }: Team,
  user: string,
  buttons: readonly IncidentButton[],
  index: number,
): Promise<void> {
  const { message, button } = buttons[index % buttons.length] ?? {};
  if (message && button) await click(slack, user, { channel: message.channel, ts: message.ts }, button);
}

/** Asks what only a model can read. Each person has one question at a time. */
function question({ slack }: Team, index: number): Promise<unknown> {
  const user = slack.users[index % slack.users.length]?.id;
  const text = `/db good morning from ${slack.teamId}, dear machine ${index}`;
  return tell(slack, "send", { user, channel: slack.channels[0]?.id, text });
}

/** What programs call, one after the other. The changes wait for a person who never decides. */
const tools = [
  ["services_list", {}],
  ["costs_show", { range: "last 7 days" }],
  ["connections_list", {}],
  ["backups_overview", {}],
  ["audit_read", {}],
  ["propose_command", { line: "alerts hooks pause alerts" }],
] as const;

/** A program of the workspace calls tools. Fails if an answer has something of another workspace. */
async function programs({ slack, programs: { appUrl, token } }: TeamWithPrograms): Promise<void> {
  await using client = await program(appUrl, token, "2026");
  await many(operations.programs, 2, async (index) => {
    const [name, given] = tools[index % tools.length] ?? tools[0];
    const { text } = await call(client, name, given);
    const foreign = /\bT0[A-Z0-9]{8}\b/g;
    for (const [id] of text.matchAll(foreign))
      if (id !== slack.teamId) throw new Error(`${name} answered ${slack.teamId} with ${id}.`);
  });
}

/** Returns any outcome, because a message may have been redrawn in the meantime. */
function click(
  slack: Team["slack"],
  user: string,
  container: object,
  { blockId, actionId, type }: PlacedElement,
): Promise<unknown> {
  return tell(slack, "action", { user, container, blockId, actionId, action: stateOf(type, null) });
}

/** Opens the form that creates a service, clicks Create on its first screen, and closes it. */
async function form({ slack }: Team, user: string, index: number): Promise<void> {
  const channel = slack.channels.at(-1)?.id;
  await tell(slack, "send", { user, channel, text: "/db create" });
  let view = await openedForm(slack.url, user);
  if (!view) return;
  for (let press = 0; press < formPresses; press += 1) {
    await tell(slack, "submit", {
      user,
      viewId: view.id,
      state: { values: filledIn(view, `orders ${index}`) },
    });
    const next: View | undefined = (await worldOf(slack.url, user)).modals.at(-1);
    // Prices that arrive during the press make its person look again.
    if (!next || !JSON.stringify(next.blocks).includes("then press again")) break;
    view = next;
  }
  await tell(slack, "close", { user, viewId: view.id, cleared: true });
}

function filledIn({ blocks }: View, name: string): ViewState["values"] {
  const answers = [
    ["name", name],
    ["region", "eu-west-1"],
  ] as const;
  const states = answers.map(([field, value]) => {
    const placed = elementNamed(blocks, field);
    return [placed.blockId, { [placed.actionId]: chosenState(placed, value) }] as const;
  });
  return Object.fromEntries(states);
}

/** Undefined if it does not open soon. On an overloaded machine, Slack's three seconds may be over. */
async function openedForm(url: string, user: string): Promise<View | undefined> {
  for (let attempt = 0; attempt < formReads; attempt += 1) {
    const view = (await worldOf(url, user)).modals.at(-1);
    if (view?.submit !== undefined) return view;
    await sleep(formReadsApartMs);
  }
  return undefined;
}

async function worldOf(url: string, user: string): Promise<World> {
  // As in the driver of one person, the server is built from the same protocol.ts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await readFrom(`${url}/page/world?user=${user}`)) as World;
}
