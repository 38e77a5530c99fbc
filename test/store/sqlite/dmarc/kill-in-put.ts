import { openStore } from '../../../../src/store/sqlite/open.ts'
import { ACCOUNT, RECIPE, report } from './scene.ts'

/** Puts a report of many pieces, and says so once it is kept. Another process kills it meanwhile. */
const [directory = ''] = process.argv.slice(2)
const store = await openStore({ directory, migrate: false })
const { head, pieces } = report(RECIPE)
const kept = await store.aggregates.put({
  aggregate: { head, pieces },
  accountId: ACCOUNT,
  fileId: 'file',
  uid: 'dmr_one',
  receivedAt: new Date(0),
  authenticated: true,
})
console.log(JSON.stringify(kept))
await store.close()
