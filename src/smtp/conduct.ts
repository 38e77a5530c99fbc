import type { Conduct } from '../core/message.ts'

/** What the bytes of one command line tell beside its words. */
export interface Arrival {
  /** The line ended in LF without CR before it. */
  bareLf: boolean
  /** Octets that had arrived behind the line when its turn came. */
  behind: number
}

/** Watches how a client keeps to the protocol, so that each message can be told of its own transaction and of nothing else. */
export interface ConductWatch {
  /** Octets came before the greeting was sent. */
  early(octets: number): void
  /** A command came in; of it, the first letters are enough. */
  command(letters: string, arrival: Arrival): void
  /** MAIL was accepted. */
  begin(): void
  /** The transaction is over, or dropped. */
  end(): void
  facts(): Conduct
}

interface Counts {
  commands: number
  bareLf: number
  pipelined: boolean
  unanswered: string[]
}

const none = (): Counts => ({ commands: 0, bareLf: 0, pipelined: false, unanswered: [] })

interface Verb {
  name: string
  /** Its reply has to be waited for (RFC 2920 3.1, RFC 3207 4, RFC 4954 4). */
  endsGroup: boolean
  of: 'opening' | 'transaction' | 'any'
}

const verb = (name: string, endsGroup: boolean, of: Verb['of']): [string, Verb] => [
  name.slice(0, VERB_LETTERS),
  { name, endsGroup, of },
]

/** So many letters tell the verbs apart. */
export const VERB_LETTERS = 4

const VERBS = new Map([
  verb('HELO', true, 'opening'),
  verb('EHLO', true, 'opening'),
  verb('STARTTLS', true, 'opening'),
  verb('MAIL', false, 'transaction'),
  verb('RCPT', false, 'transaction'),
  ...['AUTH', 'DATA', 'NOOP', 'VRFY', 'EXPN', 'TURN'].map((name) => verb(name, true, 'any')),
])
const OTHER: Verb = { name: '', endsGroup: false, of: 'any' }

export function createConductWatch(): ConductWatch {
  const opening = none()
  let transaction = none()
  let place: 'opening' | 'between' | 'within' = 'opening'
  let hello: Conduct['hello'] = 'EHLO'
  let beforeGreeting = 0
  let behindStartTls = 0

  /** Where a command counts; undefined: it belongs to no message. */
  function countsOf({ name, of }: Verb): Counts | undefined {
    if (of === 'opening') return opening
    if (name === 'MAIL' && place !== 'within') {
      transaction = none()
      place = 'between'
    }
    if (place === 'within' || of === 'transaction') return transaction
    return place === 'opening' ? opening : undefined
  }

  function wentOn(counts: Counts, { name, endsGroup, of }: Verb, behind: number): void {
    counts.pipelined = true
    // HELO announces no PIPELINING at all.
    const waits = endsGroup || (hello === 'HELO' && of === 'transaction')
    if (name === 'STARTTLS') behindStartTls = behind
    else if (waits && !counts.unanswered.includes(name)) counts.unanswered.push(name)
  }

  return {
    early(octets) {
      beforeGreeting += octets
    },
    command(letters, { bareLf, behind }) {
      const said = VERBS.get(letters) ?? VERBS.get(letters.toUpperCase()) ?? OTHER
      const counts = countsOf(said)
      if (!counts) return
      counts.commands += 1
      if (bareLf) counts.bareLf += 1
      if (said.name === 'EHLO' || said.name === 'HELO') hello = said.name
      if (behind > 0) wentOn(counts, said, behind)
    },
    begin() {
      place = 'within'
    },
    end() {
      if (place === 'within') place = 'between'
      transaction = none()
    },
    facts: () => ({
      hello,
      beforeGreeting,
      behindStartTls,
      commands: opening.commands + transaction.commands,
      bareLf: opening.bareLf + transaction.bareLf,
      pipelined: opening.pipelined || transaction.pipelined,
      unanswered: [...new Set([...opening.unanswered, ...transaction.unanswered])],
    }),
  }
}
