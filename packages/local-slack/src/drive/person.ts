import { isDeepStrictEqual } from "node:util";
import { gone } from "../person/outcome.ts";
import { stateOf } from "../state-fields.ts";
import type { JsonObject } from "../json.ts";
import type {
  Container,
  Outcome,
  StepOutcome,
  StepStart,
  SubmitOutcome,
  View,
  ViewState,
  WorkingThread,
  World,
} from "../protocol.ts";
import { chosenState, elementNamed, offeredOptions } from "./element.ts";
import {
  blocksOf,
  channelNamed,
  fits,
  seenMessages,
  type MessageMatch,
  type SeenMessage,
} from "./message.ts";
import { worldStream } from "./world-stream.ts";

const mostTries = 10;

/** A person in the local Slack, driven over the page's protocol without a browser. Channels have names or ids. */
export interface SlackPerson extends AsyncDisposable {
  readonly id: string;
  world(): Promise<World>;
  /** Types into a channel's composer. Resolves when the app has acknowledged, or failed to. */
  say(channel: string, text: string, thread?: { threadTs: string }): Promise<Outcome>;
  /** The same for a slash command, say `command("databases", "/app help")`. */
  command(channel: string, text: string): Promise<Outcome>;
  messages(channel: string): Promise<SeenMessage[]>;
  /** The newest matching message, as soon as there is one. */
  waitForMessage(channel: string, match: MessageMatch): Promise<SeenMessage>;
  /** The modal on top, if one is open. */
  modal(): Promise<View | undefined>;
  waitForModal(match?: (view: View) => boolean): Promise<View>;
  waitForNoModal(): Promise<void>;
  /** Types or chooses in the modal on top, by action_id or label. Sends the action if the element dispatches one. */
  fill(name: string, value: string | string[] | null): Promise<void>;
  submit(): Promise<SubmitOutcome>;
  /** Closes the modal on top, or all of them. With `lost` the app is not notified, as without a connection. */
  close(how?: { cleared: boolean; lost?: boolean }): Promise<Outcome>;
  /** Clicks a button, or chooses in a select or overflow, of a message or view. */
  click(place: SeenMessage | View, actionId: string, choice?: string): Promise<Outcome>;
  /** The options of an external select in the modal on top, for a typed text. */
  options(name: string, typed: string): Promise<JsonObject[]>;
  /** Runs one of the app's custom steps like a workflow. Returns the execution's id. */
  runStep(callbackId: string, inputs: JsonObject): Promise<string>;
  /** The outcome of a step's run. Undefined while the app works on it. */
  stepOutcome(executionId: string): Promise<StepOutcome | undefined>;
  waitForStep(executionId: string): Promise<StepOutcome>;
  /** Chooses one of the app's shortcuts in a message's menu, by its name. */
  shortcut(message: SeenMessage, name: string): Promise<Outcome>;
  /** Clicks the stop button while the app works in a thread of a channel. */
  stop(channel: string, threadTs: string): Promise<Outcome>;
  /** The thread of a channel in which the app works. */
  waitForWork(channel: string): Promise<WorkingThread>;
  /** Opens the app's Home tab. */
  home(): Promise<Outcome>;
  waitForHome(match?: (view: View) => boolean): Promise<View>;
  leave(): Promise<void>;
}

interface Options {
  /** True for the modals that the app shows while it loads: no one waits for these. */
  isLoading?: (view: View) => boolean;
}

