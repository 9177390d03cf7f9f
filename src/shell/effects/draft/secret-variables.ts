// Variables whose names suggest a secret, and words made of them: `$GITHUB_TOKEN`, `${DB_PASSWORD}`.

/** Parts of a name that mark a secret. `PASS` and `KEY` alone are more often counts and loop variables than secrets. */
const secretWord =
  /(?:^|_)(?:TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|PAT|JWT)(?:_|\d|$)|_(?:KEY|KEYS|PASS|PWD|AUTH|DSN|CREDS)(?:_(?:ID|B64|BASE64|JSON|PEM))?\d?$|^(?:PGPASSWORD|MYSQL_PWD|DATABASE_URL|MONGO(?:DB)?_UR[IL]|REDIS_URL|AMQP_URL|\w*CONNECTION_STRING)$/;
/** Keys that are not secret. */
const openWord =
  /^(?:\w+_)?(?:PUBLIC|CACHE|PRIMARY|SORT|FOREIGN|PARTITION|HOST|ROW|GROUP|SSH_PUBLIC)_KEYS?$|^OLDPWD$|_TOKENS?_(?:COUNT|LIMIT|URL|FILE|PATH)$|^MAX_\w*TOKENS$/;
/** Names in lower case usually belong to the line, not to the environment: only the clearest ones count. */
const lowerSecret =
  /^(?:\w+_)(?:password|passwd|secret|token|api_key|secret_key|access_key|private_key)$|^(?:password|api_key|apikey)$/;

export function isSecretVariable(name: string): boolean {
  if (/[a-z]/.test(name)) return lowerSecret.test(name);
  return secretWord.test(name) && !openWord.test(name);
}

const variable = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?!\w|\[|:?\+)[^}]{0,64}\}|\{!([A-Za-z_]\w*)\})/g;

/** Does a partly unknown word contain the value of such a variable, or of one referenced by another? */
export function namesSecret(text: string): boolean {
  if (!text.includes("$")) return false;
  for (const [, plain, braced, indirect] of text.matchAll(variable))
    if (indirect !== undefined || isSecretVariable(plain ?? braced ?? "")) return true;
  return false;
}
