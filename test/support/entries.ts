import { entry, none } from "../../src/platform/commands/entry.ts";

type Facts = Partial<Pick<Parameters<typeof entry>[0], "opens" | "shares">>;

const simple = { name: "test_entry", title: "A test", summary: "For tests.", args: none, words: () => [] };

/** An entry that reads, for commands of tests. */
export const reads = (facts: Facts = {}) => entry({ ...simple, effect: "read", ...facts });

/** An entry that changes something. */
export const changes = (facts: Facts = {}) => entry({ ...simple, effect: "change", ...facts });
