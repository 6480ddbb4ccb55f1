import { valueOf } from "../../../src/platform/blocks/command-button.ts";
import { product } from "../../../src/app/features.ts";
import { pathOf } from "../../../src/platform/commands/command.ts";
import { expect, test } from "vitest";

function said(text: string): string {
  const reading = product.readCommand(text);
  return "reply" in reading ? reading.reply.text : `runs ${reading.name}`;
}

/** Why a line is refused, in words for its person. */
async function refusal(text: string): Promise<string> {
  const reading = product.readCommand(text);
  if ("reply" in reading) return reading.reply.text;
  return Promise.resolve(Reflect.apply(reading.run, undefined, [])).then(
    () => `runs ${reading.name}`,
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
}

/** The texts of a help's blocks. */
function shown(text: string): string {
  const reading = product.readCommand(text);
  if (!("reply" in reading)) throw new Error("This is not help.");
  return reading.reply.blocks
    .flatMap((block) => (block.type === "section" && block.text ? [block.text.text] : []))
    .join("\n");
}

test("help on a command shows each line in full", () => {
  for (const command of product.commands) {
    const topic = `help ${pathOf(command)}`;
    expect(shown(topic)).toBe(said(topic));
    expect(shown(topic)).toContain(`• \`${command.examples.at(-1)}\``);
    const isByItsWord = said(`help ${command.name}`) === said(topic);
    expect([topic, isByItsWord]).toEqual([topic, !command.onlyAsPart]);
  }
});

test("help has the forms that questions about dashboards and alerts name", () => {
  for (const [name, word] of [
    ["dashboards", "list"],
    ["alerts", "rules"],
  ]) {
    expect(shown(`help ${name}`)).toContain(`${word} [&lt;service&gt;]`);
    expect(said(`${name} list orders prod`)).toBe(`runs ${name}`);
  }
});

test("an empty command and help show six groups in at most 120 words, with buttons that run", () => {
  expect(said("help")).toBe(said(""));
  const groups = product.commands.flatMap(({ name, group }) => (group ? [{ name, ...group }] : []));
  expect(groups.map(({ name }) => name)).toEqual([
    "create",
    "backups",
    "costs",
    "alerts",
    "dashboards",
    "admin",
  ]);
  const labels = groups.flatMap(({ buttons }) => buttons.map(([label]) => label));
  const words = `${said("help")} ${labels.join(" ")} ${"How to ".repeat(groups.length)}`.split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(120);
  for (const { name, line, buttons } of groups) {
    expect(shown("help")).toContain(`/db ${name}`);
    expect(shown("help")).toContain(line);
    expect(line.split(" ").length).toBeLessThanOrEqual(8);
    for (const [, command] of buttons) expect(said(valueOf(command))).toMatch(/^runs /);
  }
});

test("help on a topic shows examples that are read as that command", () => {
  for (const command of product.commands) {
    for (const example of command.examples) {
      expect(said(`help ${pathOf(command)}`)).toContain(example);
      expect(said(example.replace("/db ", ""))).toBe(`runs ${command.name}`);
    }
  }
});

test("a command is read whatever its case and spaces", () => {
  expect(said("  SERVICES ")).toBe("runs services");
  expect(said("Backups   orders prod")).toBe("runs backups");
});

test("help on a mistyped command is help on that command", () => {
  expect(said("help cost")).toBe(said("help costs"));
  expect(said("help xyzzy")).toContain("I don't know `/db xyzzy`.");
});

test.each([
  ["services forget", "Which service? Try `/db services forget orders prod`."],
  [
    "services remove orders",
    "I don't know `/db services remove`. Use `services` alone, or add `show &lt;name&gt;`, `add`, `add all`, `add &lt;service id&gt; &lt;name&gt;`, `forget &lt;name&gt;` or `terraform`. Try `/db services show orders prod`.",
  ],
  [
    "services add 12 orders",
    "A service id is a uuid. The cloud's console shows it. Try `/db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod`.",
  ],
  [
    "services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 `*`",
    "A name can have letters, digits, spaces, dots, dashes and underscores. Try `/db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod`.",
  ],
])("bad arguments %s are answered with the problem and one correct example", async (text, answer) => {
  expect(await refusal(text)).toBe(answer);
});

test("a problem that names a correct line itself gets no other example", async () => {
  expect(await refusal("backups details orders")).toMatch(/^Add the .*`\/db backups details [^T]*`[^T]*$/);
});

test("an unknown command cannot mention anyone", () => {
  expect(said("<!channel>")).not.toContain("<!channel>");
});
