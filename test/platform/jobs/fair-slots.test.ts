import { expect, test } from "vitest";
import { fairSlots } from "../../../src/platform/jobs/fair-slots.ts";

/** Slots, and who got one, in order. */
function shared(all: number, share: number) {
  const slots = fairSlots(all, share);
  const inside: string[] = [];
  return {
    inside,
    enter: async (owners: string): Promise<void> => {
      for (const owner of owners) void Promise.resolve(slots.enter(owner)).then(() => inside.push(owner));
      await new Promise(setImmediate);
    },
    leave: async (owner: string): Promise<void> => {
      slots.leave(owner);
      await new Promise(setImmediate);
    },
  };
}

test("an owner alone gets half of all slots", async () => {
  const { inside, enter } = shared(8, 2);
  await enter("aaaaaaaa");
  expect(inside.join("")).toBe("aaaa");
});

test("another owner gets its share while the first one has half of all slots", async () => {
  const { inside, enter } = shared(8, 2);
  await enter("aaaaaaaabbb");
  expect(inside.join("")).toBe("aaaabb");
});

test("owners who wait get the next free slots in turn", async () => {
  const { inside, enter, leave } = shared(2, 1);
  await enter("abaabb");
  expect(inside.join("")).toBe("ab");
  await leave("a");
  await leave("b");
  await leave("a");
  await leave("b");
  expect(inside.join("")).toBe("ababab");
});

test("no slot is lost when owners come and go", async () => {
  const { inside, enter, leave } = shared(4, 1);
  await enter("abcdefgh");
  for (const owner of "abcdefgh") await leave(owner);
  expect(inside.toSorted().join("")).toBe("abcdefgh");
  await enter("wxyz");
  expect(inside).toHaveLength(12);
});
