import type { Asks } from "../../platform/commands/entry.ts";
import { placeWords } from "./wish/places.ts";

const nouns = [
  "service",
  "database",
  "db",
  "instance",
  "cluster",
  "data base",
  "svc|svcs",
  "postgres|mysql|clickhouse|mariadb",
];

const name = {
  isOne: true,
  parts: [
    [
      /\b(?:called|named|name it|call it|call that|name of|under the name(?: of)?|with the name|as) "([^"]{1,50})"/i,
      "$1",
    ],
    [
      /\b(?:called|named|name it|call it|call that|under the name(?: of)?|with (?:the )?name) ((?!the\b|a\b)[a-z][\w.-]*(?: (?!~|(?:and|as|at|based|because|by|for|from|if|in|like|now|of|on|or|please|pls|right|so|that|thanks|to|today|tomorrow|using|which|with)\b)[\w.-]+){0,4})/i,
      "$1",
    ],
    [
      /\b(?:create|provision|spin up|set up|make) ((?!an?\b|the\b|new\b|another\b|me\b|us\b|one\b|services?\b|databases?\b|dbs?\b|something\b|it\b)[a-z][\w.-]{0,49})(?= (?:from|with|using|like|based)\b| ?(?:please|for me|now)?[.!?]*$)/i,
      "$1",
    ],
    [
      /\b(?:an?|new|another|fresh|our) ((?:[a-z]\w*[-_])+\w+) (?:db|database|service|instance|cluster)\b/i,
      "$1",
    ],
    [/\bname(?::|=| is| should be| will be)? ?"?((?!it\b|the\b|a\b)[a-z][\w.-]{0,49})/i, "$1"],
    [
      /\b(?:database|db|service|instance) ((?!called\b|named\b|name\b|for\b|from\b|in\b|with\b|on\b|please\b|pls\b|to\b|that\b|which\b|is\b|as\b|like\b|would\b|and\b|of\b)[a-z][\w.-]{1,49})(?=,| ?(?:please|pls)?[.!?]*$)/i,
      "$1",
    ],
    [/(?:database|db|service|instance|cluster), ([a-z][\w.-]{1,49})\s*$/i, "$1"],
  ],
} as const;

/** How people ask for new services and presets. */
export const createAsks = {
  nouns: [...nouns, "preset", "template", "one called|named"],
  verbs: [
    "$create",
    "need|want|like|get|give|have me|us? a|an|another|new|some {preset}",
    "need|want|like|get|give|have a|an|another|new|fresh|some * service|database|db|instance|cluster|postgres|mysql|clickhouse|mariadb",
    "spin up",
    "use",
    "one|two {preset}",
    "set * up",
    "provision",
    "host",
  ],
  also: [
    "preset|template",
    "from",
    "use",
    "named|called|name|call",
    "project",
    "test|tests|staging|production|dev",
    "postgres|mysql|mariadb|sql|clickhouse|like",
    "fresh|new|empty|blank|throwaway|temporary|temp|test|small|tiny|quick|scratch|sandbox|experiment|experiments|testing|feature|team|demo|poc",
    "start",
    "form",
    "team|for",
    "size|replica|replicas|region",
    ...placeWords,
  ],
  slots: { name },
  says: [
    "Create a service",
    " called {name}",
    " from the preset {preset}",
    " in {region}",
    " of size {size}",
    " with {replicas} replicas",
    " for the team {team}",
  ],
} satisfies Asks;

const presetNouns = [
  "preset",
  "template",
  "blueprint",
  "=starter|=starters",
  "profile",
  "boilerplate|recipe|recipes|flavor|flavors|flavour|flavours",
  "starting point|points",
  "predefined|ready-made|canned|saved|standard|stock|=starter|default size|sizes|setup|setups|config|configs|configuration|configurations|database|databases|service|services",
];

/** How people ask about presets. */
export const presetAsks = {
  list: {
    nouns: presetNouns,
    phrases: [
      "what|which preset|template",
      "what|which can|could|do * start|create|base|build * from|on|off",
      "pick|choose|select from * create|creating|start|starting",
    ],
    also: ["start|from", "database|service", "create", "$exist", "choose|pick|start from", "new"],
    says: ["Presets"],
  },
  show: {
    nouns: presetNouns,
    phrases: [
      "how big|large is {preset}",
      "open|describe|inspect|explain {preset}",
      "detail|details|settings|content|contents|spec|specs of|for|in {preset}",
      "what|how does {preset} look",
      "what (do|would|will|does) we|i|you|one get|have with|from|in|by {preset}",
      "what (is|are|) in|inside {preset}",
      "show {preset}",
      "{preset} look like",
      "{preset} set|contain|have",
    ],
    also: [
      "look like",
      "in",
      "set|contain|inside|have|include|content|contents|detail|setting|big|large|size|spec|spec",
    ],
    says: ["Preset {preset}"],
  },
  delete: {
    nouns: presetNouns,
    verbs: ["$delete"],
    also: ["use|never|need"],
    says: ["Delete the preset {preset}"],
  },
} satisfies Record<string, Asks>;

