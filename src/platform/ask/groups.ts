/**
 * Words that mean the same in this field, by the word that calls name them with. In their basic form, because others are
 * found by it: "=ran" is only itself. "shut_down" is both words in a row, and "turn~off" up to four words apart.
 */

/** What can be done. A change is only read where one of its words says what to do. */
export const actions: Readonly<Record<string, string>> = {
  create:
    "create make new provision spin_up spin~up set_up set~up setup launch build deploy stand_up stand~up fire_up roll_out bring_up whip_up define establish bootstrap generate craft spawn another fresh open register prepare start conjure instantiate knock_up throw_together get_me bring_to_life whip~up",
  want: "want haz need =like give require would_like could_use can_have would_love ask_for order love looking_for request use =get im_after i'm_after can_i_have could_i_have can_we_have gimme give_me",
  delete:
    "delete yank remove drop destroy kill nuke wipe get_rid erase trash bin scrap discard purge ditch tear_down tear~down decommission terminate throw_away throw_out throw~away =rm =del axe zap eliminate toss chuck junk dispose take_away take~away take_out take_off take~off can_go should_go may_go could_go go_away dies die blow_away strike cross_off retire rid =lose",
  end: "end =stop =stops cancel =quit disable turn_off turn~off switch_off switch~off no_more no_longer any_more anymore discontinue cease unsubscribe call_off deactivate abolish enough_of unschedule not_need not_want never_again end~early =off lift withdraw revoke undo clear any_longer stop~ing not_post not_send not_mention unfollow go_away can_go should_go disconnect leave_out do_without done_with do~without is_over",
  stop: "=stop =stops =stopped shut_down shutdown shut~down shut_off shut~off halt pause suspend turn_off turn~off switch_off switch~off power_off power~off power_down power~down take_down take~down take~offline bring_down bring~down hibernate park freeze hold go_offline put~to_sleep scale~to_zero spin_down spin~down lights_out wind_down close_down knock~off",
  start:
    "start kick~on boot turn_on turn~on switch_on switch~on power_on power~on power_up power~up bring~back bring~up bring_up unpause resume reactivate fire_up fire~up back_on back_up_and_running bring~back_up get~back_up start~again spin~up bring~online back_online enable continue unfreeze turn~back_on come_back wake_up wake~up revive get~going get~up",
  wake: "wake awake asleep more_time rouse stay_on stay_up keep_on keep_up keep~up keep_it_up leave~on keep~on more_hours =longer need~up want~up up_for on_for",
  pause:
    "pause nothing~from suspend hold stop mute silence disable halt freeze quiet quieten hush shush gag put~on_hold turn_off turn~off switch_off switch~off shut_up shut~up deactivate take~offline block stop_sending",
  resume:
    "resume unpause un-pause restart continue reactivate reenable re-enable enable unfreeze activate turn_on turn~on switch_on switch~on unsilence back_on turn~back_on go_live wake start~again bring_back bring~back start let~through allowed_to_post can_post post_again",
  change:
    "change edit modify adjust update alter tweak fix correct rework reword revise amend reconfigure configure",
  resize:
    "resize scale rescale upsize downsize bump grow shrink scale_up scale_down scale~up scale~down beef_up more_memory more_ram enlarge gb~ram want~memory want~ram more~memory out_of_memory upgrade~size add~replica beefier double halve let~ip add~ip whitelist allowlist open_up =bigger =smaller =larger bulk_up slim_down step_up step_down cut_down scale_back",
  set: "set make put give use want need add let assign choose have take name route turn configure define apply raise =lower increase decrease change update bump become should must can move switch point",
  rename: "rename call name retitle be_called be~called called",
  copy: "copy duplicate clone replicate another~like same_as one_like dup dupe twin =cp",
  add: "add put include register append attach onboard import track track~too",
  forget:
    "forget out_of_list unlist untrack hide delist unregister unfollow prune stop~track stop~list not~list take~off drop~off remove~from",
  list: "list show open overview see exist how_many inventory =ls history display view print glance enumerate",
  post: "post send share publish deliver drop push announce put mail email report forward give get tell show paste drip message land",
  share:
    "share publish post~here post~channel put~here show~everyone tell~everyone let~everyone everyone~see everybody~see all~see with_everyone with_channel to_everyone public publicly broadcast circulate announce visible paste~here drop~here tell~everybody show~everybody let~everybody tell~all tell_team show_team tell~channel show~channel with_team with_everybody for_everyone for_everybody everyone~know everybody~know in_front_of",
  schedule:
    "schedule =every each daily weekly monthly recurring regular regularly automatic automatically subscribe per weekday weekdays monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays morning once automate",
  again:
    "reread re-read refetch re-fetch refresh reload recalculate recompute resync reimport recheck redo repull requery backfill fetch~again read~again load~again pull~again get~again once_more again look_off seem_off look_wrong wrong correct~figure re-sync re-pull re-import sync fetch",
  warn: "warn alert tell notify ping let~know shout yell scream holler inform page flag nudge buzz heads_up complain give~shout drop_line need_to_know bug message want_to_know hear mention tag call told nag pester poke prod_us",
  watch:
    "watch monitor keep_eye keep~eye look_after supervise observe guard keep_watch watch_over watcher track =watches babysit watchful",
  restore:
    "restore recover roll_back roll~back rollback bring_back bring~back want~back get_back get~back revert undelete rewind go_back reinstate clone recreate out_of~backup from_backup reset_to turn_back wind_back",
  test: "test poke try dry-run simulate trial send~test send~dummy send~sample check verify probe dummy sample",
  replay: "replay re-run rerun run~again would_have happened simulate backtest look_back",
  retry:
    "retry try~again resend repost redeliver send~again post~again deliver~again re-send re-post replay another_try push~again again",
  acknowledge:
    "acknowledge ack acked on_it got_it take take_it mine claim handle looking_into have_it working_on i_will_take pick_up own ill_take i_am_on im_on i'm_on looking_at will_look taking_it ill_handle is_mine im_taking",
  snooze:
    "snooze hold~back remind~later =later wake~later postpone defer come_back_to quiet~until hush~until remind~in later_please get_back_to put~off push~back leave_me_alone leave_us_alone can_wait",
  mute: "mute silence quiet hush shush suppress gag ignore shut_up shut~up stop~page stop~ping stop~bug not_bug stop~alert stop~notify stop~tell no_pings",
  unmute:
    "unmute lift unsilence unhush let~through listen_again hear~again stop~mute end~mute lift~mute mute~off",
  give: "give grant make allow let promote assign hand should can may must set elevate add need become upgrade permit be have as entitle =gets",
  revoke:
    "revoke yank take~from take~back take~away take_away remove withdraw strip demote lose not_be not_need not_have leave left no_longer delete drop downgrade kick_out cut_off =left end invalidate block cancel expire deactivate disable steal =stolen rescind",
  rotate:
    "rotate renew replace new_key new_secret new_token regenerate reissue roll swap refresh expire change leak leaked =expired cycle roll_over",
  connect: "connect hook_up hook~up link integrate plug_in join wire_up add attach onboard set_up~cloud",
  disconnect: "disconnect unhook unlink detach remove delete drop cut",
  approve:
    "approve approval sign_off sign-off signoff the_ok my_ok your_ok an_ok ok_of a_yes yes_from yes_of green_light review consent permission approver =sign say_yes says_yes greenlight thumbs_up blessing sign~off",
  allow:
    "allow no_new limit restrict only may can forbid deny nobody no_one prevent block not_let cap at_most should restrict disallow reject refuse",
  explain:
    "explain help teach how_do how_does how_to guide tutorial documentation docs manual instructions usage introduction meaning what_does mean what_is used_for understand purpose",
  csv: "csv spreadsheet excel xls xlsx sheet sheets as_file as_a_file into_file export download dump file attachment attach attached",
  export: "export download dump extract as_file as_a_file file print attach",
  apply: "apply import load upload restore",
  find: "find search look_for is_there looking_for is_there_a are_there_any have_a got_a",
};

