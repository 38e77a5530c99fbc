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
  /** `line` may be cut behind its verb. */
  command(line: string, arrival: Arrival): void
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
  unanswered: Set<string>
}

const none = (): Counts => ({ commands: 0, bareLf: 0, pipelined: false, unanswered: new Set() })

/** Commands whose reply the client has to wait for (RFC 2920 3.1, RFC 3207 4, RFC 4954 4); HELO announces no PIPELINING at all. */
const LAST_OF_GROUP = new Set(['HELO', 'EHLO', 'STARTTLS', 'AUTH', 'DATA', 'NOOP', 'VRFY', 'EXPN', 'TURN'])
const INTRODUCTION = new Set(['HELO', 'EHLO', 'STARTTLS'])
const TRANSACTION = new Set(['MAIL', 'RCPT'])

export function createConductWatch(): ConductWatch {
  const opening = none()
  let transaction = none()
  let place: 'opening' | 'between' | 'within' = 'opening'
  let hello: Conduct['hello'] = 'EHLO'
  let beforeGreeting = 0
  let behindStartTls = 0

  /** Where a command counts; undefined: it belongs to no message. */
  function countsOf(verb: string): Counts | undefined {
    if (INTRODUCTION.has(verb)) return opening
    if (verb === 'MAIL' && place !== 'within') {
      transaction = none()
      place = 'between'
    }
    if (place === 'within' || TRANSACTION.has(verb)) return transaction
    return place === 'opening' ? opening : undefined
  }

  return {
    early(octets) {
      beforeGreeting += octets
    },
    command(line, { bareLf, behind }) {
      const verb = verbOf(line)
      const counts = countsOf(verb)
      if (!counts) return
      if (verb === 'EHLO' || verb === 'HELO') hello = verb
      counts.commands += 1
      if (bareLf) counts.bareLf += 1
      if (behind === 0) return
      counts.pipelined = true
      if (verb === 'STARTTLS') behindStartTls = behind
      else if (LAST_OF_GROUP.has(verb) || (hello === 'HELO' && TRANSACTION.has(verb)))
        counts.unanswered.add(verb)
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

/** The command word, upper case. */
function verbOf(line: string): string {
  return (line.split(' ', 1)[0] ?? '').trimEnd().toUpperCase()
}
