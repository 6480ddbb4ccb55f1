import { expect, test } from "vitest";
import { memoize } from "../../../src/lib/cache.ts";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ startsAt: "2026-11-18T12:00:00Z", operators: ["Sam Rivera"] });
const answer = (command: string, expected: string | RegExp) =>
  answerTo(environment.ada, `/db ${command}`, expected);

/** Two services and a hook. */
const ready = memoize(async () => {
  for (const [index, service] of environment.organization.services.slice(0, 2).entries())
    await answer(`services add ${service.id} watched ${index + 1}`, "Added ");
  await answer("alerts hooks create #alerts", "alerts");
});

const hook = "alerts hooks";

test.each([
  {
    list: "costs budget list",
    set: ["daily", "weekly", "monthly"].map((every) => `costs budget set 100 ${every}`),
    // A post about a budget has its amount too.
    said: "Set a ",
    remove: "costs budget remove",
    removed: "Removed the",
    left: /1 budget\*.*\*1\.\* Monthly/s,
  },
  {
    list: "costs schedule list",
    set: ["daily", "weekly", "monthly"].map((every) => `costs schedule ${every} #databases`),
    said: "Next",
    remove: "costs schedule stop",
    removed: "Stopped",
    left: /1 .*report\*.*\*1\.\* Every month/s,
  },
  {
    list: "backups watch list",
    set: ["1 #databases", "2 #databases", "1 #alerts"].map(
      (which) => `backups watch watched ${which} max-age 30h`,
    ),
    said: "Watching",
    remove: "backups watch stop",
    removed: "Stopped watching",
    left: /\n1\. .*watched 1\*/s,
  },
  {
    list: `${hook} rules alerts`,
    set: ["one", "two", "three"].map((title) => `${hook} rules alerts add title "${title}" mute`),
    said: "Rule",
    remove: `${hook} rules alerts remove`,
    removed: "emoved",
    left: /1 rule.*\*1\.\*.*three/s,
  },
  {
    list: `${hook} maintenance alerts`,
    set: ["Fri", "Sat", "Sun"].map((day) => `${hook} maintenance alerts ${day} 02:00-04:00 weekly UTC`),
    said: "maintenance",
    remove: `${hook} maintenance alerts off`,
    removed: "Removed 1 maintenance window",
    left: /1 maintenance window\*.*\n1\. Every week on Sunday/s,
  },
])(
  "a number of `/db $list` stays with what its reader saw, though others go",
  async ({ list, set, said, remove, removed, left }) => {
    await ready("");
    for (const each of set) await answer(each, said);
    await answer(list, /3 (?:budgets|cost reports|backup watches|rules|maintenance windows)\b/);
    await answer(`${remove} 1`, removed);
    await answer(`${remove} 2`, removed);
    expect(shownText(await answer(list, left))).not.toMatch(/\b2\. /);
    // It is gone for who saw the list before.
    await answer(
      `${remove} 3`,
      /can't find|was removed already|was stopped already|has no maintenance window|changed the rules/,
    );
    await answer(`${remove} 1`, removed);
  },
);

test("who was shown no list counts in the present one", async () => {
  await using sam = person(environment.slack, "Sam Rivera");
  for (const every of ["daily", "weekly"])
    await answer(`costs budget set 50 ${every}`, `Set a ${every} budget`);
  await answer("costs budget list", "*2 budgets*");
  await answer("costs budget remove 1", "Removed the daily");
  const removed = await answerTo(sam, "/db costs budget remove 1", "Removed");
  expect(shownText(removed)).toContain("Removed the weekly budget");
});