const facts =
  "endpoint|endpoints|host|hostname|url|uri|dsn|address|port|region|location|version|engine|size|state|status|memory|ram|cpu|cores|disk|spec|specs|specification|facts|metadata|provider|health|uptime|details|config|configuration|settings|tier|plan";
const states =
  "up|running|down|offline|alive|dead|ok|okay|healthy|fine|live|online|there|ready|reachable|unreachable|working|doing|available|broken|responding|=back";

/** How people ask about the list of services. */
export const listAsks = {
  list: {
    nouns,
    phrases: [
      "what do we have|run|own|operate|host",
      "inventory of",
      "what|what's (is|are|) running|up|deployed|online",
      "what * (deployed|running|live|hosted)",
      "is|are everything|all (up|running|online|alive)",
      "anything|something|what (is|are|) (down|offline|dead|unreachable)",
      "is|are anything|something (down|offline|dead|unreachable)",
    ],
    also: [
      "run|running|up|live|active|alive|online|down|offline|healthy|ok|okay|fine|reachable|unreachable|broken|=stopped|ready|health",
      "$exist",
      "how many",
      "glance",
      "have|own|exist",
      "list",
      "region|size|state|status|engine|version|memory",
      "overview|inventory|catalog|catalogue",
      "run|own|operate|host",
    ],
    says: ["Services"],
  },
  show: {
    hints: ["{service}"],
    phrases: [
      "show|open|see|describe|display|inspect me? service|database|db|instance|cluster? {service}",
      "who create|created {service}",
      "creator of {service}",
      "{service} creator",
      "show|open|see|describe|display|inspect me? {service}",
      "(pull up|bring up|let me see|look at|check on|check out|check|look up|go to|jump to) {service}",
      "tell me|us about {service}",
      "detail|details|info|information|everything|more about|on|of|for {service}",
      `${facts} * {service}`,
      "{service} * (connection|login|access|jdbc|conn) details|data|info|string|uri|url",
      "(connection|login|access|jdbc|conn) details|data|info|string|uri|url * {service}",
      `{service} ${facts}|${states}|details|info|information|overview|run|runs|located|hosted|hosts|connection`,
      `{service} * ${facts}`,
      "how is|are {service}",
      "how (is|are|) {service} look|looking|doing|going|holding",
      "how is|are {service} doing",
      "where is|does {service}",
      "how big|large|old is {service}",
      "what size|region|version|engine|state|provider is|does|of {service}",
      `is|are|was|isn't {service} (still|really|currently|=back|) ${states}`,
      "connect|reach|access|log to? into? {service}",
      "status|state|health|situation of|for|on|with {service}",
      "how|what about health|condition|state of {service}",
      "something|anything wrong|up with {service}",
      "what's|whats|what is wrong|up|going on with {service}",
      "ping {service}",
      "what's|whats|how's|hows {service}",
      "what|who is {service}",
    ],
    also: [
      ...nouns,
      "run|running|up|which|where|how|what",
      "connect|reach",
      "region|endpoint|size|state|version|provider|memory|cpu|disk|port|host|hostname|url|address|string|uri|dsn|user|username|still|tls|ssl|credentials",
    ],
    says: ["Service {service}"],
  },
  add: {
    nouns: [...nouns, "list", "id"],
    verbs: [
      "$add",
      "register",
      "import",
      "track",
      "adopt",
      "list",
      "onboard",
      "enroll",
      "take in",
      "know|learn about",
    ],
    also: ["exist|existing|already", "id", "list", "as", "call|called|name|named"],
    slots: {
      name: {
        isOne: true,
        parts: [
          [
            /\b(?:as|called|named|call it|name it|under the name(?: of)?|by the name(?: of)?) "([^"]{1,100})"/i,
            "$1",
          ],
          [
            /\b(?:as|called|named|call it|name it|under the name(?: of)?|by the name(?: of)?) ((?!a\b|an\b|the\b)[\w][\w .-]{0,99}?)(?: please)?\s*[.!?]*$/i,
            "$1",
          ],
        ],
      },
    },
    says: ["Add the service {id}", " as {name}"],
  },
  terraform: {
    nouns: ["terraform|hcl|tf|opentofu|tofu", "infrastructure as code", "iac"],
    also: [
      ...nouns,
      "show|list|print|see",
      "export|write|generate|convert|dump|download|print|turn|give|get|want|need|have|file|code|import|block|blocks|resource|resources|config|configuration|definition|all|everything|every|as|into|in|my|our",
    ],
    says: ["Terraform", " of {service}"],
  },
  forget: {
    verbs: [
      "forget",
      "unlist",
      "take|remove|drop|strike|get|cross * off|from list",
      "take|remove|strike|drop off|from list",
      "stop|quit tracking|listing|showing|following",
      "=tracking|=listing",
      "don't|no longer|not list|show|track",
      "hide",
      "prune",
      "disappear|vanish|gone|away * list",
      "(no longer|doesn't|don't|not) * belong|belongs",
      "(shouldn't|should not|needn't) be * list|listed|shown|tracked",
      "lose * list",
      "untrack|unfollow|delist|deregister|unregister",
      "$delete * list",
    ],
    also: [...nouns, "list"],
    says: ["Take {service} off the list"],
  },
} satisfies Record<string, Asks>;
