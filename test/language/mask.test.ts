// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// What is masked in messages, logs and reports: every shape of the table with an example, options of programs, and what only
// looks like a secret.

import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../src/language/masks/mask.ts";
import { secretShapes } from "../../src/language/masks/secret-shapes.ts";

/** No real token: the right length and characters, made here. */
const some = (length: number, of = "a1B2c3D4"): string => of.repeat(Math.ceil(length / of.length)).slice(0, length);
const hex = (length: number): string => some(length, "0a1b2c3d");

/** An example for each shape, by its name; the secret part is what must be gone. */
const examples: { readonly [name: string]: readonly (readonly [text: string, secret: string])[] } = {
  "AWS access key": [[`id AKIA${some(16, "A1B2")} x`, `AKIA${some(16, "A1B2")}`]],
  "Google API key": [[`?k=AIza${some(35)}`, some(35)]],
  "GitHub token": [
    [`ghp_${some(36)}`, some(36)],
    [`github_pat_${some(60)}`, some(60)],
  ],
  "GitLab token": [[`glpat-${some(20)}`, some(20)]],
  "Bitbucket and Atlassian token": [[`ATBB${some(32)}`, some(32)]],
  "model API key": [[`sk-ant-${some(40)}`, some(40)]],
  "Slack token": [[`xoxb-${some(40, "1234-")}`, some(40, "1234-")]],
  "Google OAuth secret": [[`GOCSPX-${some(28)}`, some(28)]],
  "Google access token": [[`ya29.${some(60)}`, some(60)]],
  "npm token": [[`npm_${some(36)}`, some(36)]],
  "PyPI token": [[`pypi-${some(80)}`, some(80)]],
  "RubyGems token": [[`rubygems_${hex(48)}`, hex(48)]],
  "Docker token": [[`dckr_pat_${some(27)}`, some(27)]],
  "Stripe key": [[`sk_live_${some(24)}`, some(24)]],
  "DigitalOcean token": [[`dop_v1_${hex(64)}`, hex(64)]],
  "Vault token": [[`hvs.${some(24)}`, some(24)]],
  "Terraform Cloud token": [[`x.atlasv1.${some(60)}`, some(60)]],
  "Databricks token": [[`dapi${hex(32)}`, hex(32)]],
  "Doppler token": [[`dp.pt.${some(40)}`, some(40)]],
  "Linear key": [[`lin_api_${some(40)}`, some(40)]],
  "Notion token": [[`ntn_${some(43)}`, some(43)]],
  "Shopify token": [[`shpat_${hex(32)}`, hex(32)]],
  "Square token": [[`sq0atp-${some(22)}`, some(22)]],
  "PlanetScale token": [[`pscale_tkn_${some(32)}`, some(32)]],
  "Postman key": [[`PMAK-${hex(24)}-${hex(34)}`, hex(34)]],
  "New Relic key": [[`NRAK-${some(27)}`, some(27)]],
  "Grafana token": [[`glsa_${some(32)}_${hex(8)}`, some(32)]],
  "Heroku key": [[`HRKU-${hex(8)}-${hex(12)}-x`, hex(12)]],
  "Fly token": [[`fm2_${some(60)}`, some(60)]],
  "Supabase token": [[`sbp_${hex(40)}`, hex(40)]],
  "Netlify token": [[`nfp_${some(36)}`, some(36)]],
  "Tailscale key": [[`tskey-auth-${some(30)}`, some(30)]],
  "Sentry token": [[`sntrys_${some(60)}`, some(60)]],
  "Dynatrace token": [[`dt0c01.${some(24)}.${some(64)}`, some(64)]],
  "Artifactory key": [[`AKCp${some(69)}`, some(69)]],
  "Figma token": [[`figd_${some(40)}`, some(40)]],
  "Contentful token": [[`CFPAT-${some(43)}`, some(43)]],
  "Buildkite token": [[`bkua_${hex(40)}`, hex(40)]],
  "CircleCI token": [[`CCIPAT_${some(30)}`, some(30)]],
  "Pulumi token": [[`pul-${hex(40)}`, hex(40)]],
  "1Password token": [[`ops_eyJ${some(80)}`, some(80)]],
  "age key": [[`AGE-SECRET-KEY-1${some(58, "QPZRY9X8")}`, some(58, "QPZRY9X8")]],
  "NuGet key": [[`oy2${some(43, "a1b2")}`, some(43, "a1b2")]],
  "crates.io token": [[`cio${some(32)}`, some(32)]],
  "Airtable token": [[`patA${some(13)}.${hex(64)}`, hex(64)]],
  "Mailgun key": [[`key-${hex(32)}`, hex(32)]],
  "EasyPost key": [[`EZAK${some(54)}`, some(54)]],
  "Typeform token": [[`tfp_${some(44)}`, some(44)]],
  "Prefect token": [[`pnu_${some(36)}`, some(36)]],
  "ReadMe key": [[`rdme_${some(70, "a1b2")}`, some(70, "a1b2")]],
  "Sendinblue key": [[`xkeysib-${hex(64)}-${some(16)}`, hex(64)]],
  "Facebook token": [[`EAACEdEose0cBA${some(40)}`, some(40)]],
  "input of a login": [["echo hunter2 | docker login --password-stdin r.example", "hunter2"]],
  "line of .pgpass": [["db.example:5432:shop:app:hunter2", "hunter2"]],
  "Vercel token": [[`vcp_${some(24)}`, some(24)]],
  "Slack webhook": [[`https://hooks.slack.com/services/T0/B0/${some(24)}`, some(24)]],
  "Discord webhook": [[`https://discord.com/api/webhooks/1234/${some(60)}`, some(60)]],
  "Teams webhook": [[`https://acme.webhook.office.com/webhookb2/${hex(36)}`, hex(36)]],
  "Telegram address": [[`https://api.telegram.org/bot12345678:${some(35)}/getMe`, some(35)]],
  "SendGrid key": [[`SG.${some(22)}.${some(43)}`, some(43)]],
  "Mailchimp key": [[`${hex(32)}-us12`, hex(32)]],
  "Twilio key": [[`SK${hex(32)}`, hex(32)]],
  "Telegram token": [[`12345678:AA${some(33)}`, some(33)]],
  "Azure key": [[`AccountName=a;AccountKey=${some(86)}==;EndpointSuffix=x`, some(86)]],
  "Azure signature": [[`https://a.blob.core.windows.net/c?sv=1&sig=${some(44)}`, some(44)]],
  "AWS signature": [[`https://b.s3.amazonaws.com/k?X-Amz-Signature=${hex(64)}`, hex(64)]],
  "Google signature": [[`https://storage.googleapis.com/b?X-Goog-Signature=${hex(64)}`, hex(64)]],
  "Azure client secret": [[`abc8Q~${some(34)}`, some(34)]],
  "old Vault token": [[`VAULT s.${some(24)}`, some(24)]],
  "JSON web token": [[`eyJ${some(20)}.${some(40)}.${some(30)}`, some(40)]],
  "hash of a password": [[`root:$6$salt$${some(86)}:19000`, some(86)]],
  "bearer header": [[`Bearer ${some(20)}`, some(20)]],
  "basic header": [[`Basic ${some(20)}`, some(20)]],
  header: [
    ["curl -H 'X-Api-Key: hunter2hunter2' https://x.example", "hunter2hunter2"],
    ["Cookie: session=hunter2hunter2; theme=dark", "hunter2hunter2"],
    ['{"PRIVATE-TOKEN": "hunter2hunter2"}', "hunter2hunter2"],
  ],
  "password in an address": [["postgres://app:hunter2@db.example/x", "hunter2"]],
  "token in an address": [[`git clone https://${some(24)}@git.example/x`, some(24)]],
};

