/** Words that mean the same wherever they are asked, and words that mean nothing by themselves. Words are in their basic form. */

/** Words that many entries share: verbs by what they want, for `$create` and the like, and what is said of things that are there. */
export const lists: Readonly<Record<string, readonly string[]>> = {
  create: [
    ..."create|make|new|set up|set * up|setup|spin up|spin * up|bring up|bring * up|stand up|stand * up|fire up|fire * up|provision|build|start|launch|fresh|another|second|define|generate|prepare|draft|whip up|knock up|configure|spawn|boot|boot up|roll out|roll * out|instantiate|conjure|establish|initialise|initialize|bootstrap|kick off|get * going|get * started|throw together|craft".split(
      "|",
    ),
    "(would be|that would be) good|nice|great|useful|helpful|lovely",
    "need|want|like|=get|give|have|use me|us? a|an|another|new|some|more new|fresh? service|database|db|instance|hook|webhook|dashboard|board|token|alert|rule|tile|panel|chart|cluster|alarm|notification",
  ],
  add: "add|put|include|register|append|new|another|create|make|attach".split("|"),
  delete: [
    ..."delete|remove|drop|get rid of|bin|trash|kill|erase|destroy|throw away|throw out|throw * away|throw * out|scrap|ditch|discard|wipe|nuke|purge|clear|take * away|take * out|rm|del|axe|zap|eliminate|toss|chuck|junk|dispose of|do away with|lose the".split(
      "|",
    ),
    "can|could|may|should go",
    "can be deleted|removed|dropped",
    "(isn't|not|no longer|don't|doesn't|never) need|needed|required|wanted|used|use",
    "no need for",
    "have|has no use for",
    "is|are obsolete|unused",
  ],
  change:
    "change|edit|modify|adjust|update|alter|rename|tweak|raise|lower|increase|decrease|fix|correct|rework|set|make * change|bump|bump up|reword|retitle|revise|amend|loosen|tighten".split(
      "|",
    ),
  copy: "copy|duplicate|clone|replicate|another like|same as|one like|dup|dupe|cp".split("|"),
  stop: [
    ..."stop|end|cancel|quit|disable|turn off|turn * off|switch off|switch * off|kill|remove|drop|delete|get rid of|no longer|no more|don't want|discontinue|cease|off|unschedule|take * away|rm|del|scrap|ditch|bin|nuke|axe|abolish|call off|shut off|shut * off|deactivate".split(
      "|",
    ),
    "can|could|may|should go",
    "(isn't|not|no longer|don't|doesn't|never) need|needed|required|wanted|used|use|want",
  ],
  pause:
    "pause|suspend|hold|stop|mute|silence|disable|halt|freeze|snooze|quiet|quieten|hush|shush|gag|put * on hold|put * to sleep|keep * quiet|make * quiet|turn off|turn * off|switch off|switch * off|shut up|shut * up|shut off|shut * off|take a break|take * offline|take * down|go offline|go quiet|deactivate|off".split(
      "|",
    ),
  resume:
    "resume|unpause|restart|continue|reactivate|reenable|re-enable|enable|unfreeze|activate|turn on|turn * on|turn back on|go live|go online|put * online|back online|bring * online|back to life|wake|unmute|unsilence|unsnooze|unhush|let * through|turn * back on|switch on|switch * on|switch * back on|bring back|bring * back|start * again|back on".split(
      "|",
    ),
  post: "post|send|share|publish|deliver|drop|push|announce|put".split("|"),
  exist:
    "have|has|had|got|get|exist|there|list|set up|setup|configured|defined|in place|available|active|set|registered|around|going|enabled".split(
      "|",
    ),
  notify:
    "warn|alert|tell|notify|ping|let * know|shout|yell|scream|holler|make noise|raise hell|give * ring|hear about|hear|wake|bug|text|message|inform|page|remind|flag|nudge|buzz|heads up|heads-up|say something|raise * alarm|sound * alarm|complain|give * shout|drop * line|want|like|need to know".split(
      "|",
    ),
  again:
    "reread|re-read|refetch|re-fetch|refresh|reload|recalculate|recompute|resync|re-sync|reimport|re-import|recheck|re-check|redo|repull|re-pull|requery|reprocess|backfill"
      .split("|")
      .concat(
        "=read|fetch|get|load|pull|=ask|import|sync|check|query|calculate|collect|grab * again|anew|afresh",
        "(another|second|one more|once more) (time|look|go|pass|run|read|try)",
        "once more",
        "from scratch",
      ),
};