/** What it is about. */
export const things: Readonly<Record<string, string>> = {
  cost: "cost run_us ran_us set_us_back costing spend spending spent bill bills price pricing pricey expensive cheap cheaper pay paid money expense expenditure invoice charge much~burn =burn =burned =burnt =burns fee credit credits dollar euro buck cash costly costlier costliest priciest dearest outlay consumption damage tab set~back cost-wise money-wise set_back shell_out fork_out run_up burn_rate financials finops spender spenders outgoings dough splash_out rack_up usage_charges owe quid",
  backup:
    "backup backups snapshot restore_point back_up back~up backed_up bkup bkups recovery_point backups_up dump save_point recovery_points =saved",
  late: "late old age fresh recent latest newest last overdue missing fail failed success successful ok good nightly safe stale work through without~backup",
  service:
    "service environment database db instance cluster server warehouse node box svc data_base postgres mysql clickhouse mariadb",
  facts:
    "endpoint host port region size state status version running up connect address url memory ram replica =provider cloud alive ok healthy reachable down connection_string connect_to hostname uri dsn detail specs spec info shape configured where live card doing well fine ip how_big how_many_replicas uptime engine tier",
  preset:
    "preset template blueprint =starter =starters profile boilerplate recipe flavor flavour predefined starting_point =canned",
  terraform: "terraform hcl tf opentofu tofu infrastructure_as_code iac",
  expiry:
    "expire expires expiry expiring about_to_die about_to_go dying expiration end_date lifetime ttl go_away lapse run_out extend self-destruct due_to_go sunset time_to_live goes_away due~deletion end lease deadline expiration_date self_destruct make~permanent",
  keep: "keep need~until extend prolong retain hold_onto leave =expire =expires give~more stick_around stay_for stay_until let~live live_on live_forever stay_alive let~stay",
  hours:
    "hours fixed_hours office_hours working_hours business_hours running_hours sleep uptime_hours opening_hours schedule go_to_bed bedtime timetable timetables clock =timer",
  always: "always_on round_the_clock around_the_clock 24/7 day_and_night all_the_time nonstop non-stop",
  run: "run only_run running up only awake online active on",
  owner:
    "owner own owns owned responsible belong belongs whose maintainer maintain in_charge look_after stewards steward contact responsibility ownership unowned ownerless orphaned take_over taking_over looks_after point_person accountable who~bug who~talk_to who~contact who_should_i_ask who_to_ask who~ask_about person_for whose_baby who~in_charge",
  team: "team squad department group",
  mondays:
    "digest monday mondays monday_digest mondays_digest monday_summary my_stuff weekly_digest summary concern concerns roundup round-up",
  focus: "focus finops",
  page_of:
    "month_page forecast forecasted =projection =projected monthly_page month_end monthly_review review monthly_overview monthly_statement =page one-page one-pager one_pager",
  anomaly:
    "anomaly anomalies went_crazy go_crazy went_wild unusual weird weirdly oddly strangely unusually strange odd fishy more_than_usual more_than_normal than_usual =spikes outlier abnormal abnormality irregular irregularity out_of_the_ordinary",
  savings:
    "saving savings waste wasted wasting idle oversized underused unused cut save throw~money burn~money money~window too_big overprovisioned optimise optimize reduce trim cheaper cut~cost save~money rightsize downsize nobody~uses no_one_uses not_used for_nothing pay~anything",
  report:
    "report digest summary update scheduled_posts posts postings =mailing roundup recap newsletter rundown",
  budget:
    "budget ceiling allowance cap go_over goes_over exceed exceeds overspend overspent over_budget blow blew spending_limit limit bust spend_more spends_more spends_over go_above above over not_spend cost_more max maximum stay_under keep~under no_more_than at_most spending_cap purse",
  alert:
    "alert anything_open what_open whats_open what_is_open alarm incident firing fire problem issue outage trouble emergency burning red going_off go_off ringing beeping =alerting triggered wake_me on_fire attention wrong =page =paging =paged =pages =broken",
  open: "open active current unresolved ongoing outstanding live unacknowledged unacked acknowledged acked snoozed worry attention quiet calm green look_at",
  rule: "rule rules alert_rule monitor condition alarm_rule detector threshold",
  rules: "rule rules routing route routed filter",
  severity: "critical criticals error errors warning warnings info severity",
  would: "would would_happen would~go would~end would~do would_have",
  trace:
    "trace path way journey trail delivery debug follow happen became happened stuck reach arrive arrived delivered delayed get_here history route track go end_up",
  timeline: "timeline chronology post-mortem postmortem sequence chronicle =story",
  noise:
    "noise fire_all_the_time keep_fire nobody_does_anything noisy noisiest spam loud annoying chatty false_alarm flap flapping flappy unactionable crying_wolf for_nothing useless_page useless_alert too_many_page too_many_alert cry_wolf",
  undelivered:
    "undelivered dead_letter dead-letter deadletter bounce bounced unsent unposted not_delivered not_arrive not_get not_reach never_got never_arrived never_came not_come undeliverable fail_to~post vanish vanished fail_to~deliver never_reached never_made never_make not_make refused rejected could_not~post could_not~deliver fell_through get_through fall_through unable_to~post =lost =missed =missing =stuck =swallowed =dropped~alert =dropped_alerts alert~dropped get~lost lose~alert swallow~alert swallow~our_alerts never_showed not_show not_come_through not_land not_make_it",
  hook: "hook webhook receiver integration inbound url alertmanager =sender =senders come_in_from come_from come_in alerts~go alert~go",
  secret: "secret signing_key token key signature password",
  old: "old previous former former",
  map: "map mapping field fields label attribute title",
  fallback:
    "fallback not_post should_go fall_back backup_channel otherwise if~not instead plan_b unable_to~post default_channel cannot_post in_case~broken in_case channel~dead channel~down channel~gone own_channel",
  escalate:
    "escalate escalation escalations escalates unacknowledged unacked nobody_acks not_ack no_one_acks nobody_reacts not_react if_nobody no_ack no_reaction nobody_answers no_one_answers nobody~picks",
  broadcast: "broadcast also_send thread threads also_channel reply_in_channel worse get_worse",
  observe: "observe ask belong belongs concern linked_to tied_to link monitors watches",
  mutes: "=mutes =muted =silenced =silences =suppressed list_of_mutes what~mute",
  maintenance:
    "maintenance maintenances planned_work planned_downtime downtime quiet_window quiet_hours change_window maintenance_window planned_outage patch_window change_freeze planned_maintenance patching",
  heartbeat:
    "heartbeat send_nothing heartbeats beat beats dead_man's_switch deadman watchdog silent stops_sending hear_nothing check_in goes_quiet go_quiet no_news silence_as treat~silence expect",
  rota: "rota roster ical icalendar calendar schedule shifts shift_plan rotation",
  handover:
    "handover hand-over hand_over hand~over pagerduty pager_duty pass_on takeover take_over handing~over hand~to",
  oncall:
    "on_call hold_pager who_has_rotation has_rotation on-call oncall on_duty take_over_from takes_over_from relieve relieve_me pager duty shift call_out has_pager on_shift carries wake_up standby stand-by night_shift who_do_i_call who_to_call first_responder standing_by on_rotation whos_next whos_on who_on on_after up_next next_up next_on who_is_next",
  dashboard:
    "dashboard dash board graph chart panel visualisation visualization picture grafana_board graphs",
  tile: "tile panel widget chart graph",
  source:
    "source sources data_source datasource data-source dataset data_set feed chart_from read_from metrics_available",
  admin: "admin administration admin_window admin_panel settings admin_page control_panel",
  role: "role roles access permission permissions =rights allowed privilege privileges may operator viewer admin admins operators viewers authorised authorized who_am_i am_i allowed_to who~admin whos~admin rights_of who_can",
  limit: "limit limits restriction restrictions cap caps quota maximum at_most",
  policy:
    "approval approvals sign-off sign_off signoff the_ok my_ok your_ok an_ok ok_of a_yes yes_from approve approved pending waiting request requests review permission greenlight thumbs_up",
  workflow: "workflow workflows automation without_asking",
  audit: "audit audit_log audit_trail trail change_log changelog activity_log",
  acted:
    "who~change who~touch who~delete who~pause who~create who~stop who~remove who~edit who~break who~rotate who~restore who~resize who~look who~mess who~fiddle who~mute who~add who~drop who~kill who~set who~shut who~grant who~run who~start anyone~change anybody~fiddle anybody~touch anyone~touch somebody~touch someone~change someone~touch someone~fiddle did~change everything~touched changes_to changes_by action_of actions_of actions has~been_up_to been_up_to who~done what_=did who_=did =did_anything been_changing has~changed has~changing what_has~been who_is_behind whodunnit who~approve who~scale who~see who~view who~read everything~do all~do anything~do =touched =fiddled",
  mirror: "mirror mirrored posted copy stream post posting entries entry",
  connection: "connection connections cloud clouds account accounts observability grafana prometheus",
  default: "default standard main primary go_to",
  price: "price rate credit_price worth cost_of_a_credit credit costs a_credit =costs =cost",
  key: "key keys credential credentials api_key secret token",
  token: "token tokens mcp api_token access_token api_tokens bearer",
  program: "program programs assistant bot agent script laptop ai client ide machine robot integration bots",
  health:
    "wired set_up_ok set_up_fine set_up_well set_up_properly act_weird act_strange act_odd check~work wired_up set~correctly set_up_correctly health_check check-up checkup run_check run~check hook_up~right hook_up_properly doctor self-test self_test selftest diagnose diagnosis diagnostics health healthy set_up_right setup_right configured misconfigured check_yourself something_off off_with off~bot set_up~right wrong_with_you wrong_with_bot sanity_check working properly right",
  file: "file yaml yml json as_code config gitops",
  workspace: "workspace everything whole setup configuration all settings",
  command:
    "command commands help can_you_do you_do able_to_do use_you confused new_here get_started feature features option options am_stuck im_stuck i'm_stuck work_with_you =lost",
};

/** What may stand around it, and says more of the same. */
export const qualifiers: Readonly<Record<string, string>> = {
  trend:
    "trend develop development go_up go_down rise grow growth jump spike climb increase decrease drop explode surge swing =higher =lower compare compared than usual normal average change difference delta evolve up down rise rose more less so_high so_much a_lot hike",
  ranking:
    "most top biggest largest highest worst lowest smallest heaviest rank ranked sort least leading five three ten 5 3 10",
  split:
    "by per split break_down breakdown group each drive driver behind cause caused responsible contributor culprit share part type kind category component resource day_by_day storage compute network traffic egress why =up_of made_up eat eats eating",
  amount:
    "left remaining remain how_much come_to came_to total tot sum amount_to so_far in_total all_in to_date figures numbers footing work_out end_up altogether overview summary rundown statement use used up picture chart ",
  about: "about any named called mention contain cover include match",
  duration: "how_long until_when how_much_longer",
  people: "finance cfo accounting controller controlling bookkeeping boss auditor auditors compliance",
  time: "now today tonight tomorrow early lately since until next time soon already still",
};
