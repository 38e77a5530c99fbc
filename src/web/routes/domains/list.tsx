import { refusalOf } from '../../../core/access/permission.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, unfilled } from '../../forms/problems.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { DomainListDocument } from '../../pages/domains/list.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { plural } from '../../wording.ts'
import { type DomainRow, worstFirst } from '../../words/domain-states.ts'
import { addAll, MOST_LINES } from './add.ts'
import type { Changing, DomainPagesDeps, Reading } from './deps.ts'
import { withReports } from './reported.ts'

/** Domains on one page, which is to stay below 60 KB. */
const PAGE = 100
const LONGEST_ID = 100
const LONGEST_NAME = 253

interface Shown {
  status?: number
  filled?: Filled
  done?: string
}

/** Shows all domains. */
export function listHandler(deps: DomainPagesDeps): Reading {
  return (visit) => {
    const { searchParams } = new URL(visit.request.url)
    const add = searchParams.get('add')?.slice(0, LONGEST_NAME)
    return shown(deps, visit, {
      ...(searchParams.has('deleted') && { done: 'The domain is deleted.' }),
      ...(add && { filled: unfilled({ domains: add }) }),
    })
  }
}

/** Adds domains, and shows the one that was added. */
export function addHandler(deps: DomainPagesDeps): Changing {
  return async (visit) => {
    const typed = (await readFields(visit.request)).lines('domains', MOST_LINES)
    const { added, filled } = await addAll(deps.domains, visit.actor, typed)
    const [only] = added
    if (filled.problems.length > 0) {
      const done = added.length > 0 ? { done: addedWords(added.length) } : {}
      return shown(deps, visit, { status: 422, filled, ...done })
    }
    const { href } = visit.site
    return seeOther(added.length === 1 && only ? href.domain(only.id) : href.domains)
  }
}

const addedWords = (n: number) =>
  `${n} ${plural(n, 'domain is', 'domains are')} added. What stands below was not.`

async function shown(
  deps: DomainPagesDeps,
  { request, site, actor }: VisitFor<'domains.read'>,
  { status = 200, filled = unfilled(), done }: Shown,
): Promise<Response> {
  const { domains, domainHealth, clock } = deps
  const now = clock.now()
  const [list, summaries] = await Promise.all([domains.list(actor), domainHealth?.summaries(actor)])
  const all = worstFirst(list, summaries ?? new Map(), now)
  const after = new URL(request.url).searchParams.get('after')?.slice(0, LONGEST_ID)
  const from = all.findIndex(({ domain }) => domain.id === after) + 1
  const scored = await withScores(deps, actor, all.slice(from, from + PAGE))
  const rows = await withReports(deps, actor, scored)
  const next = from + PAGE < all.length ? rows.at(-1)?.domain.id : undefined
  return ownPage(
    <DomainListDocument
      site={site}
      rows={rows}
      all={all}
      isLater={from > 0}
      {...(next !== undefined && { next })}
      mayChange={!refusalOf(actor, 'domains.change')}
      filled={filled}
      {...(done !== undefined && { done })}
      now={now}
    />,
    status,
  )
}

/** How far back tests count as the last ones, in days. */
const LAST_DAYS = 30

/** With what the last tests of each scored, for those who may read tests. */
async function withScores(
  { history }: DomainPagesDeps,
  actor: VisitFor<'domains.read'>['actor'],
  rows: readonly DomainRow[],
): Promise<readonly DomainRow[]> {
  if (!history || refusalOf(actor, 'tests.read')) return rows
  return Promise.all(
    rows.map(async (row) => {
      const { score } = await history.of(actor, { domain: row.domain.domain, days: LAST_DAYS })
      return score ? { ...row, score: score.median } : row
    }),
  )
}
