import type { Receiver } from '../../data/bounces/row.ts'
import { RECEIVERS } from '../../data/bounces/sets.ts'
import { hasWord, lettersFound, piecesOf } from './squash.ts'

/** Where a receiver may be told from, the surest first. */
export interface Traces {
  reply: string
  squashed: string
  remote: string | undefined
  /** The host that the answer itself begins with. */
  greeting: string | undefined
  recipient: string | undefined
  reportedBy: string | undefined
  /** There is an answer of a server, not only a notice of one's own. */
  answered: boolean
}

interface Known extends Receiver {
  pieces: readonly (readonly string[])[]
  forms: readonly RegExp[]
}

/** Characters of an answer that are looked at. */
const MAX_LOOKED = 4_000

const KNOWN: readonly Known[] = RECEIVERS.map((one) => ({
  ...one,
  pieces: (one.marks ?? []).map(piecesOf),
  forms: (one.codes ?? []).map((form) => new RegExp(form)),
}))
const BY_ID = new Map(KNOWN.map((one) => [one.id, one]))

/** A receiver by its id, for rules that tell whose they are. */
export const receiver = (id: string): Receiver | undefined => BY_ID.get(id)

/** Whose server refused: by its own words, by its host, by the mailbox, by who wrote the notice. */
export function receiverOf(traces: Traces): Receiver | undefined {
  const marked = byMark(traces)
  const host = byHost(traces.remote)
  const mailbox = byMailbox(traces.recipient)
  // Outlook.com's servers sign their answers as those of Microsoft 365 do.
  const kin = [host, mailbox, byHost(traces.reportedBy)].find(
    (one) => one !== undefined && one.within === marked?.id,
  )
  return (
    (marked && kin) ??
    marked ??
    host ??
    byHost(traces.greeting) ??
    (traces.remote === undefined && traces.answered ? mailbox : undefined) ??
    (traces.remote === undefined ? reporterOf(traces) : undefined)
  )
}

/** Who wrote the notice: where a server answered, that is the sender's own system, but for Microsoft 365. */
function reporterOf({ answered, reportedBy }: Traces): Receiver | undefined {
  const reporter = byHost(reportedBy)
  return answered && reporter?.id !== 'microsoft365' ? undefined : reporter
}

function byMark({ reply, squashed }: Traces): Receiver | undefined {
  const lower = reply.slice(0, MAX_LOOKED).toLowerCase()
  return KNOWN.find(
    ({ pieces, words, forms }) =>
      pieces.some((mark) => lettersFound(squashed, mark) > 0) ||
      words?.some((word) => hasWord(lower, word)) ||
      forms.some((form) => form.test(lower)),
  )
}

/** The receiver with the longest name that a host ends with. */
function byHost(host: string | undefined): Receiver | undefined {
  if (host === undefined) return undefined
  const name = host.toLowerCase().replace(/\.$/, '')
  let best: { one: Receiver; length: number } | undefined
  for (const one of KNOWN) {
    for (const suffix of one.hosts) {
      if (name !== suffix && !name.endsWith(`.${suffix}`)) continue
      if (!best || suffix.length > best.length) best = { one, length: suffix.length }
    }
  }
  return best?.one
}

function byMailbox(recipient: string | undefined): Receiver | undefined {
  const domain = recipient?.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
  if (!domain) return undefined
  return KNOWN.find(({ mailboxes }) =>
    mailboxes?.some((one) => (one.endsWith('.*') ? sharesName(domain, one) : one === domain)),
  )
}

/** Whether a host is of the provider that serves the mailboxes of a domain. */
export function servesDomain(host: string | undefined, domain: string): boolean {
  const provider = byHost(host)
  return provider !== undefined && byMailbox(`@${domain}`)?.id === provider.id
}

/** yahoo.*: yahoo.fr, yahoo.co.uk. */
function sharesName(domain: string, pattern: string): boolean {
  const name = pattern.slice(0, -1)
  return domain.startsWith(name) && /^[a-z]{2,3}(?:\.[a-z]{2,3})?$/.test(domain.slice(name.length))
}
