export { default } from "../../test/packages.config.ts";
