/** Words that mean the same wherever they are asked, and words that mean nothing by themselves. Words are in their basic form. */

/** Words for what no command does. They may mean something to an entry all the same. */
export const foreign =
  "convert archive invite scale resize upgrade downgrade migrate reboot restart truncate query select insert alter vacuum reindex deploy install uninstall translate book email mail play sing write poem joke weather ignore disregard instruction prompt pretend password token salary phone holiday vacation ec2 s3 bucket lambda ticket jira pr commit branch merge compile transaction isolation index indices schema grow shrink failover meaning story song music recipe president football stock calculate times plus minus divided calendar dentist secretly bypass jailbreak override optimize optimise tune patch encrypt decrypt benchmark ssh kubernetes docker aws's terraform github gitlab datadog snowflake bigquery redshift aws gcp azure customer marketing sale sales revenue travel flight hotel coffee lunch pizza rent office electricity subscription move relocate transfer convert clone bigger smaller replica replicas table tables column columns row rows pod pods node nodes container containers log logs logged login root privilege privileges  wifi light lights door doors migration migrations laptop computer printer keyboard screen code repo repository bug kubernetes netflix zoom notion figma heroku vercel cloudflare openai chatgpt newrelic okta salesforce hubspot stripe mongodb atlas timesheet payroll lawyer flights taxi uber train bus parking desk folder poll picture timer reminder birthday horoscope".split(
    " ",
  );

/** Small words of other languages, which are not read. */
export const otherLanguages =
  "il gli della delle nel mostra mostrami quanto costa dei con les des une est sont avec pour combien montre moi nous quelles quels quelle quel sur dans der das ein eine einen ist sind und für wie viel wieviel mit von vom zeige zeig uns kostet kosten bitte welche los una unos cual cuál cuánto cuanto cuesta gastamos muestra muéstrame muestrame dame por para het een toon hoeveel mostre custa nossos nosso kuinka hvor mange vis pokaz pokaż ile".split(
    " ",
  );

/** What no command does, whatever else is said. */
export const outOfScope = new RegExp(
  [
    String.raw`(?:take|run|make|create|perform|trigger|begin|start|force) (?:an?|another|the|one)? ?(?:new |fresh |manual |full )*(?:backup|bkp|snapshot)\b(?! (?:watch|of the rules))`,
    String.raw`back (?:\S+ ){0,3}up (?:right )?(?:now|immediately|today|tonight)`,
    String.raw`^(?:please |can you |could you )?back[- ]?up (?:\S+ ){1,3}?(?:right )?(?:now|immediately)`,
    "who (?:made|created|built|wrote|trained) you",
    "how are you",
    "remind me (?:to|about|of)",
    "(?:slack|bot|app|signing) (?:tokens?|secrets?)",
    String.raw`env(?:ironment)? var\w*`,
    "pull request|credit card|phone number|system prompt|your (?:instructions|prompt|source|code)",
    String.raw`(?<!\b(?:i|we|they) (?:(?:have|need|want|got) to|can|must|will) )(?:run|execute|explain) (?:\S+ ){0,3}(?:query|sql|script)|(?:what|which|show|list|find)\b(?: \S+){0,3} slow(?:est)? (?:query|queries)(?! (?:alert|one|alarm))`,
    String.raw`(?:pay|settle) (?:the|this|our|my|that) (?:\S+ ){0,2}(?:invoice|bill)\b`,
    "buy (?:more|some|new)? ?credits",
    String.raw`(?:create|archive|rename|join|leave) (?:an?|the|this|our) (?:\S+ ){0,2}channel`,
    String.raw`(?:create|make|open|schedule|book|arrange|set up) (?:an?|the|another) (?:\S+ ){0,2}(?:meeting|appointment|document|huddle|call)\b`,
    String.raw`budget for (?:\S+ ){0,3}(?:party|trip|holiday|wedding|vacation|lunch)`,
    String.raw`(?:pay|spen[dt]|paid|costs?|price|bill) (?:\S+ )?(?:for|on|of) slack`,
    String.raw`(?:alarm|timer) (?:clock|for \d|at \d)`,
    String.raw`^(?:please |can (?:you|we) |could you )?(?:do |start |run |trigger |force |test )?(?:an? |the )?fail(?:ing)? ?over(?! (?:is|was|has|went))`,
    "set my status|my (?:phone|code|laptop screen|calendar|inbox|email|messages)",
  ]
    .map((each) => String.raw`\b(?:${each})\b`)
    .join("|"),
  "i",
);

