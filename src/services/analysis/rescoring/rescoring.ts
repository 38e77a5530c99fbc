import { toRendered } from '../../../core/check.ts'
import { unpackAnalysis } from '../../../core/kept/analysed.ts'
import type { Report, SenderHints } from '../../../core/report.ts'
import type { ScoredMessage } from '../../../store/messages.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRunner } from '../../ports.ts'
import { analyseToEnd } from '../analyse-to-end.ts'
import { type CheckChange, changedChecks, changedVersions, type VersionChange } from './compare.ts'

/** What became of one message that was judged again from its evidence. */
export type Rescored = Pick<ScoredMessage, 'id' | 'token'> &
  (
    | { kind: 'same'; score: number }
    | ({ kind: 'changed'; written: boolean } & Difference)
    /** It could not be scored again, or another report was stored meanwhile: nothing was written. */
    | { kind: 'failed'; reason: string }
  )

export interface Difference {
  before: number
  after: number
  checks: CheckChange[]
  /** None: the reports differ though nothing changed that they go by, which is a fault of ours. */
  versions: VersionChange[]
}

export interface RescoringDeps {
  store: Pick<Store, 'messages'>
  /** Judges from evidence; asks nobody. */
  runner: AnalysisRunner
  /** Stores the new reports. */
  write: boolean
}

export interface Rescoring {
  /** The messages of a test that have a report, oldest first. With hints, as if their owner said that (empty: nothing)
   * and no longer what the evidence says. */
  ofTest(token: string, hints?: SenderHints): AsyncIterable<Rescored>
  /** All messages that have a report, in the order of their arrival. */
  all(): AsyncIterable<Rescored>
}

const PAGE = 200
/** Tries of one message that may be lost through no fault of its own. */
const MAY_LOSE = 2

/** Judges stored messages again: from their bytes and their evidence alone, a few at a time. */
export function createRescoring(deps: RescoringDeps): Rescoring {
  const { messages } = deps.store

  async function* someAtATime(scored: readonly Pick<ScoredMessage, 'id' | 'token'>[], hints?: SenderHints) {
    for (let at = 0; at < scored.length; ) {
      const several = scored.slice(at, at + deps.runner.size)
      at += several.length
      yield* await Promise.all(several.map((message) => rescore(deps, message, hints)))
    }
  }

  return {
    async *ofTest(token, hints) {
      const scored = (await messages.ofTest(token)).filter(({ outcome }) => outcome?.status === 'scored')
      yield* someAtATime(scored.toReversed(), hints)
    },
    async *all() {
      let behind = 0
      for (;;) {
        const page = await messages.scored(behind, PAGE)
        const last = page.at(-1)
        if (!last) return
        yield* someAtATime(page)
        behind = last.place
      }
    },
  }
}

async function rescore(
  { store: { messages }, runner, write }: RescoringDeps,
  { id, token }: Pick<ScoredMessage, 'id' | 'token'>,
  hints?: SenderHints,
): Promise<Rescored> {
  const failed = (reason: string): Rescored => ({ id, token, kind: 'failed', reason })
  const raw = await messages.raw(id)
  const envelope = await messages.envelope(id)
  const evidence = await messages.evidence(id)
  const read = await messages.report(token, id)
  if (!raw || !envelope || !read?.report) return failed('The message was deleted meanwhile.')
  if (!evidence) return failed('There is no evidence for its report.')
  const before = read.report
  const job = { raw, envelope, evidence, ...(hints && { senderHints: hints }) }
  const result = await analyseToEnd(runner, job, { blamed: [], blame: async () => {}, mayLose: MAY_LOSE })
  if (result.kind === 'not_a_message') return failed(result.reason)
  if (result.kind === 'lost') return failed(`Its analysis was stopped: ${result.words}.`)
  const next = { revision: read.revision, packed: result.packed }
  const now = unpackAnalysis(result.packed)
  if (isSame(verdictOf(before), verdictOf(now.report))) {
    // What is shown beside it may be made in another way now, or was not kept at all.
    if (write && !(isSame(before, now.report) && isSame(await messages.messageView(id), now.messageView))) {
      await messages.replaceReport(id, next)
    }
    return { id, token, kind: 'same', score: before.score }
  }
  const difference = {
    before: before.score,
    after: now.report.score,
    checks: changedChecks(before, now.report),
    versions: changedVersions(evidence, now.evidence),
  }
  if (!write) return { id, token, kind: 'changed', written: false, ...difference }
  const written = await messages.replaceReport(id, next)
  if (written === 'changed') return failed('Another report was stored meanwhile.')
  return { id, token, kind: 'changed', written: true, ...difference }
}

/** A report as it is told, without the rules that decided what is shown of its message: these tell nothing of mail. A
 * check of an earlier version is kept in another form and told alike. */
function verdictOf({ withholdingVersion: _version, checks, ...report }: Report) {
  return { ...report, checks: checks.map(toRendered) }
}

/** As they are stored. */
function isSame<T>(before: T, after: T): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}
