import { afterAll, describe } from 'bun:test'
import { postgresMissing, testPostgres } from '../../../support/postgres.ts'
import { dmarcHistoryContract } from '../../contract/aggregates/histories.ts'
import type { TheStore } from '../../contract.ts'
import { expectRecount } from './recount.ts'
import { lacking } from './stage.ts'

const opened = postgresMissing === undefined ? await testPostgres() : undefined
const missing = postgresMissing ?? (await lacking(opened?.store))

afterAll(() => opened?.done())

describe.skipIf(missing !== undefined)(
  `histories of DMARC reports on postgres, recounted${missing ? `, ${missing}` : ''}`,
  () =>
    dmarcHistoryContract((() => opened?.store) as unknown as TheStore, {
      seeds: { from: 10, count: 30 },
      recount: async (accountId, hadAges) => opened && expectRecount(opened.query, accountId, hadAges),
    }),
)
