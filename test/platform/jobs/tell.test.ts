import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../src/app/store.ts";
import { clockOf } from "../../../src/lib/clock.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { actions, button } from "../../../src/platform/blocks/button.ts";
import { type Reply, reply } from "../../../src/platform/blocks/reply.ts";
import { section } from "../../../src/platform/blocks/text.ts";
import { tellAlone, tellChannel, tellDirectly } from "../../../src/platform/jobs/tell.ts";
import { peopleOf } from "../../support/people.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

const gone = new Set<string>();
const posted: { to: string; said: Reply }[] = [];
beforeEach(() => {
  gone.clear();
  posted.length = 0;
});

const now = () => new Date("2026-11-28T10:00:00Z");

function context() {
  const { posts, grants } = createStore(redis.client).workspace("T1");
  const post = async (to: string, said: Reply) => {
    if (gone.has(to) && !to.startsWith("U")) throw new AppError("forbidden", "The channel is archived.");
    // Slack still takes what is posted to people who have left.
    posted.push({ to, said });
    return { channelId: to, ts: `${posted.length}.0` };
  };
  const whisper = async (to: string, userId: string, said: Reply) => {
    await post(to, said);
    posted.splice(-1, 1, { to: `${userId} in ${to}`, said });
  };
  return {
    messenger: {
      post,
      whisper,
      findMarked: async () => undefined,
      people: peopleOf({ admins: ["UADMIN"], gone }),
    },
    posts,
    grants,
    now,
    moment: clockOf(now),
    log: pino({ level: "silent" }),
  };
}

const said = reply("It was stopped.", [
  section("It was stopped."),
  actions([button({ text: "Mine", actionId: "mine", value: "" })]),
]);
const notice = (key: string) => ({ key, userId: "UADA", channelId: "C1", reply: said });
const where = () => posted.map(({ to }) => to);
const buttons = () => posted.map((each) => each.said.blocks.some(({ type }) => type === "actions"));

test("a channel, or else the person, or else admins hear it, each once", async () => {
  expect(await tellChannel(notice("a"), context())).toBe(true);
  expect(await tellChannel(notice("a"), context())).toBe(true);
  expect(where()).toEqual(["C1"]);
  gone.add("C1");
  expect(await tellChannel(notice("b"), context())).toBe(true);
  gone.add("UADA");
  expect(await tellChannel(notice("c"), context())).toBe(true);
  expect(await tellChannel(notice("c"), context())).toBe(true);
  expect(where()).toEqual(["C1", "UADA", "UADMIN"]);
  expect(posted.at(-1)?.said.text).toContain("I can't reach <@UADA> or <#C1>");
  gone.add("UADMIN");
  expect(await tellChannel(notice("d"), context())).toBe(false);
});

test("its person alone hears how it went, where they asked or directly, and if they left to admins without their buttons", async () => {
  expect(await tellAlone(notice("a"), context())).toBe(true);
  gone.add("C1");
  expect(await tellAlone(notice("b"), context())).toBe(true);
  gone.add("UADA");
  expect(await tellAlone(notice("c"), context())).toBe(true);
  expect(where()).toEqual(["UADA in C1", "UADA", "UADMIN"]);
  expect(buttons()).toEqual([true, true, false]);
  gone.add("UADMIN");
  expect(await tellAlone(notice("d"), context())).toBe(false);
});

test("a question goes to its person, and if they left admins read it without the buttons", async () => {
  expect(await tellDirectly(notice("a"), context())).toEqual({ channelId: "UADA", ts: "1.0" });
  gone.add("UADA");
  expect(await tellDirectly(notice("b"), context())).toBeUndefined();
  expect(await tellDirectly({ ...notice("c"), userId: "" }, context())).toBeUndefined();
  expect(where()).toEqual(["UADA", "UADMIN", "UADMIN"]);
  expect(buttons()).toEqual([true, false, false]);
});
