/** How much an event asks for somebody. */
export const SEVERITIES = ['critical', 'warning', 'info', 'good'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What an event says to people, the same in every channel. All texts are plain: one line each, bounded, and with nothing of strangers that a
 * program makes a link or a mention of. */
export interface EventWords {
  /** At most 76 characters: inboxes show no more of a subject. */
  title: string
  /** The most important first; at most `MOST_LINES`. */
  lines: readonly string[]
  /** Where to read on in this service. */
  link?: { label: string; url: string }
  severity: Severity
  /** What it is about: the same for what begins and for its end. */
  about: string
  /** begins: it lasts until something ends it. */
  course: 'begins' | 'ends' | 'moment'
}

/** What a kind of event says; the rest is the same for all. */
export type Said = Omit<EventWords, 'link' | 'about'> & { about?: string; label?: string }

export const MOST_LINES = 40
export const LONGEST_TITLE = 76
