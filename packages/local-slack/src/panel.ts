/** Buttons beside the workspace that do something outside of it, for demos. */
export interface Panel {
  title: string;
  buttons: PanelButton[];
}

interface PanelButton {
  label: string;
  /** What a click does, in a sentence. */
  hint: string;
  /** Posted one after another, as JSON. */
  requests: { url: string; body: object }[];
}

/** Clicks a button by its label. Returns the problem if there is one. */
export async function clickPanelButton(panel: Panel | undefined, label: string): Promise<string | undefined> {
  const button = panel?.buttons.find((candidate) => candidate.label === label);
  if (!button) return "There is no such button.";
  for (const { url, body } of button.requests) {
    const problem = await postJson(url, body);
    if (problem) return problem;
  }
  return undefined;
}

async function postJson(url: string, body: object): Promise<string | undefined> {
  try {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.ok ? undefined : `It was refused: ${await answer.text()}`;
  } catch {
    // The server is gone.
    return "It is not there any more. Look at the terminal it ran in.";
  }
}
