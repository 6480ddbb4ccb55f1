{{- /* Ends with one sentence if a required value is missing, or two values don't fit. */ -}}
{{- define "quartermaster.check" -}}
{{- if not .Values.image.repository }}
{{- fail "Set image.repository to the path of your image, such as acme/quartermaster." }}
{{- end }}
{{- include "quartermaster.checkSecrets" . }}
{{- if not .Values.extraEnvFrom }}
{{- include "quartermaster.checkMissing" . }}
{{- end }}
{{- end -}}

{{- define "quartermaster.checkSecrets" -}}
{{- $files := include "quartermaster.fileSecrets" . | fromYaml -}}
{{- range $name := include "quartermaster.secretNames" . | fromYamlArray }}
{{- if not (include "quartermaster.secretName" (dict "root" $ "name" $name)) }}
{{- fail (printf "Set existingSecret to the name of the Secret that has %s." $name) }}
{{- end }}
{{- $setting := default $name (get $files $name) }}
{{- if get $.Values.config $setting }}
{{- fail (printf "Remove either config.%s or secrets.%s: they are the same setting." $setting $name) }}
{{- end }}
{{- end }}
{{- range $name := list "REDIS_URL" "HTTPS_PROXY" "HTTP_PROXY" }}
{{- if regexMatch "(^|://)[^/]*:[^/@]*@" (default "" (get $.Values.config $name)) }}
{{- fail (printf "Move %s from config to your Secret and to secrets: it has a password in it." $name) }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* The names of all settings that are given, one a line. */ -}}
{{- define "quartermaster.givenNames" -}}
{{- $files := include "quartermaster.fileSecrets" . | fromYaml -}}
{{- range $name, $value := .Values.config }}{{ if $value }}{{ $name }}{{ "\n" }}{{ end }}{{ end -}}
{{- range $name := include "quartermaster.secretNames" . | fromYamlArray }}{{ default $name (get $files $name) }}{{ "\n" }}{{ end -}}
{{- range .Values.extraEnv }}{{ .name }}{{ "\n" }}{{ end -}}
{{- end -}}

{{- /* What the app would refuse to start without. */ -}}
{{- define "quartermaster.checkMissing" -}}
{{- $given := include "quartermaster.givenNames" . | splitList "\n" -}}
{{- $isSocket := has "SLACK_APP_TOKEN" $given -}}
{{- $isInstallable := has "SLACK_CLIENT_ID" $given -}}
{{- $needs := list (list "ENCRYPTION_KEYS" "Add ENCRYPTION_KEYS to secrets: it encrypts everything secret in Redis.") -}}
{{- $needs = append $needs (list "REDIS_URL" "Add REDIS_URL to secrets, or set config.REDIS_URL if the address has no password in it.") -}}
{{- if not $isSocket }}
{{- $needs = append $needs (list "SLACK_SIGNING_SECRET" "Add SLACK_SIGNING_SECRET to secrets, or SLACK_APP_TOKEN for Socket Mode.") -}}
{{- end }}
{{- if or $isInstallable (not $isSocket) }}
{{- $needs = append $needs (list "PUBLIC_URL" "Set config.PUBLIC_URL to the https address at which Slack reaches the app.") -}}
{{- end }}
{{- if $isInstallable }}
{{- $needs = append $needs (list "SLACK_CLIENT_SECRET" "Add SLACK_CLIENT_SECRET to secrets: SLACK_CLIENT_ID needs it.") -}}
{{- else }}
{{- $needs = append $needs (list "SLACK_BOT_TOKEN" "Add SLACK_BOT_TOKEN to secrets, or SLACK_CLIENT_ID to let workspaces install the app.") -}}
{{- $needs = append $needs (list "CLOUD_BASE_URL" "Set config.CLOUD_BASE_URL to the address of your cloud's management API.") -}}
{{- $needs = append $needs (list "CLOUD_ORGANIZATION_ID" "Set config.CLOUD_ORGANIZATION_ID to your organization's id in the cloud.") -}}
{{- $needs = append $needs (list "CLOUD_KEY_ID_REF" "Add CLOUD_KEY_ID to secrets, or set config.CLOUD_KEY_ID_REF to where it is stored.") -}}
{{- $needs = append $needs (list "CLOUD_KEY_SECRET_REF" "Add CLOUD_KEY_SECRET to secrets, or set config.CLOUD_KEY_SECRET_REF to where it is stored.") -}}
{{- end }}
{{- range $needs }}
{{- if not (has (first .) $given) }}{{ fail (last .) }}{{ end }}
{{- end }}
{{- end -}}
