import type { AggregateHead } from '../../../../../core/aggregate/report.ts'
import { policyText } from '../../../../keeping/dmarc/incoming.ts'
import type { Connection } from '../../../connection.ts'
import type { Interned } from '../interned.ts'
import type { Memory } from '../memory.ts'
import type { ReportFacts } from './report-facts.ts'
import { createSums } from './sums.ts'

const KEY = ['domain', 'day', 'policy_domain', 'policy', 'authenticated']

/** Which policies the reports of a day saw. */
export function createPolicies({ driver }: Pick<Connection, 'driver'>, memory: Memory, interned: Interned) {
  const sums = createSums({ driver }, memory, { table: 'dmarc_policies', key: KEY, counts: ['reports'] })
  memory.gathers(sums.write)
  const drop = driver.prepare(
    `DELETE FROM dmarc_policies WHERE ${KEY.map((column) => `${column} = ?`).join(' AND ')} AND reports = 0`,
  )
  const read = driver
    .prepare<[number], [number | null, string]>('SELECT policy, head FROM dmarc_reports WHERE no = ?')
    .raw()
  const write = driver.prepare<[number, number]>('UPDATE dmarc_reports SET policy = ? WHERE no = ?')

  /** Of a report that an earlier version kept it is noted now. */
  function policyOf(no: number): number {
    const [policy = null, head = '{}'] = read.get(no) ?? []
    if (policy !== null) return policy
    const { policy: said } = JSON.parse(head) as Partial<AggregateHead>
    const noted = interned.text(policyText(said ?? { p: '', adkim: 'r', aspf: 'r' }))
    interned.useText(noted, 1)
    write.run(noted, no)
    return noted
  }

  const keyOf = (domain: number, { day, policyDomain, policy, no, authenticated }: ReportFacts) => [
    domain,
    day,
    policyDomain,
    policy ?? policyOf(no),
    authenticated,
  ]

  return {
    /** A report about a domain came, or went. */
    change(domain: number, report: ReportFacts, by: number): void {
      if (by !== 0) sums.add([...keyOf(domain, report), by])
    },
    /** Once it is settled that it went. */
    left: (domain: number, report: ReportFacts) => void drop.run(...keyOf(domain, report)),
  }
}
