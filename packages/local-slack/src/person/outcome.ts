/** Slack's message if the app did not respond in time, or not correctly. */
export const troubleText = "We had some trouble connecting. Try again?";

/** The outcome of an action that the app did not acknowledge. */
export const troubleConnecting = { ok: false, message: troubleText } as const;

/** The outcome of an action in a view or message that no longer exists. */
export const gone = { ok: false, message: "This is no longer there." } as const;
