// What setup asks a person: which agents, and which profile. An empty answer takes what is suggested.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { answerTo } from "../base/ask-person.ts";
import type { Io } from "../base/io.ts";
import { type FoundAgent, titleOf } from "./find-agents.ts";
import { summaryOf } from "./profiles.ts";

interface Choice {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

const ATTEMPTS = 3;

/** The agents to protect; null when no answer could be understood. */
export async function chooseAgents(found: readonly FoundAgent[], io: Io): Promise<readonly string[] | null> {
  const choices = found.map(({ description, where }) => ({
    name: description.agent,
    title: titleOf(description.agent),
    about: where.join(", "),
  }));
  const used = found.filter(({ isUsed }) => isUsed).map(({ description }) => description.agent);
  io.stdout.write(`\nAgents that were found\n${listed(choices)}`);
  const usual = used.length > 0 ? used : choices.map(({ name }) => name);
  const numbers = usual.map((name) => choices.findIndex((choice) => choice.name === name) + 1).join(" ");
  return chosen(`Which ones should follow your rules? Their numbers, or Enter for ${numbers}: `, choices, usual, io);
}

export async function chooseProfile(names: readonly string[], usual: string, io: Io): Promise<string | null> {
  const choices = names.map((name) => ({ name, title: name, about: summaryOf(name) }));
  io.stdout.write(`\nProfiles\n${listed(choices)}`);
  const answer = await chosen(`Which one? Its number, or Enter for ${usual}: `, choices, [usual], io, 1);
  return answer?.[0] ?? null;
}

function listed(choices: readonly Choice[]): string {
  const widest = Math.max(0, ...choices.map(({ title }) => title.length));
  return choices.map(({ title, about }, at) => `  ${at + 1}  ${title.padEnd(widest)}  ${visible(about)}\n`).join("");
}

async function chosen(
  question: string,
  choices: readonly Choice[],
  usual: readonly string[],
  io: Io,
  most = choices.length,
): Promise<readonly string[] | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const words = (await answerTo(question, io)).split(/[\s,]+/).filter((word) => word !== "");
    if (words.length === 0) return usual;
    const names = words.map(
      (word) => choices[Number(word) - 1]?.name ?? choices.find(({ name }) => name === word)?.name,
    );
    const strange = names.indexOf(undefined);
    if (strange === -1 && words.length <= most) return [...new Set(names.filter((name) => name !== undefined))];
    const word = words[strange] ?? "";
    const near = didYouMean(
      word,
      choices.map(({ name }) => name),
    );
    const hint = near === null ? `answer with numbers from 1 to ${choices.length}` : `did you mean \`${near}\`?`;
    io.stdout.write(
      strange === -1 ? "one of them, please\n" : visible(`\`${word}\` is not in the list; ${hint}`).concat("\n"),
    );
  }
  return null;
}
