// One object shape for all tables and rows, whatever their content: the engine reads the same few dozen fields of every call,
// and access to objects of one shape is several times faster.

import type { InterpreterRow, OperandEffects, OptionRow, ProgramTable, WrapperRow } from "./program-table.ts";

/** Every field is listed: omitting one is a compile error. */
type Shaped<T> = { readonly [K in keyof Required<T>]: T[K] | undefined };

export function shapedOption(row: OptionRow): OptionRow {
  return {
    flags: row.flags,
    value: row.value,
    meaning: row.meaning,
    is: row.is,
    makes: row.makes,
    unmakes: row.unmakes,
    code: row.code,
    lines: row.lines,
    cwd: row.cwd,
    acts: row.acts,
    whole: row.whole,
    tree: row.tree,
    walk: row.walk,
    offValues: row.offValues,
    doc: row.doc,
  } satisfies Shaped<OptionRow> as OptionRow;
}

export function shapedOperands(row: OperandEffects): OperandEffects {
  return {
    first: row.first,
    firstUnless: row.firstUnless,
    each: row.each,
    last: row.last,
    lastUnless: row.lastUnless,
    whole: row.whole,
    tree: row.tree,
    someOfTree: row.someOfTree,
    here: row.here,
    none: row.none,
  } satisfies Shaped<OperandEffects> as OperandEffects;
}

export function shapedWrapper(row: WrapperRow): WrapperRow {
  return {
    inner: row.inner,
    skip: row.skip,
    skipUnless: row.skipUnless,
    pairs: row.pairs,
    version: row.version,
    program: row.program,
    programBy: row.programBy,
    joinedBy: row.joinedBy,
    needs: row.needs,
    notWith: row.notWith,
    each: row.each,
    assignments: row.assignments,
    joined: row.joined,
    appends: row.appends,
    placeholder: row.placeholder,
    item: row.item,
    elsewhere: row.elsewhere,
    image: row.image,
    after: row.after,
    package: row.package,
    flake: row.flake,
    known: row.known,
    shell: row.shell,
  } satisfies Shaped<WrapperRow> as WrapperRow;
}

export function shapedInterpreter(row: InterpreterRow): InterpreterRow {
  return {
    language: row.language,
    code: row.code,
    module: row.module,
    operand: row.operand,
    stdin: row.stdin,
    forceStdin: row.forceStdin,
    inert: row.inert,
  } satisfies Shaped<InterpreterRow> as InterpreterRow;
}

/** The table itself; its parts are shaped by the code that creates them. */
export function shapedTable(table: ProgramTable): ProgramTable {
  return {
    name: table.name,
    doc: table.doc,
    aliases: table.aliases,
    style: table.style,
    options: table.options,
    globals: table.globals,
    globalsAnywhere: table.globalsAnywhere,
    subcommands: table.subcommands,
    exactOptions: table.exactOptions,
    abbreviates: table.abbreviates,
    closed: table.closed,
    partial: table.partial,
    operands: table.operands,
    special: table.special,
    wrapper: table.wrapper,
    interpreter: table.interpreter,
    elevates: table.elevates,
    external: table.external,
    contacts: table.contacts,
    toolchain: table.toolchain,
    helpWord: table.helpWord,
    dryRunVariables: table.dryRunVariables,
    foldOperands: table.foldOperands,
    downloads: table.downloads,
    sends: table.sends,
    echoes: table.echoes,
    printsEnvironment: table.printsEnvironment,
    builds: table.builds,
    silentUnless: table.silentUnless,
    digests: table.digests,
    codeOptions: table.codeOptions,
    codeVariables: table.codeVariables,
    typesPlus: table.typesPlus,
    assignsPrograms: table.assignsPrograms,
    configuresCode: table.configuresCode,
    scriptRuns: table.scriptRuns,
    replacesHelpers: table.replacesHelpers,
    operandCode: table.operandCode,
    registryVariables: table.registryVariables,
    serverVariables: table.serverVariables,
    connects: table.connects,
    prints: table.prints,
    printsUnless: table.printsUnless,
    lists: table.lists,
    outputShape: table.outputShape,
    namesOnly: table.namesOnly,
    setsMode: table.setsMode,
    fills: table.fills,
    keepsContent: table.keepsContent,
    links: table.links,
    keepsInput: table.keepsInput,
    images: table.images,
    packages: table.packages,
  } satisfies Shaped<ProgramTable> as ProgramTable;
}
