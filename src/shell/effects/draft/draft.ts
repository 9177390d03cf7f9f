// What one call does, while it is being determined.

import type { Call, Word } from "../../syntax/model.ts";

export interface EffectList<V> {
  readonly items: readonly V[];
  /** Possible members: arguments of unknown programs, names in code of other languages. A test that matches one is unknown. */
  readonly maybe: readonly V[];
  /** False: there may be more that cannot be seen. Dynamic words are listed as items and make the list incomplete. */
  readonly complete: boolean;
  /** Incomplete only because of names that the line leaves open: `touch "$F"`. */
  readonly isUnlikely: boolean;
}

/** What a call does, as far as its arguments show. */
export interface Effects {
  readonly reads: EffectList<Word>;
  readonly writes: EffectList<Word>;
  readonly deletes: EffectList<Word>;
  readonly uploads: EffectList<Word>;
  readonly hosts: EffectList<string>;
  /** Standard input goes to another machine. */
  readonly sendsInput: boolean;
  /** Its output goes to another machine: `> /dev/tcp/host/80`. */
  readonly sendsOutput: boolean;
  /** Its arguments contain the value of a secret variable, and it contacts a host. */
  readonly sendsVariables: boolean;
  /** Code of another language runs text that is not on the line: downloaded text or standard input. */
  readonly evaluates: boolean;
}

export type PathList = "reads" | "writes" | "deletes" | "uploads";

interface Open<V> {
  readonly items: V[];
  readonly maybe: V[];
  complete: boolean;
  /** One of them is a name that the line leaves open. */
  hasOpenName: boolean;
}

export type Draft = DraftOfCall;

const open = <V>(items: V[]): Open<V> => ({ items, maybe: [], complete: true, hasOpenName: false });

const nowhere: readonly Word[] = [];

/** Most calls have few kinds of effects, so each list is created on first use. */
class DraftOfCall {
  readonly cwd: Word | null;
  /** Other folders the call may run in: paths relative to these are only possible members. */
  readonly elsewhere: readonly Word[];
  /** On another machine or in a container: relative paths that it writes and deletes are not here. */
  readonly remote: boolean;
  /** It certainly runs where the whole command does. */
  readonly isPlain: boolean;
  /** A host is a variable that the line leaves open. */
  hasOpenHost = false;
  /** The arguments include everything below them, so an unknown name may be a whole system. */
  isWhole = false;
  sendsInput = false;
  sendsOutput = false;
  sendsVariables = false;
  evaluates = false;
  private read: Open<Word> | null = null;
  private written: Open<Word> | null = null;
  private deleted: Open<Word> | null = null;
  private uploaded: Open<Word> | null = null;
  private contacted: Open<string> | null = null;

  constructor({ cwd, elsewhere = nowhere }: Pick<Call, "cwd" | "elsewhere">) {
    this.cwd = cwd;
    this.elsewhere = elsewhere;
    this.isPlain = cwd === null && elsewhere.length === 0;
    this.remote = cwd?.kind === "dynamic" && cwd.why.startsWith("another machine");
  }

  get reads(): Open<Word> {
    this.read ??= open([]);
    return this.read;
  }

  get writes(): Open<Word> {
    this.written ??= open([]);
    return this.written;
  }

  get deletes(): Open<Word> {
    this.deleted ??= open([]);
    return this.deleted;
  }

  get uploads(): Open<Word> {
    this.uploaded ??= open([]);
    return this.uploaded;
  }

  get hosts(): Open<string> {
    this.contacted ??= open([]);
    return this.contacted;
  }

  readsAny(): boolean {
    return this.read !== null && this.read.items.length > 0;
  }

  mayContact(): boolean {
    if (this.hasOpenHost) return true;
    return this.contacted !== null && (this.contacted.items.length > 0 || !this.contacted.complete);
  }

  /** A host that the line leaves open matters only for what is sent to it. */
  settleOpenHost(): void {
    if (!this.hasOpenHost) return;
    const sends = this.uploaded !== null || this.sendsInput || this.sendsOutput || this.sendsVariables;
    if (sends) this.hosts.complete = false;
    else this.hosts.hasOpenName = true;
  }

  /** The effects on files of most calls, without a list that has to grow. */
  addPlain(list: PathList, word: Word): void {
    if (list === "reads" && this.read === null) this.read = open([word]);
    else if (list === "writes" && this.written === null) this.written = open([word]);
    else if (list === "deletes" && this.deleted === null) this.deleted = open([word]);
    else this[list].items.push(word);
  }

  close(): Effects {
    const { sendsInput, sendsOutput, sendsVariables, evaluates } = this;
    return {
      reads: closeList(this.read),
      writes: closeList(this.written),
      deletes: closeList(this.deleted),
      uploads: closeList(this.uploaded),
      hosts: closeList(distinct(this.contacted)),
      sendsInput,
      sendsOutput,
      sendsVariables,
      evaluates,
    };
  }
}

export const newDraft = (call: Pick<Call, "cwd" | "elsewhere">): Draft => new DraftOfCall(call);

/** One shared empty list. */
const nothing: EffectList<never> = Object.freeze({ items: [], maybe: [], complete: true, isUnlikely: false });

function closeList<V>(list: Open<V> | null): EffectList<V> {
  if (list === null) return nothing;
  const { items, maybe, complete, hasOpenName } = list;
  if (items.length === 0 && maybe.length === 0 && complete && !hasOpenName) return nothing;
  return { items, maybe, complete: complete && !hasOpenName, isUnlikely: complete && hasOpenName };
}

const distinct = (list: Open<string> | null): Open<string> | null =>
  list === null || list.items.length < 2 ? list : { ...list, items: [...new Set(list.items)] };
