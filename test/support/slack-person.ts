import * as driven from "@quartermaster/local-slack/person";
import * as texts from "../../src/platform/slack/texts.ts";

export { type SeenMessage, shownText, type SlackPerson } from "@quartermaster/local-slack/person";

const loadingTitles = new Set([texts.opening, texts.working, texts.loading].map(({ title }) => title));

/** Acts as this person, by id or name, until `leave`. A loading view of the product isn't the awaited modal. */
export const person = (slack: Parameters<typeof driven.person>[0], user: string): driven.SlackPerson =>
  driven.person(slack, user, { isLoading: ({ title }) => loadingTitles.has(title ?? "") });
