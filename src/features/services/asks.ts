import type { Asks } from "../../platform/commands/entry.ts";

const nouns = ["service", "database", "db", "instance", "cluster", "data base", "svc|svcs"];

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
    "need|want|like|get|give|have a|an|another|new {preset}",
    "spin up",
    "use",
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
    "postgres|mysql|sql|clickhouse|like",
    "start",
    "form",
  ],
  slots: { preset: "preset", name },
  says: ["Create a service", " called {name}", " from the preset {preset}"],
} satisfies Asks;

/** How people ask about presets. */
export const presetAsks = {
  list: {
    nouns: ["preset", "template", "blueprint"],
    phrases: ["what|which preset|template"],
    also: ["start|from", "database|service", "create", "have"],
    says: ["Presets"],
  },
  show: {
    nouns: ["preset", "template", "blueprint"],
    phrases: [
      "what|how does {preset} look",
      "what (is|are|) in|inside {preset}",
      "show {preset}",
      "{preset} look like",
      "{preset} set|contain|have",
    ],
    also: ["look like", "in", "set|contain|inside"],
    slots: { preset: "preset" },
    says: ["Preset {preset}"],
  },
  delete: {
    nouns: ["preset", "template", "blueprint"],
    verbs: ["$delete"],
    also: ["use|never|need"],
    slots: { preset: "preset" },
    says: ["Delete the preset {preset}"],
  },
} satisfies Record<string, Asks>;

/** How people ask about the list of services. */
export const listAsks = {
  list: {
    nouns,
    phrases: ["what do we have|run|own|operate", "inventory of", "what|what's is? running"],
    also: [
      "run|running|up|live|active|alive|online",
      "how many",
      "glance",
      "have|own|exist",
      "list",
      "region|size|state|status",
      "overview",
    ],
    says: ["Services"],
  },
  show: {
    hints: ["{service}"],
    phrases: [
      "show|open|see|describe|display|inspect me? service|database|db|instance|cluster? {service}",
      "who own|owns|owned|create|created|run|runs {service}",
      "owner|creator of {service}",
      "{service} owner|creator|belong|belongs|owned",
      "whose is|are {service}",
      "show|open|see|describe|display|inspect me? {service}",
      "(pull up|bring up|let me see|look at|check on|check out|check|look up|go to|jump to) {service}",
      "tell me|us about {service}",
      "detail|details|info|information|everything|more about|on|of|for {service}",
      "endpoint|host|hostname|url|address|port|region|version|engine|size|state|status|memory|ram|spec|specs|specification|facts|metadata|provider|health|uptime|details|config|configuration|settings * {service}",
      "{service} * (connection|login|access) details|data|info|string",
      "(connection|login|access) details|data|info|string * {service}",
      "{service} endpoint|host|hostname|url|address|port|region|version|engine|size|state|status|memory|ram|spec|specs|specification|facts|metadata|provider|health|up|running|down|alive|ok|okay|healthy|fine|live|online|doing|details|info|information|overview|status|config|configuration|settings|run|located|hosted",
      "{service} * endpoint|host|hostname|url|address|port|region|version|engine|size|state|status|memory|ram|spec|specs|specification|facts|metadata|provider|health",
      "how is|are {service}",
      "how (is|are|) {service} look|looking|doing|going|holding",
      "how is|are {service} doing",
      "where is|does {service}",
      "how big|large|old is {service}",
      "what size|region|version|engine|state|provider is|does|of {service}",
      "is|are {service} up|running|down|alive|ok|okay|healthy|fine|live|online|there|ready|reachable|working",
      "connect|reach|access|log to? into? {service}",
      "status|state|health of|for {service}",
      "what's|whats|how's|hows {service}",
      "what|who is {service}",
    ],
    also: [
      ...nouns,
      "run|running|up|which|where|how|what",
      "connect|reach",
      "region|endpoint|size|state|version|provider|memory|cpu|disk",
    ],
    slots: { service: "service" },
    says: ["Service {service}"],
  },
  add: {
    nouns: [...nouns, "list", "id"],
    verbs: ["add", "put", "register", "import", "track", "adopt", "include", "list"],
    also: ["exist|existing|already", "id", "list", "as", "call|called|name|named"],
    slots: {
      id: "id",
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
  forget: {
    verbs: [
      "forget",
      "unlist",
      "take|remove|drop|strike|get|cross * off|from list",
      "take|remove|strike|drop off|from list",
      "stop tracking",
      "stop listing",
      "hide",
    ],
    also: [...nouns, "list"],
    slots: { service: "service" },
    says: ["Take {service} off the list"],
  },
} satisfies Record<string, Asks>;
