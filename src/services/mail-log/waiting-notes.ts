import type { MailNote } from '../../core/mail-log.ts'

/** A note that waits to be written, and how often the same happened. */
export interface WaitingNote {
  note: MailNote
  firstAt: Date
  count: number
}

/** Notes that found no room. */
export interface LostNotes {
  /** Absent: of several recipients, or of none. */
  rcptTo?: string
  at: Date
  count: number
}

export interface WaitingNotes {
  add(note: MailNote): void
  readonly size: number
  /** Gives everything that waits, and begins anew. */
  take(): { notes: WaitingNote[]; lost: LostNotes[] }
}

/** Recipients whose lost notes are counted apart. */
const MOST_LOST = 100

/** What is told of mail to addresses that somebody has, and of all other mail, wait apart. */
export function createWaitingNotes(ofKnown = 200, ofOthers = 200): WaitingNotes {
  const [known, others] = [createPool(ofKnown), createPool(ofOthers)]
  let lost = new Map<string | undefined, LostNotes>()

  function lose(note: MailNote, rcptTo: string | undefined): void {
    const apart = lost.has(rcptTo) || lost.size < MOST_LOST ? rcptTo : undefined
    const before = lost.get(apart)
    if (before) before.count += 1
    else lost.set(apart, { ...(apart !== undefined && { rcptTo: apart }), at: note.at, count: 1 })
  }

  return {
    add(note) {
      const isKnown = note.rcptTo !== undefined && !OF_STRANGERS.has(note.outcome)
      if (!(isKnown ? known : others).add(note)) lose(note, isKnown ? note.rcptTo : undefined)
    },
    get size() {
      return known.size() + others.size() + lost.size
    },
    take() {
      const taken = { notes: [...known.take(), ...others.take()], lost: [...lost.values()] }
      lost = new Map()
      return taken
    },
  }
}

const OF_STRANGERS: ReadonlySet<MailNote['outcome']> = new Set([
  'unknown_recipient',
  'no_relay',
  'bad_recipient',
  'bad_sequence',
])

/** Holds so many notes. One client may have as many as are then left for others, and one as long as there is room. */
function createPool(most: number) {
  let held = new Map<string, WaitingNote>()
  let ofNetwork = new Map<string, number>()
  let accepted = 0

  function add(note: MailNote): boolean {
    // Each accepted message is a line of its own.
    const key = note.outcome === 'accepted' ? String(accepted) : keyOf(note)
    const before = held.get(key)
    if (before) {
      before.note = note
      before.count += 1
      return true
    }
    const own = ofNetwork.get(note.network) ?? 0
    if (held.size >= most || (own > 0 && own > most - held.size - 1)) return false
    held.set(key, { note, firstAt: note.at, count: 1 })
    ofNetwork.set(note.network, own + 1)
    accepted += 1
    return true
  }

  return {
    add,
    size: () => held.size,
    take(): WaitingNote[] {
      const notes = [...held.values()]
      held = new Map()
      ofNetwork = new Map()
      accepted = 0
      return notes
    },
  }
}

function keyOf({ outcome, network, rcptTo = '', mailFrom = '' }: MailNote): string {
  return `${outcome} ${network} ${rcptTo} ${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}`
}
