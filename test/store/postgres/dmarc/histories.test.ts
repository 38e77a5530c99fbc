import { afterAll, describe } from 'bun:test'
import { postgresMissing, testPostgres } from '../../../support/postgres.ts'
import { dmarcHistoryContract } from '../../contract/aggregates/histories.ts'
import type { TheStore } from '../../contract.ts'
import { expectRecount } from './recount.ts'

const opened = postgresMissing === undefined ? await testPostgres() : undefined

afterAll(() => opened?.done())

describe.skipIf(postgresMissing !== undefined)(
  `histories of DMARC reports on postgres, recounted${postgresMissing ? `, ${postgresMissing}` : ''}`,
  () =>
    dmarcHistoryContract((() => opened?.store) as unknown as TheStore, {
      seeds: { from: 10, count: 30 },
      recount: async (accountId, hadAges) => opened && expectRecount(opened.query, accountId, hadAges),
    }),
)
