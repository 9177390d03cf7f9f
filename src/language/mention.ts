// What `mentions` means: the words of a phrase occur in a text one after the other, in any case, and none of them as
// part of a longer word.

/** Letters with their accents, digits, and the characters that join them in names. */
const words = /[\p{L}\p{M}\p{N}_]+/gu;

/** Both ends of every word are marked, so that a phrase matches only at word boundaries. */
const marked = (text: string): string => plain(text).replace(words, "\0$&\0");

/** One form for each letter, and one blank for any space between words. A small sigma has another form at the end of words. */
const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll("ς", "σ").replace(/\s+/g, " ");

export const hasWord = (phrase: string): boolean => phrase.search(words) !== -1;

export const mentionsPhrase = (text: string, phrase: string): boolean =>
  hasWord(phrase) && marked(text).includes(marked(phrase));