/** Words for what no command does. They may mean something to an entry all the same. */
export const foreign =
  "convert archive invite scale resize upgrade downgrade migrate reboot restart truncate query select insert alter vacuum reindex deploy install uninstall translate book email mail play sing write poem joke weather ignore disregard instruction prompt pretend password token salary phone holiday vacation ec2 s3 bucket lambda ticket jira pr commit branch merge compile transaction isolation index indices schema grow shrink failover meaning story song music recipe president football stock calculate times plus minus divided calendar dentist secretly bypass jailbreak override optimize optimise tune patch encrypt decrypt benchmark ssh kubernetes docker aws's terraform github gitlab datadog snowflake bigquery redshift aws gcp azure customer marketing sale sales revenue travel flight hotel coffee lunch pizza rent office electricity subscription move relocate transfer convert clone bigger smaller replica replicas table tables column columns row rows pod pods node nodes container containers log logs logged login root privilege privileges  wifi light lights door doors migration migrations laptop computer printer keyboard screen code repo repository bug kubernetes netflix zoom notion figma heroku vercel cloudflare openai chatgpt newrelic okta salesforce hubspot stripe mongodb atlas timesheet payroll lawyer flights taxi uber car train bus parking desk folder poll picture timer reminder birthday horoscope".split(
    " ",
  );

/** Small words of other languages, which are not read. */
export const otherLanguages =
  "il gli della delle nel mostra mostrami quanto costa dei con les des une est sont avec pour combien montre moi nous quelles quels quelle quel sur dans der das ein eine einen ist sind und für wie viel wieviel mit von vom zeige zeig uns kostet kosten bitte welche los una unos cual cuál cuánto cuanto cuesta gastamos muestra muéstrame muestrame dame por para het een toon hoeveel mostre custa nossos nosso kuinka hvor mange vis pokaz pokaż ile".split(
    " ",
  );

/** What no command does, whatever else is said. */
export const impossible: readonly string[] = [
  "take|run|make|create|perform|trigger|begin|start|force backup|snapshot",
  "back up * now|immediately|today|tonight",
  "who made|created|built|wrote|trained you",
  "alarm for|at",
  "how are you",
  "remind me to",
  "slack|bot|app|signing token",
  "environment variable",
  "env var|vars",
  "developer mode",
  "pull request",
  "credit card",
  "phone number",
  "system prompt",
  "your instructions|rules|prompt|source|code",
  "run|execute|explain query|sql|script",
  "slow query|queries",
  "ack|acknowledge",
  "pay the|this|our|my|that * invoice|bill",
  "buy more|some|credits",
  "create|archive|rename|join|leave channel",
  "create|make|open|schedule|book|arrange meeting|appointment|document|huddle",
  "budget for * party|trip|holiday|wedding|vacation|lunch",
  "pay|spend|spent|paid|cost|costs|price|bill * for|on|of slack",
  "alarm|timer clock",
  "make * cheaper",
  "fail over",
];