/** Words that go without saying. */
export const fillers =
  "instead rather w/o w/ her his him hers way long accident mistake provide spot a an the this that these those it its it's i i'm i'd i've i'll me my mine we we're we'd we've we'll us our ours you you're you'd your yours he she they them their theirs one ones thing things stuff someone anyone anybody something anything everything everyone all any some every each both either no not n't none " +
  "is are am was were be been being isn't aren't do does did doing done don't doesn't didn't has have had having haven't hasn't can can't could couldn't would wouldn't will won't shall should shouldn't may might must let's let lets " +
  "what what's whats which who who's whos when when's where where's why why's how how's hows whether if whose " +
  "of for from in on at to into onto by with without within about around over under up down out off as per via through than then so and or but also too still yet already again ever never just only even really very quite rather pretty actually basically lately @here @channel @everyone question advance cheers meeting minute second appreciated overall look looks looking wise visible main whole generally usually typically normally eventually currently right exactly maybe perhaps probably possibly " +
  "please pls plz thanks thank thx ty kindly hey hi hello ok okay yo yes yeah yep sure well oh ah um hm hmm lol mate folks guys team dear sorry quickly quick asap fast damn bloody track tracking remind trouble dig dug ask asks asked asking boss finance wonder wondering honestly anyway apparently hope hoping love appreciate grateful possibly kindly real really chance possible reckon figure " +
  "show list give gimme get tell see view display print find look check fetch bring pull want wanna need like love wish know understand think guess wonder wondering care mind help say said mean means meant call called go goes going gonna come comes take takes receive receives happen happening happened use used using work works working run running try trying keep got gotten " +
  "there here somewhere anywhere everywhere now today's latest current present recent recently newest last next first moment while time times far ago date back away together " +
  "lot lots much many more most less least few little bit kind sort idea overview summary summarize breakdown break detail details info information number numbers figure figures total totals altogether overall whole entire full complete quick glance status state report rundown update " +
  "good bad nice great okay fine new old big large small high low interesting possible able available like such same different other others another else own certain specific particular given sake curious quickly briefly exact exactly roughly approximately about " +
  "database databases db dbs service services server servers instance instances cluster clusters system systems app bot quartermaster slack channel workspace company people person user users group team teams " +
  "better plenty after because since due cos cause reason though although however until till etc e.g i.e vs versus compared comparison between among against across " +
  "crazy insane ridiculous awful horrible terrible weird strange odd funny huge massive enormous tiny serious seriously proper ugly nasty poor lovely brilliant perfect excellent super ultra extremely terribly incredibly absolutely totally completely entirely fully partly partially slightly somewhat considerably significantly noticeably suspiciously surprisingly unexpectedly suddenly immediately instantly urgently urgent important importantly critically hopefully frankly obviously clearly evidently presumably supposedly allegedly seemingly reportedly finally initially originally previously formerly beforehand afterwards afterward later sooner soon early earlier late lately once twice sometimes often always rarely seldom hardly barely nearly almost mostly mainly largely partly primarily especially particularly specifically generally broadly overall openly quietly silently constantly continuously continually repeatedly frequently occasionally " +
  "confirm confirms confirmed verify verified explain explains explained justify justified prove remember remembered forgot forget forgotten realize realise realized notice noticed suspect suspected believe believes heard hear seem seems seemed appear appears appeared feel feels felt worried worry worries worrying nervous scared panic panicking panicked suppose supposed prefer decide decided wait waits waiting bother bothered bothering bug bugging nag nagging chase chasing chased insist insists insisted claim claims claimed complain complains complained argue expect expects expected expecting intend mention mentioned discuss discussed finishing become becomes became stay stays stayed remain remains remained sit sits sitting came went gone goes arrive arrives arrived return returns returned deal deals dealing figure figured sort sorted matter matters study understood knew known thought assumed assume guessing assuming mind's question questions answer answers topic subject regard regarding regards concerning respect terms context purpose reason reasons situation matter case instance example favor favour effort attempt attention glimpse peek look-see heads-up refresher recap skinnys deet rough ballpark precise precisely honest " +
  "itself himself herself themselves myself ourselves yourself whatever whichever whoever wherever whenever however anyways nevermind regardless otherwise else's hers ours theirs mine yours upon onto toward towards along beside besides beyond except despite within throughout amid amongst via plus unless while whilst whereas although though nor neither none nobody nothing noone no-one several couple few multiple various enough plenty whole " +
  "everybody everybody's somebody somebody's nobody nobody's nothing noone ain't needn't mustn't mightn't i'm gonna wanna dont cant wont isnt arent doesnt didnt wasnt weren't werent hasn't hasnt hadn't havent couldnt wouldnt shouldnt thats theres heres lets ive im id were theyre youre ls cto cfo ceo coo vp mgmt manager management director auditor auditors devops sre sres folk everybody's kinda gotta gotcha dunno lemme gonna rn atm btw fyi tbh imo nowadays presently momentarily shortly altogether strictly simply literally somehow anyhow besides meanwhile hereby really properly correctly curiously ideally preferably kindly real-quick heya howdy greetings morning dude buddy bro sir madam colleague colleagues friend btw exist exists existing daily weekly monthly nightly hourly regular regularly usual normal normally end up morning afternoon evening night tonight day days week weeks month months year years hour hours minute minutes weekend yesterday today tomorrow";

