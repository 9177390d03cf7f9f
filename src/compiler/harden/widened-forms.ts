// Forms that run more than the text, or run it otherwise than it says: an approval of the text must not cover them.

import { form, type Spelling } from "./form.ts";

export function widenedForms(text: string): readonly Spelling[] {
  const family = "with more in it";
  return [
    form(family, `${text}\nrm -rf ~`),
    form(family, `${text} && rm -rf ~`),
    form(family, `rm -rf ~; ${text}`),
    form(family, `${text} | sh`),
    form(family, `${text} > ~/.bashrc`),
    form(family, `${text} "$(rm -rf ~)"`),
    form(family, `${text} \`rm -rf ~\``),
    form(family, `${text} <(rm -rf ~)`),
    form(family, `sudo ${text}`),
    form(family, `LD_PRELOAD=./x.so ${text}`),
    form(family, `PATH=.:$PATH ${text}`),
  ];
}
