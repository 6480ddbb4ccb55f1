/** Ordinary sentences of people who run databases: 1,000, always the same. None has a secret in it. */
export function ordinarySentences(): string[] {
  const filled = templates.flatMap((template, row) =>
    Array.from({ length: 20 }, (_, column) => fill(template, row * 7 + column * 3)),
  );
  return [...new Set([...written, ...filled])].slice(0, 1_000);
}

function fill(template: string, seed: number): string {
  let turn = seed;
  return template.replace(/\{(\w+)\}/g, (_, kind: string) => {
    const list = values[kind] ?? [];
    turn += 1;
    return list[turn % list.length] ?? "";
  });
}

const values: Readonly<Record<string, readonly string[]>> = {
  name: "orders prod|orders-prod-2|web-analytics-eu-west-1|session_cache|billing.v2|kafka-prod-03|payments2|ReplicatedOrders|clickhouse-7d9f8b6c5d-x2x9z|prod-eu-central-1a-orders-replica-02|CustomerEvents2025|tenant_4711_events".split(
    "|",
  ),
  id: "53f187a4-6402-4c8e-8a55-0a9b8c7d6e5f|9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08|5d41402abc4b2a76b9719d911017c592|0f9e1c2|da39a3ee5e6b4b0d3255bfef95601890afd80709|01ARZ3NDEKTSV4RRFFQ69G5FAV|4bf92f3577b34da6a3ce929d0e0e4736|00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01|C0INCIDEN1|U0ADAPARK1|i-0abcd1234ef567890|req_1732800000|sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08|1795304131548-0|vol-049df61146c4d7901".split(
    "|",
  ),
  day: "yesterday|last week|2026-11-28|on 28 Nov 2026|since 2026-11-01T10:00:00Z|Q3 2026|last month|at 14:35:10.123|in week 46|between 09:00 and 10:30".split(
    "|",
  ),
  number: "5|1,250.50|86%|4711|860 credits|€258|3.2 TB|16 GB|1_000_000|12,345,678|99.95%|250ms".split("|"),
  person: "Ada|Sam|Noor|<@U0ADAPARK1>|ada@example.com|the on-call|Mira Sol|@sam".split("|"),
  channel: "#incidents|#databases|<#C0INCIDEN1|incidents>|#team-payments-eu|the channel".split("|"),
  link: "https://grafana.example.com/d/abc123/orders-overview?from=now-6h&to=now|https://console.example.com/services/53f187a4-6402-4c8e-8a55-0a9b8c7d6e5f|https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit|https://github.com/acme/orders/pull/4211/files|http://localhost:8123/ping|https://example.com:8443/a/b?page=2#top|https://status.example.com/incidents/2026-11-28|s3://backups/orders/2026-11-28/part-0001.bin|https://example.atlassian.net/browse/OPS-1234|https://db.example.com:9440/play?user=default".split(
    "|",
  ),
  sql: "SELECT count() FROM orders WHERE created_at >= '2026-11-01'|SELECT * FROM system.query_log WHERE query_duration_ms > 1000 LIMIT 10|ALTER TABLE events ADD COLUMN user_agent LowCardinality(String)|OPTIMIZE TABLE orders FINAL|SELECT user, password_changed_at FROM users ORDER BY 2|CREATE TABLE t (id UInt64, token String) ENGINE = ReplacingMergeTree ORDER BY id|UPDATE users SET admin = true|SHOW CREATE TABLE default.sessions|SELECT toStartOfHour(event_time) AS h, uniqCombined(user_id) FROM events GROUP BY h".split(
    "|",
  ),
};

