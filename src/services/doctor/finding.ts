/** From the best to the worst. unknown: it could not be found out, which is neither. */
export const FINDING_STATES = ['ok', 'unknown', 'attention', 'problem'] as const
export type FindingState = (typeof FINDING_STATES)[number]

/** Something to do, with the very lines where there are any. */
export interface Step {
  says: string
  /** record: for the DNS. config: for mailgauge.toml. proxy: for the reverse proxy. */
  kind?: 'record' | 'command' | 'config' | 'proxy'
  lines?: string[]
}

/** What was seen of one thing, in sentences. */
export interface Seen {
  state: FindingState
  seen: string
  steps?: Step[]
}

/** One thing that the operator can look after. */
export interface Finding extends Seen {
  id: string
  title: string
  /** Where to read on: a page of the docs. */
  read: string
  /** Which of several hosts it is about. Absent: all of them, or there is one. */
  host?: string
}

/** How one thing is found out. */
export interface Inquiry<Context> {
  /** Lower case with hyphens; never changed. */
  id: string
  title: string
  read: string
  /** Options that it rests on: where what is given for one is wrong, it is unknown. */
  needs?: readonly string[]
  /** Each of several hosts has its own answer. */
  ofHost?: true
  /** Throws freely. Undefined: it does not apply here. */
  look(context: Context): Promise<Seen | undefined> | Seen | undefined
}

/** What is not in order has a next step. */
type Next = [Step, ...Step[]]

export const ok = (seen: string, ...steps: Step[]): Seen => ({ state: 'ok', seen, ...withSteps(steps) })

export const attention = (seen: string, ...steps: Next): Seen => ({ state: 'attention', seen, steps })

export const problem = (seen: string, ...steps: Next): Seen => ({ state: 'problem', seen, steps })

export const unknown = (seen: string, ...steps: Next): Seen => ({ state: 'unknown', seen, steps })

const withSteps = (steps: Step[]) => (steps.length > 0 ? { steps } : {})

/** A line of mailgauge.toml, below its section. */
export const inConfig = (says: string, section: string, ...lines: string[]): Step => ({
  says,
  kind: 'config',
  lines: [`[${section}]`, ...lines],
})

export const inDns = (says: string, ...lines: string[]): Step => ({ says, kind: 'record', lines })

/** A word for a shell, whatever is in it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

export const command = (says: string, ...lines: string[]): Step => ({ says, kind: 'command', lines })

/** The worst first; what is as bad stays in its order. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ state }: Finding) => FINDING_STATES.indexOf(state)
  return findings.toSorted((a, b) => rank(b) - rank(a))
}
