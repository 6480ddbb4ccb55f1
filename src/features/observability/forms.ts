import type { Form } from "../../platform/forms/form.ts";
import { createAlertForm } from "./alert-rules/create-form.ts";
import { deleteAlertForm } from "./alert-rules/delete-form.ts";
import { changeTileForm } from "./tiles/change-form.ts";
import { createDashboardForm } from "./dashboards/create-form.ts";
import { deleteDashboardForm } from "./dashboards/delete-form.ts";
import { duplicateDashboardForm } from "./dashboards/duplicate-form.ts";
import { editDashboardForm } from "./dashboards/edit-form.ts";
import { editAlertForm } from "./alert-rules/edit.ts";
import { addTileForm, removeTileForm } from "./tiles/remove-form.ts";

/** The forms that change dashboards and alerts, a line each. */
export const observabilityForms: readonly Form[] = [
  createDashboardForm,
  editDashboardForm,
  addTileForm,
  changeTileForm,
  removeTileForm,
  duplicateDashboardForm,
  deleteDashboardForm,
  createAlertForm,
  editAlertForm,
  deleteAlertForm,
];
