import { defineConfig, mergeConfig } from "vitest/config";
import whole from "../vitest.config.ts";

/** The tests of one of the packages: those in its folder. */
export default mergeConfig(whole, defineConfig({ test: { include: ["test/**/*.test.ts"] } }));
