/** Kinds of keys that reads leave behind: nothing that people would call a change. With the reason. */
export const onlyRemembered: Readonly<Record<string, string>> = {
  audit: "the record itself",
  "compute-rate": "remembers what the cloud said",
  "connection-health": "remembers how the latest call went",
  "cost-days": "remembers what the cloud said",
  draft: "is what someone has not submitted yet",
  "hook-rates": "counts events against a limit",
  "part-colors": "remembers how pictures look",
  picture: "is a picture for one message",
  rateLimits: "counts a person's requests",
  "request-quota": "counts requests to the cloud",
  "seen-names": "remembers names that people were shown or wrote",
  "seen-services": "remembers what the cloud said",
};
