/** A series in the documented format: the number of errors of each host. */
export const errorSeries = {
  type: "time",
  dataSource: "events",
  aggFn: "count",
  where: "level:error",
  groupBy: ["host"],
};
