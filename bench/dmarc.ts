/**
 * DMARC reports.
 *   bun bench/dmarc.ts store [records] [days] [at once]                how fast read reports become durable rows
 *   bun bench/dmarc.ts load <records> <data folder> [days] [domains]   fills a store, so that reading it can be measured
 *   bun bench/dmarc.ts queries <data folder>                           processor time of each query about the busiest domain of such a store
 *   bun bench/dmarc.ts export <data folder> [days]                     exports of the busiest domain of such a store
 *   bun bench/dmarc.ts path [files]                                    packed files to committed rows, by mailgauge dmarc import
 *   bun bench/dmarc.ts routes <data folder>                            the three routes of the API about it, one request after the other
 *   bun bench/dmarc.ts pages <data folder>                             what pages ask: who sends, readiness, all domains, beside the sums
 *   bun bench/dmarc.ts first <data folder> [part] [binary]             pages as the binary answers them: first views, behind a report, of every domain
 *   bun bench/dmarc.ts beside [reports]                                what tests take while so many that came by mail are read
 */
import { cpus } from 'node:os'
import { beside } from './dmarc/beside.ts'
import { benchExport } from './dmarc/export.ts'
import { benchFirst } from './dmarc/first.ts'
import { benchPages } from './dmarc/pages.ts'
import { benchPath } from './dmarc/path.ts'
import { benchQueries } from './dmarc/queries.ts'
import { benchRoutes } from './dmarc/routes.ts'
import { benchStore } from './dmarc/store.ts'
import { fillReports } from './harness/dmarc-store.ts'

const MILLION = 1e6

function load([count = '', data = '', days = '174', domains = '500']: string[]): void {
  const records = Number(count)
  if (!(records > 0) || data === '') throw new Error('Give how many records, and the data folder.')
  const began = performance.now()
  const rate = (entered: number) => Math.round(entered / ((performance.now() - began) / 1000))
  let last = 0
  const { reports } = fillReports(
    data,
    { records, days: Number(days), domains: Number(domains) },
    (entered) => {
      if (entered - last < MILLION) return
      last = entered
      console.log(`${(entered / MILLION).toFixed(1)} million records, ${rate(entered)} a second`)
    },
  )
  console.log(
    `${records} records in ${reports} reports, ${rate(records)} a second, ${cpus().length} processors`,
  )
}

const [part = '', ...args] = process.argv.slice(2)
if (part === 'load') load(args)
else if (part === 'store')
  await benchStore(Number(args[0] ?? 500_000), Number(args[1] ?? 5), Number(args[2] ?? 512))
else if (part === 'queries') benchQueries(args[0] ?? '')
else if (part === 'export') await benchExport(args[0] ?? '', Number(args[1] ?? 366))
else if (part === 'path') await benchPath(Number(args[0] ?? 5000))
else if (part === 'routes') await benchRoutes(args[0] ?? '')
else if (part === 'pages') await benchPages(args[0] ?? '')
else if (part === 'first') await benchFirst(args[0] ?? '', args[1], args[2])
else if (part === 'beside') await beside(args)
else throw new Error('Give what to do: store, load, queries, export, path, routes, pages, first or beside.')
