import type { Store } from '../../store/store.ts'
import { isDecidedByOthers, type WithholdingRules } from '../withholding/shown-words.ts'

/** Messages whose subjects are read at once: a monitor's test has no end of them. */
const MOST = 20

/** Subjects by the message's id. */
export type Subjects = ReadonlyMap<string, string>

/** The subjects of a test's newest messages; without `whole` none of a message that is withheld, or that other rules
 * decided about. */
export async function subjectsOf(
  store: Pick<Store, 'messages'>,
  rules: Pick<WithholdingRules, 'version'>,
  token: string,
  whole: boolean,
): Promise<Subjects> {
  const newest = (await store.messages.ofTest(token)).slice(0, MOST)
  const scored = newest.filter(({ outcome }) => outcome?.status === 'scored')
  const stored = await Promise.all(scored.map(({ id }) => store.messages.report(token, id)))
  const told = stored.flatMap((one) => {
    if (!one?.report) return []
    const { message, report } = one
    const isKept = !whole && (report.withheld !== undefined || isDecidedByOthers(report, rules))
    return isKept ? [] : [[message.id, report.headline.subject] as const]
  })
  return new Map(told)
}
