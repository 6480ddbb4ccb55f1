import type {
  ActionRequest,
  CloseRequest,
  ComposeRequest,
  ObjectRequest,
  OptionsRequest,
  Outcome,
  PanelRequest,
  SendRequest,
  SettingsRequest,
  ShortcutRequest,
  StepRequest,
  StepStart,
  StopRequest,
  SubmitOutcome,
  SubmitRequest,
  World,
} from "../../protocol.ts";
import type { OptionData, OptionGroup } from "../blocks/block-kit.ts";

const unreachable = "The local Slack does not answer. Look at the terminal it runs in, then try again.";

/** The answer to an options request: Slack's own shape, flat or grouped. */
type OptionsAnswer =
  | { options?: OptionData[]; option_groups?: OptionGroup[] }
  | { ok: false; message: string };

/** Reads the whole world of `user`. By default the server chooses the person. */
export async function readWorld(user: string | undefined): Promise<World> {
  const response = await fetch(user ? `/page/world?user=${encodeURIComponent(user)}` : "/page/world");
  // The server is built from the same protocol.ts as this page.
  const answer: World | { message: string } = await response.json();
  if ("message" in answer) throw new Error(answer.message);
  return answer;
}

/** Sends a message or a slash command. */
export const send = (request: SendRequest) => post<Outcome>("/page/send", request);

/** Reports the text of a composer, for its links. */
export const compose = (request: ComposeRequest) => post<Outcome>("/page/compose", request);

/** Notifies the app of the use of an interactive element. */
export const sendAction = (request: ActionRequest) => post<Outcome>("/page/action", request);

/** Asks the app for the options of an external select. */
export const askOptions = (request: OptionsRequest) => post<OptionsAnswer>("/page/options", request);

/** Submits a modal. */
export const submit = (request: SubmitRequest) => post<SubmitOutcome>("/page/submit", request);

/** Closes a modal, or all of them. */
export const close = (request: CloseRequest) => post<Outcome>("/page/close", request);

/** Runs one of the app's steps like a workflow. */
export const runStep = (request: StepRequest) => post<StepStart>("/page/step", request);

/** Changes the local Slack's behaviour for everyone. */
export const changeSettings = (settings: SettingsRequest) => post<Outcome>("/page/settings", settings);

/** Clicks one of the demo's buttons. */
export const clickPanel = (request: PanelRequest) => post<Outcome>("/page/panel", request);

/** Chooses one of the app's shortcuts in a message's menu. */
export const runShortcut = (request: ShortcutRequest) => post<Outcome>("/page/shortcut", request);

/** Opens or refreshes the pane of a Work Object. */
export const openObject = (request: ObjectRequest) => post<Outcome>("/page/object", request);

/** Closes the pane. */
export const closeObject = (user: string) => post<Outcome>("/page/object/close", { user });

/** Clicks the stop button of a thread in which the app works. */
export const stop = (request: StopRequest) => post<Outcome>("/page/stop", request);

/** Notifies the app that the person opened its Messages tab. */
export const openMessages = (user: string) => post<Outcome>("/page/home", { user, tab: "messages" });

/** Notifies the app that the person opened its Home tab. */
export const openHome = (user: string) => post<Outcome>("/page/home", { user });

/** An unreachable server is an outcome too. The person reads it at the action. */
async function post<Answer>(path: string, body: unknown): Promise<Answer | { ok: false; message: string }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    // The server is built from the same protocol.ts as this page.
    const answer: Answer = await response.json();
    return answer;
  } catch {
    return { ok: false, message: unreachable };
  }
}