describe("every shape", () => {
  it.each([...new Set(secretShapes.map(({ name }) => name))])("%s", (name) => {
    const rows = examples[name] ?? [];
    expect(rows.length).toBeGreaterThan(0);
    for (const [text, secret] of rows) expect(maskSecrets(text)).not.toContain(secret);
  });

  it("is named by no example alone", () => {
    const names = new Set(secretShapes.map(({ name }) => name));
    expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
  });
});

const key = (label: string, head = ""): string =>
  `-----BEGIN ${label}-----\n${head}${some(64)}\n${some(64, "xY9+/zW8")}\n-----END ${label}-----`;

describe("a private key", () => {
  it.each([
    key("PRIVATE KEY"),
    key("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB-CD\n\n"),
    key("OPENSSH PRIVATE KEY"),
    key("PGP PRIVATE KEY BLOCK", "Version: GnuPG v2\nComment: a-b\n\n"),
    key("ENCRYPTED PRIVATE KEY").replaceAll("\n", "\\n"),
  ])("is masked to its END line", (text) => {
    expect(maskSecrets(`before ${text} after`)).toBe("before *** after");
  });

  it("is masked where it was cut off", () => {
    expect(maskSecrets(`-----BEGIN RSA PRIVATE KEY-----\n${some(64)}`)).toBe("***");
  });

  it("is not what a search for its first line names", () => {
    const text = "grep -r -- '-----BEGIN RSA PRIVATE KEY-----' src | wc -l";
    expect(maskSecrets(text)).toBe(text);
  });
});

