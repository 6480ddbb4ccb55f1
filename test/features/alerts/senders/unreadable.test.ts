import { describe, expect, it } from "vitest";
import { readOne } from "./bodies.ts";

describe("an unreadable delivery", () => {
  it.each([
    ["", "is empty"],
    [" \n", "is empty"],
    ["disk full", "isn't JSON"],
    ['"disk full"', "isn't JSON"],
    ['{"title": "Disk"', "isn't JSON"],
    ['{"title": "Disk" "state": 1, "a": }', "isn't JSON"],
    ["payload=%7B", "isn't JSON"],
    ["null", "has no title"],
    ["7", "has no title"],
    ["{}", "has no title"],
    ["[]", "has no title"],
    ["[1,[2]]", "has no title"],
    ['{"text":" \\u0007 "}', "has no title"],
    ['{"alerts":[]}', "has no title"],
    [`${"[".repeat(33)}${"]".repeat(33)}`, "is nested too deep"],
    ["[".repeat(200_000), "is nested too deep"],
    [`[${"1,".repeat(5_000)}1]`, "holds too many alerts"],
  ])("is kept as raw text: %j", (text, reason) => {
    expect(readOne(text)).toEqual({
      sender: "unreadable",
      key: expect.stringMatching(/^unreadable:[\da-f]{64}$/),
      title: `A delivery that ${reason}`,
      alertName: "Unreadable delivery",
      body: text,
      state: "unclear",
      isUnreadable: true,
    });
  });

  it("has the same key if only its digits differ", () => {
    expect(readOne("job 17 failed at 10:00").key).toBe(readOne("job 4 failed at 9:30").key);
    expect(readOne("job 17 failed").key).not.toBe(readOne("job 17 ended").key);
  });

  it("may be any bytes", () => {
    expect(readOne(Buffer.from([0xff, 0xfe, 0x00, 0x7b]))).toMatchObject({ isUnreadable: true });
  });

  it("is a list of 5,000 for its items, and a longer one for its length", () => {
    expect(readOne(`[${"1,".repeat(4_999)}1]`).title).toBe("A delivery that has no title");
    expect(readOne(`[${"1,".repeat(5_000)}1]`).title).toBe("A delivery that holds too many alerts");
  });

  it("is not a body at the limit of nesting, nor one with brackets in a text", () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
    expect(readOne({ title: "Disk", a: deep(31) }).title).toBe("Disk");
    expect(readOne({ title: `Disk ${"[".repeat(50)}"\\`, a: 1 }).title).toBe(`Disk ${"[".repeat(50)}"\\`);
  });
});
