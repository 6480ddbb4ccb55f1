/** A series as the documents show it: how many errors each host had. */
export const errorSeries = {
  type: "time",
  dataSource: "events",
  aggFn: "count",
  where: "level:error",
  groupBy: ["host"],
};
