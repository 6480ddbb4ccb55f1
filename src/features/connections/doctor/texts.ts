import { formatList, plural } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";

// What the doctor says, in mrkdwn. Names are escaped.

// The command and its tab of /db admin

export const summary = "Checks Slack, channels, hooks and connections, and says what to fix.";
export const details =
  "It changes nothing: it only reads from clouds, and no one sees the deliveries that it sends to hooks. In the operator's workspace it also checks what Quartermaster runs on.";
export const noWords = "`/db admin doctor` takes no words after it.";
export const checking = "Checking the set-up…";
export const aboutHealth =
  "Checks Slack, channels, hooks and connections, and says what to fix. It changes nothing.";
export const checkNow = "Check now";

// The answer

export const noProblems = "No problems found.";
export const problems = (count: number) => `*${plural(count, "problem")}* found.`;
export const toFix = ":warning: *To fix*";
export const off = "*Off*";
export const notChecked = "*Couldn't check*";
export const ok = "*OK*";

// Connections

export const areas = {
  connections: "Connections",
  model: "Model",
  machine: "Quartermaster itself",
  process: "This process",
  publicAddress: "Public address",
  https: "Public address, https",
  proxy: "Proxy",
  clock: "Clock",
  redis: "Redis",
  redisMemory: "Redis, memory",
  redisVersion: "Redis, version",
  redisPersistence: "Redis, persistence",
  redisFull: "Redis, full memory",
  waiting: "Work that waits",
  failing: "Work that fails",
  versions: "Versions",
} as const;
export const connectionArea = (name: string) => `Connection ${code(name)}`;
export const usesArea = (name: string, use: string) => `Connection ${code(name)}, ${use.toLowerCase()}`;
export const excessArea = (name: string) => `Connection ${code(name)}, more than it needs`;
export const nothingConnected =
  "Nothing is connected yet, so I can't create or show anything. Connect a database cloud with `/db admin connect`.";
export const moreConnections = (count: number) => `I didn't check ${count} more.`;
export const useless = (name: string) =>
  `Its key can't do anything. Give it a new one with ${code(`/db admin connections rotate ${name}`)}. If the key comes from Quartermaster's environment, change it there.`;
export const lacksRight = "If you need that, give the key this right in the cloud's console.";
export const excess =
  "The API doesn't list a key's rights. Check in the cloud's console that it can only read services, backups and costs, and create services if you do that here.";

// The machine

export const versions = (app: string, node: number) => `Quartermaster ${app} on Node.js ${node}.`;
export const waiting = (words: readonly string[]) =>
  words.length === 0 ? "Nothing waits." : `Waiting to start: ${formatList(words)}.`;
export const tooMuchWaiting = "That's too much for one process. Start another one with the same settings.";
export const clockAgrees = "It agrees with Slack's clock.";
export const clockOff = (seconds: number, isFast: boolean) =>
  `It is ${seconds} s ${isFast ? "fast" : "slow"}. At 5 minutes, I have to refuse Slack's requests. Set the machine's clock with NTP.`;

export const nothingFails = "Nothing fails.";
export const moreFails = (count: number) => `${count.toLocaleString("en-US")} more fail.`;

// The model

export const modelOff = "It's off, so what people ask stays here.";
export const modelOn = (name: string, host: string, isEncrypted: boolean) =>
  `Sentences that I can't read go to ${code(name)} at ${code(host)}, with the commands that the person may use and the names that they may see.${isEncrypted ? "" : " The way there isn't encrypted (http)."}`;
export const modelWithoutKey = `I can't read its key, so it can't answer. Check LLM_KEY_REF.`;

// Redis

export const memoryUnlimited = (used: string) => `It uses ${used}, without a limit.`;
export const memoryUsed = (used: string, most: string, percent: number) =>
  `It uses ${used} of ${most} (${percent}%).`;
export const memoryFull = (isFull: boolean) =>
  `${isFull ? "It is full, so it" : "When it is full, it"} refuses every write: no alert arrives and nothing is created. Give it more memory (${code("maxmemory")}).`;