/** Words that go without saying. */
export const fillers =
  "a an the this that these those it its it's i i'm i'd i've i'll me my mine we we're we'd we've we'll us our ours you you're you'd your yours he she they them their theirs one ones thing things stuff someone anyone anybody something anything everything everyone all any some every each both either no not n't none " +
  "is are am was were be been being isn't aren't do does did doing done don't doesn't didn't has have had having haven't hasn't can can't could couldn't would wouldn't will won't shall should shouldn't may might must let's let lets " +
  "what what's whats which who who's whos when when's where where's why why's how how's hows whether if whose " +
  "of for from in on at to into onto by with without within about around over under up down out off as per via through than then so and or but also too still yet already again ever never just only even really very quite rather pretty actually basically lately @here @channel @everyone question advance cheers meeting minute second appreciated overall look looks looking wise visible main whole generally usually typically normally eventually currently right exactly maybe perhaps probably possibly " +
  "please pls plz thanks thank thx ty kindly hey hi hello ok okay yo yes yeah yep sure well oh ah um hm hmm lol mate folks guys team dear sorry quickly quick asap fast damn bloody track tracking remind trouble dig dug ask asks asked asking boss finance wonder wondering honestly anyway apparently hope hoping love appreciate grateful possibly kindly real really chance possible reckon figure " +
  "show list give gimme get tell see view display print find look check fetch bring pull want wanna need like love wish know understand think guess wonder wondering care mind help say said mean means call called go goes going gonna come comes take takes happen happening happened use used using work works working run running try trying keep got gotten " +
  "there here somewhere anywhere now today's latest current present recent recently newest last next first moment while time times far ago date back away together " +
  "lot lots much many more most less least few little bit kind sort idea overview summary summarize breakdown break detail details info information number numbers figure figures total totals altogether overall whole entire full complete quick glance status state report rundown update " +
  "good bad nice great okay fine new old big large small high low interesting possible able available like such same different other others another else own certain specific particular given sake curious quickly briefly exact exactly roughly approximately about " +
  "database databases db dbs service services server servers instance instances cluster clusters system systems app bot quartermaster slack channel workspace company people person user users group team teams " +
  "because since due cos cause reason though although however until till etc e.g i.e vs versus compared comparison between among against across " +
  "crazy insane ridiculous awful horrible terrible weird strange odd funny huge massive enormous tiny serious seriously proper ugly nasty poor lovely brilliant perfect excellent super ultra extremely terribly incredibly absolutely totally completely entirely fully partly partially slightly somewhat considerably significantly noticeably suspiciously surprisingly unexpectedly suddenly immediately instantly urgently urgent important importantly critically hopefully frankly obviously clearly evidently presumably supposedly allegedly seemingly reportedly finally initially originally previously formerly beforehand afterwards afterward later sooner soon early earlier late lately once twice sometimes often always rarely seldom hardly barely nearly almost mostly mainly largely partly primarily especially particularly specifically generally broadly overall openly quietly silently constantly continuously continually repeatedly frequently occasionally " +
  "confirm confirms confirmed verify verified explain explains explained justify justified prove remember remembered forgot forget forgotten realize realise realized notice noticed suspect suspected believe believes heard hear seem seems seemed appear appears appeared feel feels felt worried worry worries worrying nervous scared panic panicking panicked suppose supposed prefer decide decided wait waits waiting bother bothered bothering bug bugging nag nagging chase chasing chased insist insists insisted claim claims claimed complain complains complained argue expect expects expected expecting intend mention mentioned discuss discussed finishing become becomes became stay stays stayed remain remains remained sit sits sitting came went gone goes arrive arrives arrived return returns returned deal deals dealing figure figured sort sorted matter matters study understood knew known thought assumed assume guessing assuming mind's question questions answer answers topic subject regard regarding regards concerning respect terms context purpose reason reasons situation matter case instance example favor favour effort attempt attention glimpse peek look-see heads-up refresher recap skinnys deet rough ballpark precise precisely honest " +
  "itself himself herself themselves myself ourselves yourself whatever whichever whoever wherever whenever however anyways nevermind regardless otherwise else's hers ours theirs mine yours upon onto toward towards along beside besides beyond except despite within throughout amid amongst via plus unless while whilst whereas although though nor neither none nobody nothing noone no-one several couple few multiple various enough plenty whole " +
  "everybody everybody's somebody somebody's nobody nobody's nothing noone ain't needn't mustn't mightn't i'm gonna wanna dont cant wont isnt arent doesnt didnt wasnt weren't werent hasn't hasnt hadn't havent couldnt wouldnt shouldnt thats theres heres lets ive im id were theyre youre ls cto cfo ceo coo vp mgmt manager management director auditor auditors ops devops devs dev sre sres folk everybody's kinda gotta gotcha dunno lemme gonna rn atm btw fyi tbh imo nowadays presently momentarily shortly altogether strictly simply literally somehow anyhow besides meanwhile hereby really properly correctly curiously ideally preferably kindly real-quick heya howdy greetings morning dude buddy bro sir madam colleague colleagues friend btw exist exists existing daily weekly monthly nightly hourly regular regularly usual normal normally end up morning afternoon evening night tonight day days week weeks month months year years hour hours minute minutes weekend yesterday today tomorrow";

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
  "after apart apple area ask away bank base before best better body boss bought bread bring brother build busy butter cable call camera care case cause center chance cheap chess child choose church city class clean clever close cloud code coffee cold color come common copy corner course cover cream cross daily dance dark data deal dear death decide deep dinner dirty doctor door dream dress drink drive early earn earth east easy eat effect eight else empty enjoy enter error event exam excel face fact fail fall family famous farm father favor feel field fight file film fire fish five floor flower food foot force form forward free friend front fruit full funny future game garden girl glass gold grand grass green ground grow guitar hair half hand hang happy hard hate head hear heart heavy hero hold hole home hope horse hospital hotel hour house human hundred ice image island job join jump keep key kid kill king kitchen know land language large laugh law lead learn leave left letter level life light line lion live lives local long lose loud love lunch machine mail main man map mark market math matter meal meat meet member menu message metal middle milk mind model modern money moon mother mountain mouth move movie music name nation near news noise north note novel ocean office oil open orange order other page paint pair paper parent park part party pass path pay peace pen phone photo piece pilot plan plane plant plate play player please poem poet point police pool poor post pound power press price print prize proof pull pure push queen quick quiet race radio rain read ready real red rest rice rich ride ring river road rock role roof room rope round rule safe sail sale salt sand save scale scene school score sea seat sell sense seven shape share sharp ship shirt shoe shop short shout side sign silver sing sister size skill skin sky sleep slow smile smoke snow soap social soft soil song soon sort soul sound soup south space speak speed spell spoon sport spring stage stand star start state stay steal steel step stick stone stop store storm story street strong student study style sugar suit summer sun sure sweet swim table tail talk tall taste taxi tea teach team tell ten test text thank thick thin think third throw ticket till tiny tired title toast today tool tooth top total touch tour town toy trade train tree trip true truth turn type uncle under union unit use valley value very video view village visit voice wait walk wall want war warm wash waste watch water wave way weak wear weather west wheel white wide wife wild win wind window wine winter wish woman wonder wood word work world worry write wrong yard year yellow young zero zoo cache gb screwed heating heater pizza press photos photo music party throughput latency queue queues saturation iops uptime downtime traffic workload workloads replication timeout timeouts retention partition partitions shard shards ingestion heap swap claude cursor copilot gemini codex chatgpt slackbot robot";
