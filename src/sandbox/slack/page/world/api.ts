import type {
  ActionRequest,
  CloseRequest,
  ComposeRequest,
  OptionsRequest,
  Outcome,
  PressRequest,
  SendRequest,
  SettingsRequest,
  StepRequest,
  StepStart,
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

/** Reads the whole world as `user` sees it; without one the server chooses the person. */
export async function readWorld(user: string | undefined): Promise<World> {
  const response = await fetch(user ? `/page/world?user=${encodeURIComponent(user)}` : "/page/world");
  // The server is built from the same protocol.ts as this page.
  const answer: World | { message: string } = await response.json();
  if ("message" in answer) throw new Error(answer.message);
  return answer;
}

/** Sends a message or a slash command. */
export const send = (request: SendRequest) => post<Outcome>("/page/send", request);

/** Tells what stands in a composer, for the links in it. */
export const compose = (request: ComposeRequest) => post<Outcome>("/page/compose", request);

/** Tells the app that an interactive element was used. */
export const act = (request: ActionRequest) => post<Outcome>("/page/action", request);

/** Asks the app for the choices of an external select. */
export const askOptions = (request: OptionsRequest) => post<OptionsAnswer>("/page/options", request);

/** Submits a modal. */
export const submit = (request: SubmitRequest) => post<SubmitOutcome>("/page/submit", request);

/** Closes a modal, or all of them. */
export const close = (request: CloseRequest) => post<Outcome>("/page/close", request);

/** Runs a step of the app's as a workflow does. */
export const runStep = (request: StepRequest) => post<StepStart>("/page/step", request);

/** Changes how the local Slack behaves, for everybody. */
export const changeSettings = (settings: SettingsRequest) => post<Outcome>("/page/settings", settings);

/** Presses a button of the demo's. */
export const pressPanel = (request: PressRequest) => post<Outcome>("/page/press", request);

/** Tells the app that the person looks at its Home tab. */
export const openHome = (user: string) => post<Outcome>("/page/home", { user });

/** A server that is away is an outcome like any other: the person reads it where the act was. */
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
