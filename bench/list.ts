/**
 * GET /v1/tests of an account with 144,000 tests: the first page and the one at offset 100,000, as one client sees them that asks again
 * and again. `bun bench/list.ts [--quick]`
 */
import { httpLoad } from './harness/http-load.ts'
import type { Row } from './harness/rows.ts'
import { benchFolder, serveIn } from './harness/service.ts'
import { type Effort, run, type Subject } from './harness/subject.ts'
import { fillTests } from './harness/tests.ts'
import { yardstickMs } from './harness/yardstick.ts'

const TESTS = 144_000
const OFFSET = 100_000

const PAGES = [
  { key: 'first', what: 'first page', path: '/v1/tests', must: 1 },
  { key: 'offset', what: `page at offset ${OFFSET}`, path: `/v1/tests?offset=${OFFSET}`, must: 5 },
]

async function measure(effort: Effort, say: (line: string) => void): Promise<Row[]> {
  const { folder, remove } = benchFolder()
  say(`making ${TESTS} tests`)
  await fillTests(folder, TESTS)
  const service = await serveIn(folder)
  const authorization = service.clients[0]?.headers.authorization ?? ''
  const rows: Row[] = []
  for (const { key, what, path, must } of PAGES) {
    const load = { port: service.http.port, paths: [path], authorization, connections: 1 }
    await httpLoad({ ...load, seconds: 1 })
    const [ours, yardstick]: number[][] = [[], []]
    for (let at = 0; at < effort.pick(3, 7); at += 1) {
      ours?.push((await httpLoad({ ...load, seconds: effort.pick(1, 3) })).p50)
      yardstick?.push(yardstickMs())
    }
    rows.push({
      key: `list/${key}`,
      what: `list of ${TESTS} tests, ${what}, median`,
      unit: 'ms',
      better: 'less',
      ours: ours ?? [],
      peer: { name: 'yardstick', values: yardstick ?? [] },
      bound: { of: 'ours', must },
    })
  }
  await service.stop()
  remove()
  return rows
}

/** Lists of many tests. */
export const list: Subject = { name: 'list', measure }
if (import.meta.main) await run(list)
