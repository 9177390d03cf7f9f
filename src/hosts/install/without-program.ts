// What an installed entry runs when its program is not there: a fresh clone before `npm ci`, or a package that was removed.
// The bundle answers with its own hook.cjs, which needs only Node. The revision of the entry decides whether it may: the same
// bytes that were verified are run. Without a bundle everything is refused, except `npm ci` and nothing more, in the project.
//
// The text is an argument of `node -e` in every entry. It has neither `'` nor `\` nor `$`, so that every shell and every
// agent passes it on as it is.

/** Shell tools of agents that send `tool_name`, `tool_input` and `cwd`, and read silence as "go on". */
const SHELL_TOOLS: readonly string[] = ["Bash", "Execute", "run_shell_command"];

/** Fields of a shell call that change neither what runs nor where. */
const HARMLESS_FIELDS: readonly string[] = ["command", "description", "timeout"];

const list = (words: readonly string[]): string => JSON.stringify(words);

/** The options of the entry, and the words of its program. */
const HEAD = [
  'const fs=require("fs"),[node,program,,...words]=process.argv',
  "option=(name)=>words[words.indexOf(name)+1]",
  'folder=require("path").resolve(option("--bundle"))',
  'file=folder+"/hook.cjs"',
  "newline=String.fromCharCode(10)",
  'sum=(bytes)=>require("crypto").createHash("sha256").update(bytes).digest("hex")',
].join(",");

/** The manifest without its own revision is what the revision is a hash of; see src/language/revision.ts. */
const VERIFY = [
  'const canonical=manifest.split(newline).map((line)=>line.trimStart()).filter((line)=>!line.startsWith(`"revision":`)).join("")',
  "code=fs.readFileSync(file)",
  'isPinned=sum(Buffer.from("policyc-bundle"+newline+canonical,"latin1"))===option("--revision")',
].join(",");
const REFUSE_OTHER =
  'if(!isPinned||JSON.parse(canonical).files["hook.cjs"]!==sum(code))throw Error("its program is missing, and the bundle is not the one that was installed; install policyc, build and install again")';

/** As src/service/run-module.ts runs it. */
const RUN = [
  "process.argv=[node,file,...words]",
  "const made={exports:{}}",
  'new(require("vm").Script)("(function(exports,require,module,__filename,__dirname){"+code+newline+"})",{filename:file}).runInThisContext()(made.exports,require,made,file,folder)',
  "made.exports.start(file,(address)=>import(address))",
].join(";");

const FRESH_CLONE =
  "it is not installed here yet: run `npm ci` in the project folder, then try again; every other call is refused until then";
const GONE = "its program and its bundle are missing; install policyc, build and install again";

const IS_NPM_CI = [
  'const call=JSON.parse(fs.readFileSync(0,"utf8")),input=call.tool_input',
  `return input.command==="npm ci"&&${list(SHELL_TOOLS)}.includes(call.tool_name)`,
].join(";");
const IS_PLAIN = `Object.keys(input).every((name)=>${list(HARMLESS_FIELDS)}.includes(name))`;
/** The program is `node_modules/policyc/dist/policyc.cjs` of the project. A relative path would be another one after `cd`. */
const IS_HERE =
  'require("path").isAbsolute(program)&&fs.realpathSync(call.cwd)===fs.realpathSync(program+"/../../../..")';
const NPM_CI = `const isNpmCi=()=>{try{${IS_NPM_CI}&&${IS_PLAIN}&&${IS_HERE}}catch{return false}}`;

/** `isOfProject`: `npm ci` brings the program back. `closed`: a failure refuses the action. */
export function withoutProgram(isOfProject: boolean, closed: boolean): string {
  const refuse = `throw Error("${isOfProject ? FRESH_CLONE : GONE}")`;
  const bare = isOfProject && closed ? `${NPM_CI};if(!isNpmCi())${refuse}` : refuse;
  return [
    HEAD,
    // Agents that only report take any other code for a failure, and 2 for an objection.
    `const fail=(why)=>{process.exitCode=${closed ? 2 : 1};console.error("policyc: "+why)}`,
    `try{let manifest=null;try{manifest=fs.readFileSync(folder+"/manifest.json","latin1")}catch(error){if(error.code!=="ENOENT")throw error}`,
    `if(manifest===null){${bare}}else{${VERIFY};${REFUSE_OTHER};${RUN}}}catch(error){fail(error.message)}`,
  ].join(";");
}