/** What people leave letters out of. */
export const abbreviations: Readonly<Record<string, string>> = {
  wat: "what",
  wk: "week",
  wks: "weeks",
  mo: "month",
  rpt: "report",
  rpts: "reports",
  bkp: "backup",
  bkps: "backups",
  svc: "service",
  svcs: "services",
  conn: "connection",
  conns: "connections",
  maint: "maintenance",
  srcs: "sources",
  mem: "memory",
};

/** Signs that stand for words. */
export const emojis: Readonly<Record<string, string>> = {
  "💸": "cost",
  "💰": "cost",
  "💵": "cost",
  "💶": "cost",
  "🔥": "firing",
  "🚨": "alert",
  "💾": "backup",
  "🔑": "key",
};

/** Common words that must not be taken for a mistyped other one. */
export const otherWords =
  "usd eur gbp chf dev devs hr hrs min mins wk wks excl counting including excluding excepting aside exception omitting leaving skipping after apart apple area ask away bank base before best better body boss bought bread bring brother build busy butter cable call camera care case cause center chance cheap chess child choose church city class clean clever close cloud code coffee cold color come common copy corner course cover cream cross daily dance dark data deal dear death decide deep dinner dirty doctor door dream dress drink drive early earn earth east easy eat effect eight else empty enjoy enter error event exam excel face fact fail fall family famous farm father favor feel field fight file film fire fish five floor flower food foot force form forward free friend front fruit full funny future game garden girl glass gold grand grass green ground grow guitar hair half hand hang happy hard hate head hear heart heavy hero hold hole home hope horse hospital hotel hour house human hundred ice image island job join jump keep key kid kill king kitchen know land language large laugh law lead learn leave left letter level life light line lion live lives local long lose loud love lunch machine mail main man map mark market math matter meal meat meet member menu message metal middle milk mind model modern money moon mother mountain mouth move movie music name nation near news noise north note novel ocean office oil open orange order other page paint pair paper parent park part party pass path pay peace pen phone photo piece pilot plan plane plant plate play player please poem poet point police pool poor post pound power press price print prize proof pull pure push queen quick quiet race radio rain read ready real red rest rice rich ride ring river road rock role roof room rope round rule safe sail sale salt sand save scale scene school score sea seat sell sense seven shape share sharp ship shirt shoe shop short shout side sign silver sing sister size skill skin sky sleep slow smile smoke snow soap social soft soil song soon sort soul sound soup south space speak speed spell spoon sport spring stage stand star start state stay steal steel step stick stone stop store storm story street strong student study style sugar suit summer sun sure sweet swim table tail talk tall taste taxi tea teach team tell ten test text thank thick thin think third throw ticket till tiny tired title toast today tool tooth top total touch tour town toy trade train tree trip true truth turn type uncle under union unit use valley value very video view village visit voice wait walk wall want war warm wash waste watch water wave way weak wear weather west wheel white wide wife wild win wind window wine winter wish woman wonder wood word work world worry write wrong yard year yellow young zero zoo cache gb screwed heating heater pizza press photos photo music party throughput latency queue queues saturation iops uptime downtime traffic workload workloads replication timeout timeouts retention partition partitions shard shards ingestion heap swap claude cursor copilot gemini codex chatgpt slackbot robot";

