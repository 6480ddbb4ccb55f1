import { defineConfig, mergeConfig } from "vitest/config";
import type { Plugin } from "vitest/config";
import whole from "../vitest.config.ts";

const publish = `import { channel as textChannel } from "node:diagnostics_channel";\n`;

/** Where messages, modals and errors are made, for the tests that look at them without the local Slack. */
const sources = [
  {
    file: "/src/platform/blocks/fit.ts",
    from: "): Message {\n",
    to: `): Message {\n  textChannel("texts").publish({ surface: "made", content: message });\n`,
  },
  {
    file: "/src/platform/blocks/view-blocks.ts",
    from: "): ModalView {\n",
    to: `): ModalView {\n  textChannel("texts").publish({ surface: "made", content: facts });\n`,
  },
  {
    file: "/src/lib/errors.ts",
    from: "    this.kind = kind;\n",
    to: `    this.kind = kind;\n    textChannel("texts").publish({ surface: "error", content: { text: message } });\n`,
  },
];

/** Publishes what these three make. Only \`npm run texts\` changes them so. */
const published: Plugin = {
  name: "published-texts",
  enforce: "pre",
  transform(code, id) {
    const source = sources.find(({ file }) => id.endsWith(file));
    if (source === undefined) return undefined;
    if (!code.includes(source.from)) throw new Error(`Expected ${source.from} in ${id}.`);
    return publish + code.replace(source.from, () => source.to);
  },
};

/** The tests, with every text that they produce written to the directory TEXTS_DIRECTORY. */
export default mergeConfig(
  whole,
  defineConfig({ plugins: [published], test: { setupFiles: ["test/texts/collect.ts"] } }),
);
