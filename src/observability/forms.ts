import type { Form } from "../forms/form.ts";
import { createAlertForm } from "./alerts/create-alert-form.ts";
import { deleteAlertForm } from "./alerts/delete-alert-form.ts";
import { editAlertForm } from "./alerts/edit-alert-form.ts";
import { addTileForm } from "./dashboards/add-tile-form.ts";
import { changeTileForm } from "./dashboards/change-tile-form.ts";
import { createDashboardForm } from "./dashboards/create-dashboard-form.ts";
import { deleteDashboardForm } from "./dashboards/delete-dashboard-form.ts";
import { duplicateDashboardForm } from "./dashboards/duplicate-dashboard-form.ts";
import { editDashboardForm } from "./dashboards/edit-dashboard-form.ts";
import { removeTileForm } from "./dashboards/remove-tile-form.ts";

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
