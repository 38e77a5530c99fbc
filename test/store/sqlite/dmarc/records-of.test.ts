import { expect, test } from 'bun:test'
import { packPiece } from '../../../../src/core/aggregate/piece.ts'
import { incomingOf } from '../../../../src/store/keeping/dmarc/incoming.ts'
import { aggregateQueries } from '../../../../src/store/sqlite/aggregates/dmarc/reads/queries.ts'
import { defineGoing } from '../../../../src/store/sqlite/readers/going.ts'
import { ACCOUNT, FIRST_DAY, report, scene } from './scene.ts'

const OTHERS = 4_500
const RARE = '192.0.2.200'

/** Reports of one day, of one record each: that of the rare address came first, and so stands last. */
function calls() {
  return Array.from({ length: OTHERS + 1 }, (_, at) => {
    const recipe = { policyDomain: 'a.test', reporter: 'r', reportId: `${at}`, day: FIRST_DAY, variant: 0 }
    const { head } = report({ ...recipe, pieces: [1] })
    const bytes = packPiece({
      results: [{ dkim: [], spf: [], reasons: [] }],
      records: [
        {
          ip: at === 0 ? RARE : `10.0.0.${at % 7}`,
          count: 1,
          dkim: true,
          spf: true,
          disposition: 'none',
          headerFrom: 'a.test',
          results: 0,
        },
      ],
    })
    const incoming = incomingOf({
      aggregate: { head, pieces: [bytes] },
      accountId: ACCOUNT,
      fileId: `file_${at}`,
      uid: `dmr_${at}`,
      receivedAt: new Date(1000 + at),
      authenticated: true,
    })
    return { incoming, piece: 0, bytes }
  })
}

test('one call looks through some thousand reports at most, and says where to go on', () => {
  const stage = scene()
  stage.domains.add('a.test')
  stage.domains.verify('a.test')
  stage.run(({ dmarc }) => dmarc.put(calls(), 0))
  while (!stage.run(({ dmarc }) => dmarc.count())?.isAll);
  const { driver } = stage.connection
  defineGoing(driver, { check: () => {} })
  const [{ domain_id: id } = { domain_id: '' }] = stage.all<{ domain_id: string }>(
    'SELECT domain_id FROM dmarc_domains',
  )
  const queries = aggregateQueries({ driver })
  const pages: number[] = []
  let after: string | undefined
  do {
    const query = { ips: [RARE], limit: 10, ...(after !== undefined && { after }) }
    const page = queries.recordsOf(id, { from: 0, to: FIRST_DAY }, query)
    pages.push(page.records.length)
    after = page.next
  } while (after !== undefined && pages.length < 9)
  expect(pages).toEqual([0, 0, 1])
})
