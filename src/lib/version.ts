import packageJson from "../../package.json" with { type: "json" };

/** The app's version, as package.json says it. */
export const appVersion = packageJson.version;

/** The oldest Node of each line that runs the app without known holes, as package.json declares it: "^24.22.3 || …". */
const declared = packageJson.engines.node;
const floors = declared.split("||").map((each) => numbersIn(each.trim().replace("^", "")));

/** True if a version of Node is in one of the declared lines, and not older than its floor. */
export function isAtFloor(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersIn(version);
  // A version before its release may lack what the release mends.
  if (!/^v?\d+\.\d+\.\d+$/.test(version.trim())) return false;
  return floors.some(
    ([line, leastMinor = 0, leastPatch = 0]) =>
      major === line && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch)),
  );
}

/** Says that a version of Node is below the floor, and what to do; nothing if it isn't. */
export function nodeTroubles(version: string): string[] {
  if (isAtFloor(version)) return [];
  const oldest = floors.map((numbers) => numbers.join(".")).join(" or ");
  return [`Node.js ${version} has known security holes. Upgrade to Node.js ${oldest}, or newer in its line.`];
}

function numbersIn(version: string): number[] {
  return version.trim().replace(/^v/, "").split(".").map(Number);
}
