// Scans code of other languages: does it show environment variables, and does it run text that is not in the code?

import { isSecretVariable } from "../../effects/draft/secret-variables.ts";

/** The environment as a whole: `os.environ`, `process.env`, `ENV`, `%ENV`, `getenv()`, `for (k in ENVIRON)`. */
const whole =
  /\b(?=os\.|process\.|Deno\.|Bun\.|import\.)(?<!["']\s*(?:not\s+)?in\s+)(?:os\.environb?|process\.env|Deno\.env|Bun\.env|import\.meta\.env)\b(?!\s*(?:\[|\.\s*(?!items|values|copy|toObject|__)\w|=[^=]))|(?<![\w$.:])ENV(?:\.(?:to_h|to_a|each\w*|map|inspect|sort\w*|select|values|to_hash|collect|filter\w*))?(?![\w.[{(])|%(?:main::)?ENV\b|\bgetenv\(\s*\)|\$_(?:ENV|SERVER)\b(?!\s*\[)|\bphpinfo\s*\(|\bin\s+ENVIRON\b|\b(?:System\.getenv|Sys\.getenv|os\.Environ|System\.get_env)\(\s*\)|\bimport\s+environ\b/;
/** One variable by its name. */
const named =
  /(?:\bos\.environ(?:\.get|\.pop)?|\benviron(?:\.get)?|\bgetenv|\bprocess\.env|\bENV(?:\.fetch)?|\bENVIRON|\b(?:Deno|Bun)\.env(?:\.get)?|\bSystem\.getenv|\$_(?:ENV|SERVER)|\bSys\.getenv|\bSystem\.(?:get_env|fetch_env!?))\s*[[({.]\s*["']?([A-Za-z_]\w*)/g;
/** Code that prints or sends something. */
const showing =
  /\bprint\w*|\bconsole\b|\bputs\b|\becho\b|\bpp?\b|\bwrite\w*|\bsay\b|dump|\bvar_\w+|\blog\b|\bsend\w*|\bpost\w*|\bfetch\b|\brequests?\b|\burlopen\b|\bcat\(|\bdisp|\binspect\b|\bstdout\b|\bstderr\b|\braise\b|\bexit\b|\bdie\b|\bopen\b|\bend\(|connect|socket|phpinfo|http/i;

export function readsSecretVariables(code: string, printed: boolean): boolean {
  if (!/env|phpinfo/i.test(code) || !(printed || showing.test(code))) return false;
  if (whole.test(code)) return true;
  for (const [, name = ""] of code.matchAll(named)) if (isSecretVariable(name)) return true;
  return false;
}

/** Functions that run text, with an argument that is not a literal of the code itself. */
const evaluating =
  /(?<![/\])\w]\.)\bexec\b(?!\s*\(?\s*(?:["']|\[\s*["'])|\s*[=:])|child_process\W{1,5}(?:exec|spawn)\w*\(\s*[^"'\s]|\bload\s*\(\s*io\.popen|\b(?:eval|execfile|instance_eval|class_eval|loadstring|Function|runIn\w*Context|system|popen|spawn|spawnSync|execSync|execFileSync|shell_exec|passthru|proc_open|pcntl_exec|create_function)\b(?!\s*\(?\s*(?:["']|\[\s*["'])|\s*[=:])|\b(?:os|subprocess|child_process|cp|Kernel|Open3|vm|IO)\.(?:system|popen|run|call|check_output|Popen|exec\w*|spawn\w*|capture\w*)\s*\(?\s*[^"'[\s(]|\b(?:pickle|marshal|dill)\.loads?\b/;
/** `["sh", "-c", text]`, an address that is loaded as code, lines that are written to a shell. */
const running =
  /["'](?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh["']\s*,\s*\[?\s*["']-c["']\s*,\s*[^"'\s]|\b(?:source|import|require|include)(?:_once)?\s*\(?\s*["'](?:https?|data):|\|\s*["'](?:\/bin\/)?(?:ba|z|da)?sh["']/;

export const runsText = (code: string): boolean => evaluating.test(code) || running.test(code);
