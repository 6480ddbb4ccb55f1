/** What Slack shows when the app did not answer in time, or not well. */
export const troubleText = "We had some trouble connecting. Try again?";

/** The outcome of an act that the app did not acknowledge. */
export const troubleConnecting = { ok: false, message: troubleText } as const;

/** The outcome of an act in something that is no longer there. */
export const gone = { ok: false, message: "This is no longer there." } as const;
