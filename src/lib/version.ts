import packageJson from "../../package.json" with { type: "json" };

/** The app's version, as package.json says it. */
export const appVersion = packageJson.version;