const templates = `what did {name} cost {day}
how much did {name} cost {day}?
costs of {name} by metric {day}
is there a backup of {name} {day}
restore {name} from backup {id}
details of backup {id} of {name}
who owns {name}
{person} owns {name} now
why did {name} jump by {number} {day}
what's firing on {name}
alert me when {name} is over {number}
acknowledge {id} for {person}
mute {name} until {day}
post the costs of {name} in {channel}
set a budget of {number} for {name}
stop {name} {day}
the query {id} was slow {day}
trace {id} has the error
commit {id} broke {name}
image orders:v2.3.1@{id} is deployed
look at {link} please
{link} shows {number} errors {day}
see {link} for the runbook of {name}
run {sql}
why is this slow: {sql}
{sql} takes {number}
pass the pager to {person}
pass {number} of 5 is done {day}
{person} passed the review of {name}
the pin on the map of {name} is wrong
pin the message about {name} in {channel}
the secret santa channel is {channel}
secret santa is {day}, ask {person}
rotate the secret of {name} {day}
when was the secret of {name} rotated
who rotated the signing secret of the hook {name}
the password for {name} expires {day}
the password of {name} is expired
show the password of {name} to {person}
reset the password of {name} please
why does {name} ask for a password
is the password of {name} stored anywhere
the password policy of {name} changed {day}
{person} forgot the password of {name}
the token of {name} expires {day}
list the tokens of {person}
revoke the token {name} {day}
which token does {name} use
the token limit of {name} is {number}
my key for {name} was revoked {day}
api keys of {name} are in the vault
credentials of {name} are wrong since {day}
login to {name} fails since {day}
{person} can't log in to {name}
the bearer of this message is {person}
my login is {person}
connect {name} with env:CLICKHOUSE_KEY
use vault:secret/data/{name}#password for {name}
the secret is file:/run/secrets/llm_key
set PASSWORD to $DB_PASSWORD for {name}
node {name} has {number} free {day}
{id} and {id} are the same
host {name}.db.example.com:9440 refuses connections
ping {name}.eu-west-1.aws.example.com:8123
scale {name} to {number}
{name} runs 24.8.5.115 with {number}
arn:aws:sns:eu-west-1:123456789012:{name} sends nothing
arn:aws:iam::123456789012:role/{name} may read backups
{person}: please look at {name} {day}
owner:{person} team:payments for {name}
created by {person} at {day}, id {id}
deploy {id} to {name} failed with ECONNREFUSED 10.0.0.9:9000
{name} is at {number}, was {number} {day}
error DB::Exception: Memory limit (total) exceeded on {name}
Code: 241. DB::Exception: {sql}
how do I export {name} as terraform
give {person} the operator role in {channel}
what did {person} change {day}
who changed {name} {day}
no alerts from {name} {day}, is the hook broken?
heartbeat of {name} every 5m grace 2m
merge request !4211 for {name} by {person}
PR #4211 renames {name}
ticket OPS-1234 is about {name}
{name} uses AWS_REGION=eu-west-1 and {number}
set max_memory_usage=10000000000 on {name}
export LOG_LEVEL=debug for {name}
ReplicatedMergeTree('/clickhouse/tables/{name}', '1')
compare {name} with {name} {day}
thanks {person}, {name} is fine again
good morning {person}, how is {name}?
the on-call pass is with {person} until {day}
map pin {number} is {name}
password rotation of {name} is {day}
we share the pw manager with {person}
{person} has the passphrase of {name}`.split("\n");

const written = `what did we spend last week
alerts hooks escalate login <!subteam^S0ONCALL> after 12
post the secret rota in <#C0123456789ABCDEFGHIJK|alerts>
pass the pager to Ada
the pin on the map
post it in the secret santa channel
the password is wrong
the password is expired again
the password isn't accepted
is the password required?
the password was changed yesterday
the password is too short
what is the password for orders
where is the password of orders prod
who may see the password
the password for orders is in the vault
the password for orders is still the same
the password: who can rotate it?
topic of today: password rotation
passwords are rotated every 90 days
a secret is stored in the vault
our secret: good coffee
the secret is out
the secret to good sleep is a quiet pager
token based login is on
the token is valid for 30 days
my token doesn't work
tokens: how many are there?
credentials are checked every hour
the api key is read from the environment
the key is under the mat
pin this message
pins: 3
the pin is loose
PIN pads are broken in the office
pass on the message to Sam
did the check pass: yes
pass rate is 99.5%
tests pass on node 24.22.1
pwd shows /home/ada
cd /srv && pwd
pw stands for password
mot de passe oublié
Passwort vergessen
das Passwort ist falsch
das Passwort ist abgelaufen
the login page is slow
login with SSO is broken
log in with Slack
the bearer token is missing
authorization is off for viewers
basic authorization is deprecated
set password to something else
don't type a password here
why do you ask for my password?
I changed my password, is that ok
password manager for the team
/db alerts hooks create checkout #incidents
/db costs 16 Nov 2026 to 22 Nov 2026 by metric
/db backups details orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f
/db admin connect acme https://api.example.com org env:KEY_ID env:KEY_SECRET
/db admin access grant @sam operator #databases
key rotation is due on 2026-12-01
the primary key is (user_id, event_time)
order by is the sorting key
partition key toYYYYMM(event_time)
sharding key cityHash64(user_id)
a foreign key to orders.id
redis key qm:T0ACME0001:audit has no ttl
what does ECONNRESET mean
is p99 over 250ms at 14:00?
5xx since 12:30 at the load balancer
k8s says CrashLoopBackOff
grafana.example.com/d/abc is down
the docs are at docs.example.com:8080/guide@2
git@github.com:acme/orders.git
ssh ada@bastion.example.com
mail ada@example.com and cc:sam@example.com
redis:7.2@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
2026-11-28T15:00:00Z to 2026-11-28T16:00:00Z
UTC+01:00 is our zone
10.0.0.0/8 and 192.168.0.0/16 are ours
fe80::1ff:fe23:4567:890a is the address
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36
version 24.8.5.115-lts of ClickHouse
max_concurrent_queries_for_all_users=100
MergeTreeBackgroundExecutorThreads are busy
SystemAsynchronousMetricsRefreshInterval
TotalNumberOfActivePartsInMergeTree2
java.lang.IllegalStateException at com.acme.orders.OrderRepository
ProvisionedThroughputExceededException
thisisaverylongwordwithoutanyspaceinit
internationalization2026working
Donaudampfschifffahrtsgesellschaftskapitän
supercalifragilisticexpialidocious
antidisestablishmentarianism
the build is 20261128.4
#incidents-2026-11-28-orders-prod-is-down
orders_prod_replica_02_eu_west_1_backup_2026_11_28`.split("\n");
