import type { MessageKind } from './report.ts'

/** One sentence, or one for kinds of mail where the answer is another. */
export type ByKind = string | ({ else: string } & Partial<Record<MessageKind, string>>)

/** What is said of a check wherever one is shown. */
export interface CheckWords {
  /** What people call it. */
  readonly title: string
  /** The question it answers. */
  readonly asks: string
  /** Why it matters, in one plain line. */
  readonly why: ByKind
  /** Who can change it. */
  readonly who: ByKind
}

/** By the name of the check. One of a later or an earlier version is not among them. */
export type CheckWordsByName = ReadonlyMap<string, CheckWords>

/** Why a check matters and who can change what it finds, for mail of a kind or in general. */
export interface Relevance {
  why: string
  who: string
}

/** Absent for a check that this version does not know. */
export function relevanceOf(
  checkWords: CheckWordsByName,
  name: string,
  kind?: MessageKind,
): Relevance | undefined {
  const words = checkWords.get(name)
  return words && { why: forKind(words.why, kind), who: forKind(words.who, kind) }
}

/** The sentence for a kind; without one, that of mail in general. */
function forKind(words: ByKind, kind: MessageKind | undefined): string {
  if (typeof words === 'string') return words
  return (kind && words[kind]) ?? words.else
}