describe("an option that takes a secret", () => {
  it.each([
    "curl -u admin:hunter2 https://x.example",
    "curl --user=admin:hunter2 https://x.example",
    "mysql -uroot -phunter2 shop",
    "sshpass -p hunter2 ssh dev@x.example",
    "sshpass -phunter2 scp a dev@x.example:",
    "docker login -u dev -p hunter2 ghcr.io",
    "redis-cli -h x -a 'hunter2' ping",
    "mongosh -u a -p hunter2",
    "ldapsearch -D cn=x -w hunter2 -b dc=x",
    "smbclient //h/s -U dev%hunter2",
    "openssl enc -aes-256-cbc -k hunter2 -in a",
    "openssl rsa -in k -passin pass:hunter2",
    "7z a -phunter2 x.7z src",
    "unzip -P hunter2 x.zip",
    "keytool -list -storepass hunter2",
    "az login -u x -p hunter2",
    "cd x && mysqldump -phunter2 shop > a.sql",
    "STRIPE_KEY=hunter2 npm start",
    "export DB_PASS='hunter2'",
    "vault login hunter2hunter2",
    "sqlplus app/hunter2@db",
    "htpasswd -bn app hunter2",
    "sudo -S true <<< hunter2",
    "ansible-playbook x.yml -e ansible_become_pass=hunter2",
    "<password>hunter2</password>",
    "define('DB_PASSWORD', 'hunter2');",
    '{ "auths": { "r.example": { "auth": "hunter2" } } }',
    "client-key-data: hunter2",
    "PuTTY-User-Key-File-3: x\nPrivate-Lines: 1\nhunter2\nPrivate-MAC: a",
  ])("%s", (text) => {
    expect(maskSecrets(text)).not.toContain("hunter2");
  });
});

describe("what only looks like a secret stays", () => {
  it.each([
    "curl -u admin https://x.example",
    "mkdir -p src/app",
    "docker run -p 8080:80 nginx",
    "docker compose -p shop up",
    "mysql -u root -p shop",
    "ssh -p 2222 dev@x.example",
    "cp -p a b && docker ps",
    "git clone https://dev@git.example/x",
    "max_tokens: 4096",
    "the sk-learn package",
    "PUBLIC_KEY=abc",
    "npm_config_cache=/tmp/x",
    "a sentence about basic ideas",
    "key-value stores",
    "sha256: 0a1b2c3d",
    "echo $6",
    "see https://hooks.slack.com/ for help",
    'curl -u "$NAME:$PASS" https://x.example',
    "password: ${DB_PASSWORD}",
    "export TOKEN=$(gh auth token)",
    "const token = readToken(user)",
    "src/auth/secret-store.ts:14",
    "kubectl get secret db -o name",
    "function login(token, user)",
  ])("%s", (text) => {
    expect(maskSecrets(text)).toBe(text);
  });
});

it("stays linear on text made to hurt", () => {
  // Each would take minutes if a pattern were quadratic.
  for (const part of [
    '-----BEGIN RSA PRIVATE KEY-----" ',
    "sk-",
    "curl -u a",
    "://a",
    "x-a-key: ",
    "$6$",
    "AKIA",
    "A_KEY=",
  ])
    expect(maskSecrets(part.repeat(Math.ceil(1_000_000 / part.length))).length).toBeGreaterThan(0);
});
