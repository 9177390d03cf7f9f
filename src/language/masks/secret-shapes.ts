// The shapes of secrets, as data: what is secret wherever it occurs. A new one is a row, with an example in the test.
// Every pattern is linear: bounded or single-class repeats, no nesting.

export const MASK = "***";

export interface SecretShape {
  readonly name: string;
  /** The source of a pattern without which this one cannot match: most text has no hint at all. */
  readonly hint: string;
  readonly pattern: RegExp;
  readonly by: string;
}

const shape = (name: string, hint: string, pattern: RegExp, by = MASK): SecretShape => ({ name, hint, pattern, by });

/** Tokens of services that begin with a name: what may follow is one class of characters. */
function prefixed([name, prefixes, atLeast, characters = "A-Za-z0-9_-"]: Prefixes): SecretShape {
  const any = prefixes.replaceAll(".", "\\.").replaceAll(" ", "|");
  return shape(name, any, new RegExp(`(?<![A-Za-z0-9])(?:${any})[${characters}]{${atLeast},1024}`, "g"));
}

type Prefixes = readonly [name: string, prefixes: string, atLeast: number, characters?: string];

const secretPrefixes: readonly Prefixes[] = [
  ["GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", 16],
  ["GitLab token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- GR1348941", 16],
  ["Bitbucket and Atlassian token", "ATBB ATATT3 ATCTT3", 20, "A-Za-z0-9_=-"],
  ["model API key", "sk- gsk_ pplx- xai- r8_ hf_ csk-", 16],
  ["Slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", 10],
  ["Google OAuth secret", "GOCSPX-", 16],
  ["Google access token", "ya29.", 20, "A-Za-z0-9_.-"],
  ["npm token", "npm_", 30],
  ["PyPI token", "pypi-", 32],
  ["RubyGems token", "rubygems_", 24],
  ["Docker token", "dckr_pat_ dckr_oat_", 16],
  ["Stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", 10],
  ["DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", 32],
  ["Vault token", "hvs. hvb. hvr.", 20],
  ["Terraform Cloud token", "atlasv1.", 24],
  ["Databricks token", "dapi", 32, "a-f0-9-"],
  ["Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", 16, "A-Za-z0-9_.-"],
  ["Linear key", "lin_api_ lin_oauth_", 16],
  ["Notion token", "secret_ ntn_", 32],
  ["Shopify token", "shpat_ shpss_ shppa_ shpca_", 16],
  ["Square token", "sq0atp- sq0csp- EAAAE", 20],
  ["PlanetScale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", 16],
  ["Postman key", "PMAK-", 20],
  ["New Relic key", "NRAK- NRIK- NRJS-", 16],
  ["Grafana token", "glsa_ glc_", 20, "A-Za-z0-9_=+/-"],
  ["Heroku key", "HRKU-", 16],
  ["Fly token", "fo1_ fm1a_ fm2_", 20, "A-Za-z0-9_=+/,-"],
  ["Supabase token", "sbp_ sb_secret_", 16],
  ["Netlify token", "nfp_", 20],
  ["Tailscale key", "tskey-", 12],
  ["Sentry token", "sntrys_ sntryu_", 20, "A-Za-z0-9_=+/-"],
  ["Dynatrace token", "dt0c01. dt0s01.", 20, "A-Za-z0-9_.-"],
  ["Artifactory key", "AKCp", 40],
  ["Figma token", "figd_", 20],
  ["Contentful token", "CFPAT-", 20],
  ["Buildkite token", "bkua_", 20],
  ["CircleCI token", "CCIPAT_ CCIPRJ_", 20],
  ["Pulumi token", "pul-", 32],
  ["1Password token", "ops_eyJ", 20, "A-Za-z0-9_=.-"],
  ["age key", "AGE-SECRET-KEY-1 AGE-PLUGIN-", 20, "A-Z0-9-"],
  ["NuGet key", "oy2", 40, "a-z0-9"],
  ["crates.io token", "cio", 32, "A-Za-z0-9"],
  ["Airtable token", "patA patB patC patD patE patF patG", 60, "A-Za-z0-9.-"],
  ["Mailgun key", "key-", 32, "a-f0-9"],
  ["EasyPost key", "EZAK EZTK", 40, "A-Za-z0-9"],
  ["Typeform token", "tfp_", 32],
  ["Prefect token", "pnu_ pnb_", 30],
  ["ReadMe key", "rdme_", 40],
  ["Sendinblue key", "xkeysib- xsmtpsib-", 40],
  ["Vercel token", "vcp_ vci_ vca_", 20],
  ["Facebook token", "EAACEdEose0cBA EAACEdEose0 EAAG", 30, "A-Za-z0-9"],
];