/** Acts as this person, by id or name, until `leave`. */
export function person(
  slack: { url: string; users: { id: string; name: string }[] },
  user: string,
  { isLoading = () => false }: Options = {},
): SlackPerson {
  const id = slack.users.find((candidate) => candidate.id === user || candidate.name === user)?.id;
  if (!id) throw new Error(`There is no person "${user}".`);
  const stream = worldStream(slack.url, id);
  const typed = new Map<string, ViewState["values"]>();

  async function post<Answer>(path: string, request: object): Promise<Answer> {
    const body = JSON.stringify({ user: id, ...request });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${slack.url}/page/${path}`, { method: "POST", headers, body });
    // The server is built from the same protocol.ts as this driver.
    stream.notBefore(Number(response.headers.get("x-world-version")));
    const answer: Answer = await response.json();
    return answer;
  }

  async function world(): Promise<World> {
    const response = await fetch(`${slack.url}/page/world?user=${id}`);
    const world: World = await response.json();
    return world;
  }

  async function topModal(): Promise<View> {
    const view = (await world()).modals.at(-1);
    if (!view) throw new Error("No modal is open.");
    return view;
  }

  async function say(channel: string, text: string, thread?: { threadTs: string }): Promise<Outcome> {
    return post("send", { channel: channelNamed(await world(), channel).id, text, ...thread });
  }

  async function suggested(
    view: View,
    { blockId, actionId }: { blockId: string; actionId: string },
    value: string,
  ): Promise<JsonObject[]> {
    const answer = await post<JsonObject>("options", {
      container: { viewId: view.id },
      blockId,
      actionId,
      value,
    });
    return offeredOptions(answer);
  }

  async function verb(
    place: SeenMessage | View,
    blockId: string,
    actionId: string,
    action: JsonObject,
  ): Promise<Outcome> {
    const state = "hash" in place ? { state: { values: typed.get(place.id) ?? {} } } : {};
    return post("action", { container: containerOf(place), blockId, actionId, action, ...state });
  }

  return {
    id,
    world,
    say,
    command: say,
    messages: async (channel) => seenMessages(await world(), channel),
    waitForMessage: (channel, match) =>
      stream.until(
        (world) => seenMessages(world, channel).findLast((message) => fits(message, match)),
        `a message in ${channel} like ${String(match)}`,
      ),
    modal: async () => (await world()).modals.at(-1),
    waitForModal: (match = () => true) =>
      stream.until(
        ({ modals }) => modals.slice(-1).find((view) => !isLoading(view) && match(view)),
        `a modal like ${String(match)}`,
      ),
    waitForNoModal: async () =>
      void (await stream.until(({ modals }) => modals.length === 0 || undefined, "no modal")),
    async fill(name, value) {
      // A redraw may replace the input meanwhile. Then its person chooses again.
      for (let tries = 1; tries <= mostTries; tries += 1) {
        const view = await topModal();
        const placed = elementNamed(view.blocks, name);
        const { blockId, actionId, type, block } = placed;
        const isExternal = type === "external_select" && typeof value === "string";
        const state = chosenState(
          placed,
          value,
          isExternal ? await suggested(view, placed, value) : undefined,
        );
        typed.set(view.id, withState(typed.get(view.id) ?? {}, blockId, actionId, state));
        if (block.type === "input" && block.dispatch_action !== true) return;
        if (!isDeepStrictEqual(await verb(view, blockId, actionId, state), gone)) return;
      }
      throw new Error(`The input ${name} was replaced at each of ${mostTries} tries.`);
    },
    async submit() {
      const view = await topModal();
      return post("submit", { viewId: view.id, state: { values: typed.get(view.id) ?? {} } });
    },
    close: async (how = { cleared: false }) => post("close", { viewId: (await topModal()).id, ...how }),
    async click(place, name, choice) {
      const placed = elementNamed(blocksOf(place), name);
      const { blockId, actionId, type } = placed;
      return verb(
        place,
        blockId,
        actionId,
        choice === undefined ? stateOf(type, null) : chosenState(placed, choice),
      );
    },
    async options(name, value) {
      const view = await topModal();
      return suggested(view, elementNamed(view.blocks, name), value);
    },
    async runStep(callbackId, inputs) {
      const start = await post<StepStart>("step", { callbackId, inputs });
      if (!start.ok) throw new Error(`${start.message} ${JSON.stringify(start.errors ?? {})}`);
      return start.executionId;
    },
    stepOutcome: async (executionId) => outcomeOf(await world(), executionId),
    waitForStep: (executionId) =>
      stream.until((world) => outcomeOf(world, executionId), `the outcome of step ${executionId}`),
    async shortcut({ channel, ts }, name) {
      const { shortcuts } = await world();
      const { callbackId = "" } = shortcuts.find((shortcut) => shortcut.name === name) ?? {};
      return post("shortcut", { channel, ts, callbackId });
    },
    stop: async (channel, threadTs) =>
      post("stop", { channel: channelNamed(await world(), channel).id, threadTs }),
    waitForWork: (channel) =>
      stream.until(
        (world) => world.working.find((thread) => thread.channel === channelNamed(world, channel).id),
        `work in ${channel}`,
      ),
    home: () => post("home", {}),
    waitForHome: (match = () => true) =>
      stream.until(({ home }) => (home && match(home) ? home : undefined), `a Home like ${String(match)}`),
    leave: () => stream.close(),
    [Symbol.asyncDispose]: () => stream.close(),
  };
}

function outcomeOf({ stepRuns }: World, executionId: string): StepOutcome | undefined {
  return stepRuns.find((run) => run.executionId === executionId)?.outcome;
}

function containerOf(place: SeenMessage | View): Container {
  return "hash" in place ? { viewId: place.id } : { channel: place.channel, ts: place.ts };
}

function withState(
  values: ViewState["values"],
  blockId: string,
  actionId: string,
  state: JsonObject,
): ViewState["values"] {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: state } };
}
