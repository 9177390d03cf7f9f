// What the calls of a command line do of one kind, as a list that knows which call and which file of a tree decided.

import { append, EMPTY } from "../../../language/append.ts";
import type { ListView } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { EffectList } from "../../../shell/effects/effects.ts";
import type { Call } from "../../../shell/syntax/model.ts";
import type { PathValue } from "../paths/paths.ts";
import { keepMember } from "../paths/tree-members.ts";
import type { Context } from "./context.ts";
import { lackOf } from "./unread-command.ts";

/** What the calls of a line do of one kind, and which of them does it. */
export class FoundList<V> implements ListView<V> {
  items: readonly V[] = EMPTY;
  maybe: readonly V[] = EMPTY;
  hasExtents = false;
  complete: boolean;
  /** Anything it lacks counts as unlikely. */
  isUnlikely: boolean;
  why: string | undefined = undefined;
  private readonly c: Context;
  readonly command: ShellCommand;
  /** The call each item comes from, and each that is only maybe there. */
  private by: readonly Call[] = EMPTY;
  private maybeBy: readonly Call[] = EMPTY;

  /** Each item with its call, once there are many to look through. */
  private calls: Map<V, Call> | null = null;

  constructor(c: Context, command: ShellCommand, isReadable: boolean) {
    this.c = c;
    this.command = command;
    this.complete = isReadable;
    this.isUnlikely = isReadable;
  }

  add(item: V, call: Call, isMaybe: boolean): void {
    if (!isMaybe && call.uncalled !== true) {
      this.items = append(this.items, item);
      this.by = append(this.by, call);
    } else if (call.faint === true) this.complete = false;
    else {
      this.maybe = append(this.maybe, item);
      this.maybeBy = append(this.maybeBy, call);
    }
  }

  limit({ complete, isUnlikely }: EffectList<unknown>, { faint }: Call): void {
    this.complete &&= complete;
    this.isUnlikely &&= complete || isUnlikely || faint === true;
  }

  closed(): ListView<V> {
    if (this.complete) this.isUnlikely = false;
    else this.why = lackOf(null, this.command);
    return this;
  }

  onMiss(member: V): void {
    keepMember(this.c, member as PathValue);
  }

  /** The same path may come from several calls: the first of them is shown, and rather one from which it surely comes. */
  onHit(item: V, member?: V): void {
    noteMember(this.c, item, member);
    const { items, by, maybe, maybeBy } = this;
    if (items.length + maybe.length > FEW) {
      this.calls ??= new Map([...pairs(maybe, maybeBy), ...pairs(items, by)]);
      this.c.matched = this.calls.get(item) ?? null;
    } else this.c.matched = by[items.indexOf(item)] ?? maybeBy[maybe.indexOf(item)] ?? null;
  }
}

const FEW = 8;

/** Which file of a tree decided, for the message. */
export function noteMember(c: Context, of: unknown, found: unknown): void {
  c.member = found === undefined ? null : { of, found };
  if (found !== undefined) keepMember(c, found as PathValue);
}

/** The last of equal keys counts in a map, so the first comes last. */
const pairs = <V>(items: readonly V[], by: readonly Call[]): readonly (readonly [V, Call])[] =>
  by.map((call, at) => [items[at] as V, call] as const).reverse();
