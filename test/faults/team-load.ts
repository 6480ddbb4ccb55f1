import { setTimeout as sleep } from "node:timers/promises";
import {
  type PlacedElement,
  placedElements,
  type Outcome,
  type World,
  stateOf,
  seenMessages,
  shownText,
} from "@quartermaster/local-slack/person";
import { until } from "../support/until.ts";
import { type Sending, hookSender } from "./hook-sender.ts";
import { type Team, readFrom, tell } from "./two-teams.ts";

/** The constant work of a workspace's people and senders, until it is stopped. */
export interface TeamLoad {
  /** The failures, in words. */
  readonly problems: readonly string[];
  /** The numbers of successes so far. */
  readonly done: Record<"commands" | "hooks" | "clicks" | "forms" | "alerts" | "signed", number>;
  /** The number of the last consecutive 401 responses of a hook's address. */
  refusedInARow(): number;
  /** Stops the people, because the app has left their Slack. Senders continue. */
  uninstalled(): Promise<void>;
  stop(): Promise<void>;
}

type OpenModal = World["modals"][number] | undefined;

// At the rate of busy people, so the others get their share.
const restMs = { command: 300, click: 600, form: 1_000, alert: 120 };
const readsApartMs = 250;
const hookEvery = 6;
const words = ["services", "backups", "presets", "hook list", "alerts"];
// A hook on a local address has a warning, and so may a service's backups.
const failure =
  /:warning:(?! Only the machine| \*Warning\*| \d+ failed since)|failed with the error|ENCRYPTION_KEYS/;

/** Starts it. Hooks are posted to at the replicas in rotation. */
export function startLoad({ slack, hook }: Team, address: (attempt: number) => string): TeamLoad {
  const [ada = "", sam = "", noor = ""] = slack.users.map(({ id }) => id);
  const channel = slack.channels.find(({ name }) => name !== "alerts");
  const problems: string[] = [];
  const done = { commands: 0, hooks: 0, clicks: 0, forms: 0, alerts: 0, signed: 0 };
  const sender = hookSender(address);
  const signing: Sending[] = [];
  let [isGone, isOver, refused] = [false, false, 0];

  async function again(
    kind: keyof typeof restMs,
    isEnd: () => boolean,
    verb: (attempt: number) => Promise<void>,
  ) {
    for (let attempt = 0; !isEnd(); attempt += 1) {
      try {
        await verb(attempt);
      } catch (error) {
        if (!isEnd()) problems.push(`${kind}: ${String(error)}`);
      }
      await sleep(restMs[kind]);
    }
  }

  /** The person's reply. A late reply to an earlier command may come first. */
  async function answered(user: string, text: string, expected = /./): Promise<string> {
    const seen = async () => seenMessages(await worldOf(slack.url, user), channel?.id ?? "");
    const before = (await seen()).length;
    await tell(slack, "send", { user, channel: channel?.id, text: `/db ${text}` });
    let answer = "";
    await until(async () => {
      await sleep(readsApartMs);
      answer = (await seen()).slice(before).map(shownText).join("\n");
      return expected.test(answer) || failure.test(answer) || isGone;
    });
    if (failure.test(answer)) throw new Error(`/db ${text}: ${answer}`);
    return answer;
  }

  async function command(attempt: number): Promise<void> {
    if (attempt % hookEvery > 0) await answered(ada, words[attempt % words.length] ?? "");
    else await makeHook(`signed-${attempt}`);
    done.commands += 1;
  }

  async function makeHook(name: string): Promise<void> {
    const answer = await answered(ada, `hook create #alerts ${name} signed`, /whsec_/);
    const [secret = ""] = /whsec_[A-Za-z0-9]+/.exec(answer) ?? [];
    const [, id = ""] = /\/hooks\/([\w-]+)/.exec(answer) ?? [];
    if (isGone) return;
    if (secret === "" || id === "") throw new Error(answer);
    signing.push({ id, secret, isSigned: true });
    done.hooks += 1;
  }

  async function click(attempt: number): Promise<void> {
    const { home } = await worldOf(slack.url, sam);
    const buttons = placedElements(home?.blocks ?? []).filter(({ actionId }) =>
      /^run:(?:help|\{"call":"(?:backups|presets|services)_(?!create))/.test(actionId),
    );
    const button = buttons[attempt % buttons.length];
    if (!home || !button) return void (await tell(slack, "home", { user: sam }));
    succeed(await tell(slack, "action", { user: sam, container: { viewId: home.id }, ...actionOf(button) }));
    done.clicks += 1;
  }

  /** A person's modal once it can be submitted, or after fifteen seconds. */
  async function formOf(user: string): Promise<OpenModal> {
    let view: OpenModal;
    for (let views = 0; views < 60 && view?.submit === undefined; views += 1) {
      if (isGone) return view;
      await sleep(readsApartMs);
      view = (await worldOf(slack.url, user)).modals.at(-1);
    }
    return view;
  }

  /** Opens the form that creates a service, submits it without a name, and closes it. */
  async function form(): Promise<void> {
    let view: OpenModal;
    // On a busy machine the answer may be that something takes too long. The person reads so, and asks again.
    for (let tries = 0; tries < 5 && view?.submit === undefined; tries += 1) {
      if (isGone) return;
      succeed(await tell(slack, "send", { user: noor, channel: channel?.id, text: "/db create" }));
      view = await formOf(noor);
    }
    if (isGone) return;
    if (view?.submit === undefined) throw new Error("No form opens.");
    await tell(slack, "submit", { user: noor, viewId: view.id, state: { values: {} } });
    succeed(await tell(slack, "close", { user: noor, viewId: view.id, cleared: true }));
    done.forms += 1;
  }

  async function alert(attempt: number): Promise<void> {
    const bearing = { id: hook.hook.id, secret: hook.secret, isSigned: false };
    // The oldest, the newest and those between in rotation, because different keys sealed them.
    const signedOne = attempt % 2 === 1 ? signing[(attempt >> 1) % signing.length] : undefined;
    const sending = signedOne ?? bearing;
    const { status, before } = await sender.post(sending, attempt >> 2, `alert ${attempt % 8}`);
    refused = status === 401 ? refused + 1 : 0;
    if (status === 202) done[signedOne ? "signed" : "alerts"] += 1;
    else if (status !== 401 || !isGone) throw new Error(`${status} after ${before.join()}`);
  }

  const [gone, over] = [() => isGone || isOver, () => isOver];
  const people = [again("command", gone, command), again("click", gone, click), again("form", gone, form)];
  const senders = again("alert", over, alert);
  return {
    problems,
    done,
    refusedInARow: () => refused,
    async uninstalled() {
      isGone = true;
      await Promise.all(people);
    },
    async stop() {
      isOver = true;
      await Promise.all([...people, senders]);
      sender.close();
    },
  };
}

function actionOf({ blockId, actionId, type }: PlacedElement): object {
  return { blockId, actionId, action: stateOf(type, null) };
}

function succeed(answer: unknown): void {
  // As in the driver of one person, the server is built from the same protocol.ts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const outcome = answer as Outcome;
  if (!outcome.ok) throw new Error(outcome.message);
}

async function worldOf(url: string, user: string): Promise<World> {
  // The same reason.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await readFrom(`${url}/page/world?user=${user}`)) as World;
}