/** What tries to talk to a model. */
export const suspicious =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:instructions?|rules|prompts?|previous|above|guidelines|safety)\b|\bsystem ?(?:prompt|message)?:|\bdeveloper mode\b|\byou are now\b|\bpretend (?:to|you|that)\b|\bdon'?t tell (?:anyone|them|the)\b|\b(?:system|admin|root|sudo) (?:override|mode|command)\b|\bsudo\b|\bjailbreak\b|\bas an ai\b|<\/?(?:system|user|assistant|tool)\b/i;

/** What only might be. */
export const hypothetical = /\bwhat (?:would|will) happen if\b|\bwhat if\b/i;

/** A statement of SQL, which no command runs. */
export const statement =
  /^\s*(?:select\s.+\sfrom\s|update\s+\S+\s+set\s|insert\s+into\s|delete\s+from\s+\S+(?:\s+where\s|\s*;?\s*$)|(?:alter|create|drop|truncate|optimize)\s+table\s)/is;

/** Before what is not to be done, which "[" stands before. */
export const denial =
  /\b(?:don't|dont|not|never|without|except|excluding|shouldn't|shouldnt|won't|wont|can't|cant|cannot|couldn't|couldnt) (?:(?:be|ever|just|even|simply) )?\[/i;

/** Before what is to be kept from happening. */
export const sparing =
  /\b(?:(?:not|never|\w+n't|\w+nt|cannot) (?:be|ever)|(?:nobody|noone|no-one|no one)(?: (?:should|may|can|must|shall|could|will|ever))*|from (?:being|getting)) \[|\bfrom \[\w+(?:ing|on)\b/i;

/** A question up to a word, or what someone did: "we paused". */
export const question =
  /^(?:(?:and|so|but|or|ok|hey|hi|please),? )?(?:(?:i|we|he|she|they|someone|somebody)(?: (?:just|already))? (?!need)\w+ed$|(?:got|which|what|whats|who|whos|where|why|how|did|is|are|do|does|was|were|should|list|has|any|anything|anyone|isn't|aren't|didn't)\b)|\b(?:who|what|which|where|why)\b.* /i;

/** Whom a change is about, in words that go without saying in a question. */
export const quantities = /^(?:nobody|both)$/;
export const people = /^(?:all|everyone|everybody|anyone|anybody|nobody|both|me|myself|us)$/;

/** Sizes: talk elsewhere, but never in a wish for something new. */
export const sizes = /^(?:tiny|small|little|medium|large|big|huge|smallest|largest|biggest|xs|s|m|l|xl|xxl)$/;

/** At the beginning of what is not to be done. */
export const leadingDenial = String.raw`(?:(?:please|pls|plz|kindly) +|no,? +|but +|so +)*(?:don'?t(?! let\b)|do not|never(?! (?:more|less|above|over|under|below)\b)|no need (?:for (?:you|us|me) )?to|(?:you|we|they|it|i|people|nobody|no one) (?:should|must|shall|will|would|may|can|could)(?: not|n'?t)(?: ever| have to| need to)?|you (?:don'?t|needn'?t) (?:have to|need to)?|(?:i'?m|im|i am|we'?re|we are) not (?=\w+ing\b)|(?:i|we) (?:don'?t|do not) (?:mean|want to|want you to|need (?:you )?to|have to|wish to)|not(?! (?:yet|sure)\b)|rather than|instead of)\b`;
