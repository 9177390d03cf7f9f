// The front of the compiler: files in, Model out. Everything the author can get wrong before code is made is reported here.

import { dirname, resolve } from "node:path";
import { answeredAt } from "../../hosts/index.ts";
import type { HookSpec, Scope } from "../../language/contract.ts";
import { type Fields, tools as shippedTools } from "../../language/schema.ts";
import type { Session } from "../diagnostics/session.ts";
import { IR_VERSION, type Ir, type IrRule } from "../ir/ir.ts";
import { asksOnce } from "../ir/ir-walk.ts";
import type { Model, ModelExample, ModelTest } from "../ir/model.ts";
import type { KnownState } from "./examples/given.ts";
import { examplesOf, testOf } from "./examples/model-examples.ts";
import { headerOf } from "./files/bundle-header.ts";
import { type LoadedFile, loadFiles, SELF_FILE } from "./files/load-files.ts";
import { type NamedRule, nameRules } from "./files/named-rules.ts";
import { type BundleScope, type FileNames, newBundleScope } from "./names/bundle-scope.ts";
import { declaredPrograms } from "./names/program-decls.ts";
import { declaredTools, splitMcp } from "./names/tool-schema.ts";
import { resolveCapabilities } from "./rules/capabilities.ts";
import { collectNames } from "./rules/file-names.ts";
import { lowerRun } from "./rules/hook-specs.ts";
import { originOf } from "./rules/left-out.ts";
import { type LoweredRule, lowerRule } from "./rules/lower-rule.ts";
import { ruleSpansOf } from "./rules/rule-spans.ts";
import { checkSessionState, type StatePlan } from "./rules/session-state.ts";
import { checkUncalledDefs } from "./rules/uncalled-defs.ts";
import { checkConstants, reportUnused } from "./rules/unused-names.ts";

export interface FrontOptions {
  readonly cwd: string;
  readonly packsDir: string;
  readonly scope?: Scope;
  readonly targets?: readonly string[];
  /** Texts that count instead of what is on disk, by the names of their files. */
  readonly texts?: ReadonlyMap<string, string>;
  /** External hooks are refused. */
  readonly noRun?: boolean;
}

interface Lowered {
  readonly named: NamedRule;
  readonly lowered: LoweredRule;
}

/** Where the targets report what a rule that asks once needs; nothing when no rule does. */
function answersOf(rules: readonly IrRule[], targets: readonly string[]): Pick<Ir, "answeredAt"> {
  if (!rules.some(asksOnce)) return {};
  return { answeredAt: Object.fromEntries(targets.map((target) => [target, answeredAt(target)])) };
}

/** What the entries mean; null when there are errors, which the session has. */
export function analyse(entries: readonly string[], options: FrontOptions, session: Session): Model | null {
  const files = loadFiles(entries, options, session);
  const lost = lostWords(files, session);
  const header = headerOf(files, options, session);
  const diskOf = new Map(files.map(({ file, disk }) => [file, disk]));
  const declaredAll = declaredTools(
    files.flatMap(({ ast }) => ast.decls.filter((decl) => decl.kind === "ToolDecl")),
    (file) => diskOf.get(file) ?? file,
    session,
  );
  const { tools: declared, mcpTools } = splitMcp(declaredAll);
  const programs = declaredPrograms(files, session);
  const bundle = newBundleScope(session, new Map([...Object.entries(shippedTools), ...declared]), programs, lost);
  const names = collectNames(files, session);
  const rules = nameRules(files, session);
  const hooks = newHooks(options, session);
  const lowered = rules.map((named) => lowerOne(named, names, header.scope, hooks, bundle));
  const stateRules = lowered.map(({ named, lowered }) => ({ ...named, lowered }));
  const state = checkSessionState(stateRules, lost, session);
  const { examples, tests, reparameterised } = examplesAndTests(files, lowered, state, bundle);
  checkConstants(names, bundle);
  checkUncalledDefs(names, bundle);
  if (!session.hasErrors) reportUnused(files, names, bundle);
  if (session.hasErrors) return null;
  const sound = lowered.map(({ lowered: { rule } }, at) => inOrder(rule, state.strata[at] ?? null));
  const ruleSpans = rules.map(({ span }) => span);
  const spans = rules.map(({ decl, span }) => ruleSpansOf(decl, span));
  const origins = rules.map(({ file }) => originOf(file));
  const resolved = resolveCapabilities(sound, header.targets, header.scope, spans, session, hooks.specs, origins);
  if (session.hasErrors) return null;
  const ir: Ir = {
    ir: IR_VERSION,
    language: 1,
    ...header,
    tools: sortedTools(declared),
    ...(mcpTools.size > 0 ? { mcpTools: sortedTools(mcpTools) } : {}),
    regexes: bundle.regexes.rows,
    globs: bundle.globs.rows,
    patterns: bundle.patterns.rows,
    programs,
    rules: resolved,
    labels: state.labels,
    counters: Object.fromEntries(state.counters),
    hooks: hooks.specs,
    ...answersOf(resolved, header.targets),
    hookFiles: Object.fromEntries(hooks.files),
  };
  const hasOwnRules = rules.some(({ file }) => file.isEntry || file.file !== SELF_FILE);
  const packFiles = new Set(files.filter(({ isPack, isEntry }) => isPack && !isEntry).map(({ file }) => file));
  return {
    ir,
    ruleSpans,
    partSpans: spans,
    packFiles,
    examples,
    tests,
    reparameterised,
    hasOwnRules,
    places: bundle.places,
    writtenGlobs: bundle.writtenGlobs,
  };
}

