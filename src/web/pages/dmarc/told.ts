import type {
  AggregatePage,
  AggregateSlice,
  AggregateSummary,
  Aggregates,
  AggregateWindow,
} from '../../../services/aggregates/aggregates.ts'
import type { ReportContent, ReportFiles } from '../../../services/aggregates/report-files.ts'

type Granted<R> = R extends { ok: true; value: infer T } ? T : never
type Told<F extends (...args: never[]) => unknown> = Granted<Awaited<ReturnType<F>>>

/** What services tell of DMARC reports, as pages show it. */
export type Summary = AggregateSummary
export type Report = AggregateSlice
export type Window = AggregateWindow
export type ReportPage = AggregatePage
export type Content = ReportContent
export type Sources = Told<Aggregates['sources']>
export type Source = Sources['sources'][number]
export type Records = Told<Aggregates['records']>
export type Reported = Records['records'][number]
export type File = Told<ReportFiles['read']>
