/** Where in a report an element stands: what its children mean depends on it. */
export type Scope =
  | 'outside'
  | 'feedback'
  | 'metadata'
  | 'range'
  | 'policy'
  | 'record'
  | 'row'
  | 'evaluated'
  | 'reason'
  | 'identifiers'
  | 'results'
  | 'dkim'
  | 'spf'
  /** Holds text. */
  | 'field'
  /** Unknown, with everything in it. */
  | 'ignored'

const fields = (...names: string[]): [string, Scope][] => names.map((name) => [name, 'field'])

/** What each element may hold, by local names (RFC 7489 appendix C, RFC 9990 appendix A, and what is seen in the wild). */
const CHILDREN: Readonly<Record<Scope, ReadonlyMap<string, Scope>>> = {
  outside: new Map([['feedback', 'feedback']]),
  feedback: new Map<string, Scope>([
    ...fields('version'),
    ['report_metadata', 'metadata'],
    ['policy_published', 'policy'],
    ['record', 'record'],
  ]),
  metadata: new Map<string, Scope>([
    ...fields('org_name', 'email', 'extra_contact_info', 'report_id', 'error', 'generator'),
    ['date_range', 'range'],
  ]),
  range: new Map(fields('begin', 'end')),
  policy: new Map(
    fields('domain', 'p', 'sp', 'np', 'adkim', 'aspf', 'pct', 'fo', 'testing', 'discovery_method'),
  ),
  record: new Map<string, Scope>([
    ['row', 'row'],
    ['identifiers', 'identifiers'],
    ['identities', 'identifiers'],
    ['auth_results', 'results'],
  ]),
  row: new Map<string, Scope>([...fields('source_ip', 'count'), ['policy_evaluated', 'evaluated']]),
  evaluated: new Map<string, Scope>([...fields('disposition', 'dkim', 'spf'), ['reason', 'reason']]),
  reason: new Map(fields('type', 'comment')),
  identifiers: new Map(fields('header_from', 'envelope_from', 'envelope_to')),
  results: new Map<string, Scope>([
    ['dkim', 'dkim'],
    ['spf', 'spf'],
  ]),
  dkim: new Map(fields('domain', 'selector', 'result', 'human_result')),
  spf: new Map(fields('domain', 'scope', 'result', 'human_result')),
  field: new Map(),
  ignored: new Map(),
}

/** Absent: an element of this name is nothing there. */
export function scopeWithin(scope: Scope, name: string): Scope | undefined {
  return CHILDREN[scope].get(name)
}

/** The parts of a report, which are also found behind an element that was never closed. */
export function isPart(name: string): boolean {
  return CHILDREN.feedback.get(name) !== undefined && name !== 'version'
}
