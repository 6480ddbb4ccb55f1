import { beforeEach, expect, test } from "vitest";
import * as texts from "../../../../../src/features/alerts/hooks/rules/texts.ts";
import type { Reply } from "../../../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../../../src/app/context.ts";
import type { AppError } from "../../../../../src/lib/errors.ts";
import type { HookRule } from "../../../../../src/features/alerts/hooks/record.ts";
import { createStore } from "../../../../../src/app/store.ts";
import { lineOfButton } from "../../../../support/pressed.ts";
import { answered } from "../fixture.ts";
import { hookWith } from "../../routing/given.ts";
import { useRedis } from "../../../../support/redis.ts";

const redis = useRedis();
const store = () => createStore(redis.client).workspace("T1");
const ada = { workspaceId: "T1", userId: "U1", channelId: "C1" };

async function rules(words: string, presence = "member"): Promise<Reply> {
  const { hooks, audit, conversations } = store();
  const parts = {
    hooks,
    audit,
    conversations,
    messenger: { presenceIn: async () => presence, timeZoneOf: async () => "Europe/Berlin" },
  };
  // Holds all that the command uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answered(`rules T1-a ${words}`, parts as unknown as AppContext, ada);
}

const kept = async (): Promise<HookRule[] | undefined> => (await store().hooks.find("T1-a"))?.rules;

/** The words behind the hook of all buttons with this text. */
function buttonsOf({ blocks }: Reply, text: string): string[] {
  return blocks
    .flatMap((block) => (block.type === "actions" ? block.elements : []))
    .flatMap((element) => (element.type === "button" && element.text.text === text ? [element] : []))
    .map((element) => lineOfButton(element.value).replace('alerts hooks rules "T1-a" ', ""));
}

beforeEach(async () => {
  await store().hooks.add(hookWith([]));
});

test("a hook without rules says how to add one", async () => {
  const { text } = await rules("");
  expect(text).toContain("*checkout* has no rules. Everything is posted in <#C1>.");
  expect(text).toContain("type for example `/db alerts hooks rules checkout add title");
});

test("a rule is added below the others and shown in words, with notes", async () => {
  const { text } = await rules(
    'add title "payments" severity error between 22:00 and 07:00 on mon-fri to <#C2> mention <!subteam^S1|@oncall>',
  );
  expect(text).toBe(
    [
      "Rule 1 of *checkout*: If the title contains “payments”, it's error or worse and it's between 22:00 and 07:00 (Europe/Berlin), Monday to Friday: post in <#C2> and mention <!subteam^S1>.",
      "It applies to new alerts. Europe/Berlin is your time zone in Slack. To change it, add another to the command.",
    ].join("\n"),
  );
  await rules("add mute");
  expect((await rules("add title “<!channel>” set severity info")).text).toContain(
    "Rule 3 of *checkout*: If the title contains “&lt;\u200b!channel&gt;”: post in the hook's own channel and set the severity to info.\nIt applies to new alerts. Rule 2 matches everything, so this one never decides. Move it up.",
  );
  expect(await kept()).toHaveLength(3);
  expect((await rules("add mute")).text).toContain("Rule 2 of *checkout*: Always: mute it.");
  expect(await kept()).toHaveLength(3);
});

test("a rule for a channel that refuses posts is refused, and one for a channel without the app has a note", async () => {
  await expect(rules("add to <#C2>", "none")).rejects.toThrow("I can't post in that channel");
  expect(await kept()).toEqual([]);
  expect((await rules("add to <#C2>", "guest")).text).toContain("I'm not in that channel.");
});

test("rules are listed in their order, and their buttons move and remove them", async () => {
  for (const title of ["a", "b", "c"]) await rules(`add title ${title} mute`);
  const list = await rules("");
  expect(list.text).toContain(
    "*3 rules* of *checkout*. The first that fits decides. Everything else is posted in <#C1>.",
  );
  expect(list.text).toContain("*2.* If the title contains “b”: mute it.");
  const [up = ""] = buttonsOf(list, "Move up");
  const moved = await rules(up);
  expect((await kept())?.map(({ title }) => title)).toEqual(["b", "a", "c"]);
  expect(moved.text).toContain("*1.* If the title contains “b”: mute it.");

  await expect(rules(up)).rejects.toThrow(texts.changed);
  expect((await rules(buttonsOf(moved, "Remove")[2] ?? "")).text).toBe(
    "Removed from *checkout*: If the title contains “c”: mute it. It has 2 rules left.",
  );
  expect((await rules("remove 1")).text).toContain("It has 1 rule left.");
  expect((await kept())?.map(({ title }) => title)).toEqual(["a"]);
});

test("a long list has pages", async () => {
  await store().hooks.change("T1-a", (hook) => ({
    ...hook,
    rules: Array.from({ length: 12 }, (_, n) => ({ title: `t${n}` })),
  }));
  const first = await rules("");
  expect(first.text).toContain("*12 rules* of *checkout*, 1 to 10.");
  const last = await rules(buttonsOf(first, "More")[0] ?? "");
  expect(last.text).toContain("*12.* If the title contains “t11”: post in the hook's own channel.");
  expect(buttonsOf(last, "Earlier")).toEqual(["page 1"]);
});

test.each<[string, AppError["kind"], string]>([
  ["remove", "user", `${texts.whichRule("checkout", "remove")} ${texts.count(1, "checkout")}`],
  ["remove 2", "missing", `${texts.notFound("2")} ${texts.count(1, "checkout")}`],
  ["up 1", "user", texts.alreadyFirst],
  ["delete 1", "user", texts.usage("delete", "", "checkout")],
])("“%s” fails as %s", async (words, kind, message) => {
  await rules("add title a mute");
  await expect(rules(words)).rejects.toMatchObject({ kind, message });
});

test("a hook has at most as many rules as its record allows", async () => {
  await store().hooks.change("T1-a", (hook) => ({
    ...hook,
    rules: Array.from({ length: 50 }, (_, n) => ({ title: `t${n}` })),
  }));
  await expect(rules("add title more")).rejects.toThrow("A hook has at most 50 rules. Remove one first");
});