const sortedTools = (tools: ReadonlyMap<string, Fields>): Ir["tools"] =>
  Object.fromEntries([...tools].sort(([a], [b]) => (a < b ? -1 : 1)));

/** A rule without meaning and without a report would be lost in silence. */
function inOrder(rule: IrRule | null, stratum: number | null): IrRule {
  if (rule === null) throw new Error("a rule was given up and nothing was reported");
  return { ...rule, stratum };
}

const declaredWord = /\b(?:let|param|def|tool|rule|mark|count)\s+([A-Za-z][\w-]*)/g;

/** Names that a declaration with a syntax error may have made: their absence is no second mistake. */
function lostWords(files: readonly LoadedFile[], session: Session): ReadonlySet<string> {
  const words = new Set<string>();
  if (!session.hasErrors) return words;
  for (const { file } of files) {
    for (const [, word] of session.sources.get(file)?.text.matchAll(declaredWord) ?? [])
      if (word !== undefined) words.add(word);
  }
  return words;
}

interface Hooks {
  readonly specs: HookSpec[];
  readonly files: Map<string, string>;
  readonly options: FrontOptions;
  readonly session: Session;
}

const newHooks = (options: FrontOptions, session: Session): Hooks => ({
  specs: [],
  files: new Map(),
  options,
  session,
});

function lowerOne(
  named: NamedRule,
  names: ReadonlyMap<LoadedFile, FileNames>,
  scope: Scope,
  hooks: Hooks,
  bundle: BundleScope,
): Lowered {
  const { id, name, span, decl, file } = named;
  const home = names.get(file) ?? { file: file.file, byName: new Map() };
  const lowered = lowerRule(
    {
      id,
      name,
      span,
      decl,
      file: file.ast,
      names: home,
      scope,
      hookOf: (effect, points) => {
        const place = hooks.session.place(span);
        const at = `${span.file}:${place.line}:${place.column}`;
        const root = resolve(hooks.options.cwd);
        const noRun = hooks.options.noRun === true;
        const context = { policyDir: dirname(file.disk), root, files: hooks.files, noRun };
        const spec = lowerRun(effect, { name, at, points }, context, hooks.session);
        return spec === null ? null : hooks.specs.push(spec) - 1;
      },
    },
    bundle,
  );
  return { named, lowered };
}

interface Shown {
  readonly examples: readonly ModelExample[];
  readonly tests: readonly ModelTest[];
  readonly reparameterised: readonly number[];
}

/** Examples hold for the parameters they were written with; tests of a pack are run where the pack is an entry. */
function examplesAndTests(
  files: readonly LoadedFile[],
  rules: readonly Lowered[],
  state: StatePlan,
  bundle: BundleScope,
): Shown {
  const known: KnownState = {
    labels: new Set(state.labels),
    counters: new Set(state.counters.keys()),
    lost: bundle.lost,
  };
  const examples: ModelExample[] = [];
  const reparameterised: number[] = [];
  for (const { named, lowered } of rules) {
    if (lowered.points.length === 0) continue;
    const found = examplesOf(named.id, lowered.points, named.decl.examples, known, bundle);
    if (lowered.found.readsChanged) reparameterised.push(named.id);
    else for (const example of found) examples.push(example);
  }
  const ruleNames = new Set(rules.map(({ named }) => named.name));
  const tests: ModelTest[] = [];
  for (const { ast, isPack, isEntry } of files) {
    if (isPack && !isEntry) continue;
    for (const decl of ast.decls) {
      const test = decl.kind === "TestDecl" ? testOf(decl, ruleNames, known, bundle) : null;
      if (test !== null) tests.push(test);
    }
  }
  return { examples, tests, reparameterised };
}
