import { z } from "zod";
import { id, service } from "../../../platform/commands/arguments.ts";
import { entry } from "../../../platform/commands/entry.ts";
import { ServiceData, ServicesData } from "./data.ts";
import { listAsks } from "../asks.ts";

/** What can be asked for about the list of services. */
export const entries = {
  list: entry({
    asks: listAsks.list,
    name: "services_list",
    title: "Services",
    summary: "Lists your services with their state, size and last backup.",
    effect: "read",
    isTool: true,
    args: z.object({ after: service.optional().describe("The last name of the page before") }),
    words: ({ after }) => ["services", after && `after ${after}`],
    result: ServicesData,
  }),
  show: entry({
    asks: listAsks.show,
    name: "services_show",
    title: "A service",
    summary: "Shows everything about one service.",
    effect: "read",
    opens: true,
    isTool: true,
    args: z.object({ service }),
    words: ({ service }) => ["services show", service],
    result: ServiceData,
  }),
  add: entry({
    asks: listAsks.add,
    name: "services_add",
    title: "Add a service",
    summary: "Adds a service that exists by its id.",
    effect: "change",
    args: z.object({ id: id.describe("The service's id"), name: service.describe("Its name here") }),
    words: ({ id, name }) => ["services add", id, name],
  }),
  forget: entry({
    asks: listAsks.forget,
    name: "services_forget",
    title: "Forget a service",
    summary: "Takes a service off the list. The service itself stays.",
    effect: "change",
    args: z.object({ service }),
    words: ({ service }) => ["services forget", service],
  }),
  terraform: entry({
    asks: listAsks.terraform,
    name: "services_terraform",
    title: "Services as Terraform",
    summary: "Writes a service, or all of them, as Terraform with import blocks.",
    effect: "read",
    args: z.object({ service: service.optional().describe("The service. Without it, all of them") }),
    words: ({ service }) => ["services terraform", service ?? "all"],
  }),
};
