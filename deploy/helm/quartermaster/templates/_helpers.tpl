{{- define "quartermaster.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "quartermaster.fullname" -}}
{{- $name := include "quartermaster.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $full .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "quartermaster.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "quartermaster.instanceLabels" . }}
{{- end -}}

{{- define "quartermaster.instanceLabels" -}}
app.kubernetes.io/name: {{ include "quartermaster.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* The pods of the Deployment, and not the one of `helm test`. */ -}}
{{- define "quartermaster.selectorLabels" -}}
{{ include "quartermaster.instanceLabels" . }}
app.kubernetes.io/component: app
{{- end -}}

{{- define "quartermaster.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "quartermaster.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "quartermaster.image" -}}
{{- $registry := default .Values.image.registry .Values.global.imageRegistry -}}
{{- $image := printf "%s/%s" $registry .Values.image.repository | trimPrefix "/" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $image .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $image (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "quartermaster.imagePullSecrets" -}}
{{- with uniq (concat .Values.global.imagePullSecrets .Values.imagePullSecrets) }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* The host of PUBLIC_URL, without a port. */ -}}
{{- define "quartermaster.publicHost" -}}
{{- with .Values.config.PUBLIC_URL }}{{ (urlParse .).host | regexFind "^[^:]*" }}{{ end -}}
{{- end -}}

{{- /* What the restricted Pod Security Standard asks of a pod, and more. */ -}}
{{- define "quartermaster.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- with .Values.runAsUser }}
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{- define "quartermaster.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}