export const noVersion = "It doesn't say its version.";
export const versionIs = (product: string, version: string) => `It is ${product} ${version}.`;
export const kinds = {
  single: (replicas: number) =>
    `It is one server${replicas === 0 ? " without a replica. While it is down, alerts and requests have to wait" : ` with ${plural(replicas, "replica")}`}.`,
  sentinel: (master: string, replicas: number) =>
    `Sentinel finds the primary, ${master}, which has ${plural(replicas, "replica")}.`,
  cluster: (masters: number, replicas: number) =>
    `It is a Cluster of ${plural(masters, "master")} with ${plural(replicas, "replica")}.`,
} as const;
export const tls = (isTls: boolean) => (isTls ? "TLS is on." : "TLS is off.");
export const noReplica = "A master has no replica, so nothing can take over if it fails. Give it one.";
export const upgradeRedis = "Upgrade it to 7.0 or newer.";
const always = `Set ${code("appendfsync always")}.`;
export const onReplica = (replicas: number) =>
  ` Creations wait until ${replicas === 1 ? "the replica has" : `all ${replicas} replicas have`} them, so a failover creates nothing twice. It may lose the last moment of everything else.`;
export const persistence = {
  unknown: (onReplica: string) =>
    `It doesn't say. Make sure that your provider keeps an append-only file and writes it to disk at once.${onReplica}`,
  none: (isSnapshotting: boolean | undefined, onReplica: string) =>
    `It keeps no append-only file${isSnapshotting === false ? " and no snapshots. A restart would lose everything" : ", at most snapshots. A crash would lose the last minutes"}, and could send something twice. Set ${code("appendonly yes")} and ${code("appendfsync always")}.${onReplica}`,
  always: (onReplica: string) => `Each write is on disk at once, so a power cut loses nothing.${onReplica}`,
  late: (isSlow: boolean) =>
    `Each write reaches the disk a little later, so a power cut can lose the last ${isSlow ? "half a minute" : "second"}, alerts too.`,
  waits: (onReplica: string) =>
    ` Creations wait for the disk, so nothing is created twice. To lose nothing: ${always}${onReplica}`,
  replicated: (onReplica: string) => `${onReplica} To lose nothing: ${always}`,
  twice: (canUpgrade: boolean) =>
    ` A service that was created in that time could be created twice. ${always}${canUpgrade ? " Or upgrade to Redis 7.2, which knows what is on disk." : ""}`,
} as const;
export const eviction = {
  unknown: "It doesn't say. Make sure that it evicts nothing (noeviction).",
  none: "It keeps everything when its memory is full (noeviction).",
  some: (policy: string, hasNoLimit: boolean) =>
    `When its memory is full, it deletes data (${policy}): alerts and connections too.${hasNoLimit ? " It has no limit right now, so it hasn't deleted anything yet." : ""} Set ${code("maxmemory-policy noeviction")}.`,
} as const;

// The proxy

export const noProxy = "Calls leave without a proxy.";
/** The addresses have no password. */
export const proxy = ({ https, http, except, resolves }: ProxyWords) => {
  const ways = [
    ...(https ? [`Calls to https leave by ${code(https)}.`] : ["Calls to https leave without a proxy."]),
    ...(http ? [`Calls to plain http leave by ${code(http)}.`] : []),
    ...(except.length > 0 ? [`Without it: ${except.map(code).join(", ")}.`] : []),
    resolves
      ? "It looks up the names that people type, so it must refuse private addresses."
      : "I look up and check the names that people type.",
  ];
  return ways.join(" ");
};
interface ProxyWords {
  https: string | undefined;
  http: string | undefined;
  except: readonly string[];
  resolves: boolean;
}

// The public address

export const unreachable = (address: string) =>
  `I can't reach ${code(address)} from here. Check its DNS name, certificate and reverse proxy, or set PUBLIC_URL to the right address.`;
export const leadsHere = (address: string) => `${code(address)} leads here.`;
export const notUs = (address: string, status: number) =>
  `${code(address)} answers, but it isn't Quartermaster (${status}). Point PUBLIC_URL, or its reverse proxy, at Quartermaster's port.`;
export const isHttps = "It uses https.";
export const isLocal = (name: string) =>
  `${name} is this machine only, which is fine for a try. To reach it from elsewhere, set PUBLIC_URL to an https address.`;
export const isHttp =
  "It uses http. Others on the network can read senders' secrets and the keys that people type. Set PUBLIC_URL to an https address.";