/** A host and a path that are secret together: whoever has the address can post to it. */
const webhook = (name: string, hint: string, source: string): SecretShape =>
  shape(name, hint, new RegExp(`(${source})[A-Za-z0-9_/.@=%:-]{8,1024}`, "g"), `$1${MASK}`);

export const secretShapes: readonly SecretShape[] = [
  shape("AWS access key", "A[KSBC][IC]A", /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![A-Za-z0-9])/g),
  shape("Google API key", "aiza", /\bAIza[0-9A-Za-z_-]{35}/g),
  ...secretPrefixes.map(prefixed),
  webhook("Slack webhook", "hooks\\.slack", "hooks\\.slack\\.com/(?:services|workflows|triggers)/"),
  webhook("Discord webhook", "/api/webhooks/", "discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/"),
  webhook("Teams webhook", "/webhookb2/", "office\\.com/webhookb2/"),
  webhook("Telegram address", "api\\.telegram", "api\\.telegram\\.org/bot"),
  shape("SendGrid key", "SG\\.", /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}/g),
  shape("Mailchimp key", "[a-f0-9]{8}-us\\d", /\b[a-f0-9]{32}-us\d{1,2}\b/g),
  shape("Twilio key", "SK[a-f0-9]{32}", /\bSK[a-f0-9]{32}\b/g),
  shape("Telegram token", ":aa", /\b\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/g),
  shape(
    "Azure key",
    "accountkey|sharedaccess",
    /\b(AccountKey|SharedAccessKey|SharedAccessSignature)(\s{0,4}=\s{0,4})[^\s;"']{8,4096}/gi,
    `$1$2${MASK}`,
  ),
  shape("Azure signature", "sig=", /([?&;]sig=)[A-Za-z0-9%+/=_-]{16,512}/g, `$1${MASK}`),
  shape("AWS signature", "x-amz-", /([?&]X-Amz-(?:Signature|Security-Token)=)[A-Za-z0-9%+/=_-]{16,4096}/g, `$1${MASK}`),
  shape("Google signature", "x-goog-", /([?&]X-Goog-Signature=)[A-Za-z0-9%+/=_-]{16,4096}/g, `$1${MASK}`),
  shape("Azure client secret", "8q~", /(?<![A-Za-z0-9])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}/g),
  shape("old Vault token", "s\\.[A-Za-z0-9]{24}", /(?<![A-Za-z0-9.])s\.[A-Za-z0-9]{24}(?![A-Za-z0-9])/g),
  shape(
    "JSON web token",
    "eyj",
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,4096}/g,
  ),
  shape(
    "hash of a password",
    "\\$(?:2[abxy]|[156y]|apr1|argon2|scrypt)",
    /\$(?:2[abxy]|5|6|y|1|apr1|argon2id?|scrypt)\$[A-Za-z0-9./=,$+-]{20,512}/g,
  ),
  shape("bearer header", "bearer ", /\b(bearer) [A-Za-z0-9._~+/=-]{8,4096}/gi, `$1 ${MASK}`),
  shape("basic header", "basic ", /\b(basic) [A-Za-z0-9._~+/=-]{8,4096}/gi, `$1 ${MASK}`),
  shape(
    "header",
    "authorization|api-?key|-token|cookie|x-[a-z-]{0,32}(?:key|secret)",
    /\b((?:proxy-)?authorization|(?:x-)?api-?key|apikey|private-token|job-token|deploy-token|x-[a-z-]{0,32}(?:token|key|secret)|set-cookie|cookie)(["']?\s{0,4}:\s{0,4}["']?)(?!\s)[^\r\n"'\\]{4,4096}/gi,
    `$1$2${MASK}`,
  ),
  shape(
    "line of .pgpass",
    ":\\d{2,5}:",
    /^([^\s:]{1,255}:\d{2,5}:[^\s:]{1,64}:[^\s:]{1,64}:)\S{1,256}$/gm,
    `$1${MASK}`,
  ),
  shape(
    "input of a login",
    "password-stdin|with-token|sudo -S",
    /\b((?:echo|printf)\s{1,4}(?:-\w{1,3}\s{1,4})?)(?!["']?\$)[^\s|;&]{1,4096}(?=\s{0,4}\|[^|;&\n]{0,200}(?:password-stdin|with-token|sudo -S))/g,
    `$1${MASK}`,
  ),
  shape("password in an address", "://", /(:\/\/[^/\s:@]{0,256}:)[^/\s@]{1,256}@/g, `$1${MASK}@`),
  // A user's name is short; a token alone before the host is long and has digits.
  shape("token in an address", "://", /(:\/\/)(?=[^/\s:@]{0,256}\d)[A-Za-z0-9_.~%-]{16,256}@/g, `$1${MASK}@`),
];
