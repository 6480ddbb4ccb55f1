import { setSessionStatus } from "./agents.ts";
import { apiTest } from "./api.ts";
import { openConnection, uninstallApp } from "./apps.ts";
import { authRevoke, authTest } from "./auth.ts";
import { botInfo } from "./bots.ts";
import { deleteMessage, getPermalink, postEphemeral, postMessage, updateMessage } from "./chat.ts";
import { conversationHistory, conversationReplies } from "./conversation-history.ts";
import {
  archiveConversation,
  joinConversation,
  leaveConversation,
  openConversation,
  unarchiveConversation,
} from "./conversation-membership.ts";
import { conversationInfo, conversationMembers, listConversations } from "./conversations.ts";
import { presentDetails } from "./entity.ts";
import { completeUpload, fileInfo, getUploadUrl } from "./files.ts";
import { completeError, completeSuccess } from "./functions.ts";
import type { Method } from "./method.ts";
import { oauthAccess } from "./oauth.ts";
import { addReaction } from "./reactions.ts";
import { teamInfo } from "./team.ts";
import { listUserGroups, listUserGroupUsers } from "./user-groups.ts";
import { unfurlLinks } from "./unfurl.ts";
import { listUsers, lookUpByEmail, userInfo, userProfile } from "./users.ts";
import { openView, publishView, pushView, updateView } from "./views.ts";

/** Every served Web API method, by Slack's name. A new one is one line here. */
export const methods: Readonly<Record<string, Method>> = {
  "agents.sessions.setStatus": setSessionStatus,
  "api.test": apiTest,
  "apps.connections.open": openConnection,
  "apps.uninstall": uninstallApp,
  "auth.revoke": authRevoke,
  "auth.test": authTest,
  "bots.info": botInfo,
  "chat.delete": deleteMessage,
  "chat.getPermalink": getPermalink,
  "chat.postEphemeral": postEphemeral,
  "chat.postMessage": postMessage,
  "chat.unfurl": unfurlLinks,
  "chat.update": updateMessage,
  "conversations.archive": archiveConversation,
  "conversations.history": conversationHistory,
  "conversations.info": conversationInfo,
  "conversations.join": joinConversation,
  "conversations.leave": leaveConversation,
  "conversations.list": listConversations,
  "conversations.members": conversationMembers,
  "conversations.open": openConversation,
  "conversations.replies": conversationReplies,
  "conversations.unarchive": unarchiveConversation,
  "entity.presentDetails": presentDetails,
  "files.completeUploadExternal": completeUpload,
  "files.getUploadURLExternal": getUploadUrl,
  "files.info": fileInfo,
  "functions.completeError": completeError,
  "functions.completeSuccess": completeSuccess,
  "oauth.v2.access": oauthAccess,
  "reactions.add": addReaction,
  "team.info": teamInfo,
  "usergroups.list": listUserGroups,
  "usergroups.users.list": listUserGroupUsers,
  "users.info": userInfo,
  "users.profile.get": userProfile,
  "users.list": listUsers,
  "users.lookupByEmail": lookUpByEmail,
  "views.open": openView,
  "views.publish": publishView,
  "views.push": pushView,
  "views.update": updateView,
};
