import { type AwsOptions, awsClient, isMissing } from "./client.ts";
import { type SecretScheme, storeScheme, unusable } from "../scheme.ts";

/** Secrets in AWS Secrets Manager, by name or ARN: whole as `aws:acme`, or a field of a JSON object as `aws:acme#secret`. */
export function awsScheme(options: AwsOptions): SecretScheme {
  const send = awsClient(options);
  return storeScheme({
    name: "aws",
    usage:
      "the name or ARN of a secret, and to read one of its fields that field, such as aws:acme/cloud#secret",

    addressOf(text) {
      // AWS: a name has letters, digits and /_+=.@-, and an ARN also has colons.
      const pattern = /^(arn:[\w-]+:secretsmanager:[\w-]+:\d+:secret:)?[\w/+=.@-]{1,512}$/;
      return pattern.test(text) ? text : undefined;
    },

    async readText(SecretId, task) {
      const { SecretString } = await send(task, (client, options) =>
        client.getSecretValue({ SecretId }, options),
      );
      if (SecretString === undefined)
        throw unusable(task.reference, "holds bytes. Put the secret there as text");
      return SecretString;
    },

    async write(SecretId, fields, task) {
      const SecretString = JSON.stringify(fields);
      await send(task, async (client, options) => {
        try {
          await client.putSecretValue({ SecretId, SecretString }, options);
        } catch (error) {
          if (!isMissing(error)) throw error;
          await client.createSecret({ Name: SecretId, SecretString }, options);
        }
      });
    },

    async remove(SecretId, task) {
      // Otherwise AWS keeps it for weeks. The answer is the same if there is none.
      const now = { ForceDeleteWithoutRecovery: true };
      await send(task, (client, options) => client.deleteSecret({ SecretId, ...now }, options));
    },
  });
}
