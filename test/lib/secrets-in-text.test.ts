import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { holdsSecret, withoutSecret } from "../../src/lib/secrets-in-text.ts";
import { ordinarySentences } from "./ordinary-sentences.ts";

const secrets = [
  "why is it slow at postgresql://admin:S3cr3tPw9@db.example.com:5432/orders",
  "connect mysql://root:toor@10.0.0.9/orders for me",
  "use clickhouse://default:hunter2pass1@10.0.0.5:9000",
  "redis://:onlyaword@cache.internal:6379 is down",
  "mongodb+srv://app:p@ssw/rd@cluster0.example.net/test",
  "amqp://guest:guest@rabbit:5672 refuses",
  "https://ada:letmein@grafana.example.com/d/abc",
  "jdbc:postgresql://db.example.com/orders?user=app&password=swordfish",
  "ftp://backup:Winter@files.example.com",
  "my pw hunter2-Fall-2026!",
  "my pw is hunter2",
  "pass: Tr0ub4dor&3",
  "pwd=Tr0ub4dor3",
  "orders secret=abc12",
  "secret: abc12",
  "Kennwort: Sommer2026!",
  "das Passwort ist Sommer2026",
  "Passwort für orders lautet Katze99!",
  "mot de passe : soleil2026",
  "le mot de passe est Soleil!2026",
  "mdp=Chocolat1",
  "la contraseña es Verano2026",
  "contraseña: gatito",
  "a senha é Brasil2014",
  "wachtwoord: Welkom01",
  "lösenord: sommar",
  "пароль: qwerty123",
  "パスワードはSakura2026です",
  "密码：zhimakaimen1",
  "hasło: Kowalski1",
  "sk-abcd-efgh-1234-ijkl-mnop-5678",
  "use sk-proj-9aBcD3fGh1JkLmN0pQrS for it",
  "the password for orders is correct horse battery staple",
  "the password is correct horse battery staple",
  "password: correct horse battery staple",
  "the passphrase of the backup is purple monkey dishwasher lamp",
  "the password is swordfish",
  "password is hunter2",
  "password hunter22",
  "change the password to N3wPass!",
  "pw: letmein",
  "DB_PASSWORD=letmein please",
  "PGPASSWORD=swordfish psql -h db",
  "export MYSQL_PWD=foobar12",
  '{"user":"app","password":"swordfish"}',
  '"clientSecret": "a8f3K2l0"',
  "api key is 9f8e7d6c5b4a39281",
  "api_key=9f8e7d6c5b4a39281x",
  "the token for the hook is q8Zk3vTn2p",
  "token=abcdef",
  "Authorization: Bearer abcdefgh12345678",
  "authorization: basic YWRhOmh1bnRlcjI=",
  "curl -u admin:S3cret99 https://api.example.com",
  "admin:hunter2@db.example.com refuses me",
  "AKIAIOSFODNN7EXAMPLE cannot list the bucket",
  "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "xoxb-1234567890-abcdefghijkl",
  "https://hooks.slack.com/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX",
  "glpat-ABCDEF1234567890abcd",
  "qmt_9aBcD3fGh1JkLmN0pQrS",
  "whsec_9aBcD3fGh1JkLmN0pQrS",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
  "-----BEGIN RSA PRIVATE KEY-----",
  "AIzaSyA-1234567890abcdefghijklmnopqrstu",
  "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",
  "is Zx9kQ2mVb7Lp4RtWcY1n the right one",
  "why does k3j4h5g6f7d8s9a0z1x2 not work",
  "my pin is 4711",
  "PIN: 482913",
  "the pin code for the vault is 9931",
  "login admin / hunter2",
  "log in with admin:Passw0rd",
  "creds: app:Tr0ub4dor",
  'clickhouse-client --password hunter2 --query "select 1"',
  "mysql -u root -pS3cret99 orders",
  "hvs.CAESIJ1234567890abcdefghij",
  "npm_abcdefghijklmnopqrstuvwxyz0123456789",
  "the secret key of checkout is Zm9vYmFyMTIz",
  "AccountKey=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA==;",
  'password "open sesame"',
  "his password: banana",
  "pass=sunshine1",
  "heslo: Tajne123",
  "şifre: Ankara06",
  "the db password is now Winter2026",
  "what about pg://svc:W1nter@db/orders",
  'my database password is "blue42"',
  "passwd=abcd1234",
  "the pwd for web analytics is Kx9mPq2v",
  "user ada, password Sommer!26",
  "use secret_key=abcd1234efgh",
  "X-Api-Key: 7f3kd92ls0a8",
  "Zugangscode: 8841ab",
  "the login is root:R00tR00t",
  "docker login -u ada -p S3creT99",
  "GRAFANA_TOKEN=glsa_abcdefghijklmnop1234",
  "redis password for session cache was m0nkey77",
  "set pw to Zebra-44!",
  "sk_live_abcdefghij1234567890",
  "rk_test_abcdefghij1234567890",
  "pw:hunter2",
  "the passphrase is violet tiger mountain seven",
  "credentials are app / Tr0ub4dor",
  "token: 0123456789abcdef0123456789abcdef",
  "auth token = 5up3rs3cr3t",
];

test.each(secrets)("a secret is seen in “%s”", (sentence) => {
  expect(holdsSecret(sentence)).toBe(true);
});

test.each([
  ["hexadecimal digits", "0123456789abcdef"],
  ["small letters and digits", "0123456789abcdefghijklmnopqrstuvwxyz"],
  ["letters and digits", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"],
])("a key of 36 random %s is seen, whatever came out", (_, alphabet) => {
  const keys = Array.from({ length: 2_000 }, (__, n) =>
    [...createHash("sha512").update(`${n}`).digest().subarray(0, 36)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join(""),
  );
  expect(keys.filter((key) => !holdsSecret(`do something about ${key}`))).toEqual([]);
});

test("of 1,000 ordinary sentences of people who run databases, at most 5 seem to have a secret", () => {
  const sentences = ordinarySentences();
  expect(sentences).toHaveLength(1_000);
  const taken = sentences.filter(holdsSecret);
  expect(taken).toEqual(taken.slice(0, 5));
});

test("nothing of a text with a secret is left", () => {
  expect(withoutSecret("the pw is hunter2")).toBe(
    "(left out, because it may have a password or a key in it)",
  );
  expect(withoutSecret("costs of orders prod")).toBe("costs of orders prod");
});

test.each([
  ["a".repeat(50_000)],
  ["a.".repeat(25_000)],
  ["password ".repeat(5_000)],
  ["password for ".repeat(4_000)],
  ["a:".repeat(25_000)],
  [`${"a".repeat(25_000)}://${"b".repeat(25_000)}`],
  ["is ".repeat(16_000)],
])("a long text is read in a moment", (text) => {
  const from = performance.now();
  holdsSecret(text);
  expect(performance.now() - from).toBeLessThan(2_000);
});
