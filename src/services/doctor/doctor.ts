import { systemCode, systemReason } from '../../core/trouble/system-reason.ts'
import type { Log } from '../ports.ts'
import type { Context, DoctorDeps } from './context.ts'
import { type Finding, type Inquiry, type Seen, unknown } from './finding.ts'
import { INQUIRIES } from './inquiries.ts'
import { createContext } from './look.ts'
import { AGAIN, READ_LOG } from './next-steps.ts'
import { tidy } from './tidy.ts'

/** Looks after the installation: findings, each with what to do. */
export interface Doctor {
  /** Every finding that applies, in the order of the registry. What was found out a moment ago is not asked again, unless
   * `anew` says so. */
  examine(anew?: boolean): Promise<Finding[]>
}

/** For all questions together, which are asked side by side. */
const WITHIN_MS = 10_000
/** So that a page that is opened again at once is shown at once. */
const KEPT_MS = 15_000

export interface DoctorOptions {
  log: Log
  withinMs?: number
  inquiries?: readonly Inquiry<Context>[]
}

export function createDoctor(deps: DoctorDeps, options: DoctorOptions): Doctor {
  let last: { at: number; findings: Promise<Finding[]> } | undefined
  let underWay = false
  return {
    examine(anew = false) {
      const now = deps.clock.now().getTime()
      const isFresh = last !== undefined && Math.abs(now - last.at) < KEPT_MS
      if (last && (underWay || (isFresh && !anew))) return last.findings
      underWay = true
      const findings = examineNow(deps, options).finally(() => {
        underWay = false
      })
      last = { at: now, findings }
      findings.catch(() => {
        last = undefined
      })
      return findings
    },
  }
}

async function examineNow(
  deps: DoctorDeps,
  { log, withinMs = WITHIN_MS, inquiries = INQUIRIES }: DoctorOptions,
): Promise<Finding[]> {
  const context = createContext(deps)
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), withinMs)
  const findings = await Promise.all(
    inquiries.map(async ({ id, title, read, needs = [], ofHost, look }) => {
      const lacking = needs.filter((option) => deps.settings.doubtful.includes(option))
      const seen =
        lacking.length > 0
          ? notKnown(lacking)
          : await Promise.race([answered(() => look(context), id, log), late.promise])
      if (seen === undefined) return []
      const told = seen === 'late' ? tooLate(withinMs) : seen
      const { shared } = deps.settings
      return [{ id, title, read, ...(ofHost && shared && { host: shared.host }), ...tidy(told) }]
    }),
  )
  clearTimeout(timer)
  return findings.flat()
}

const tooLate = (withinMs: number): Seen =>
  unknown(`It could not be found out within ${Math.round(withinMs / 1000)} seconds.`, AGAIN)

const notKnown = (options: readonly string[]): Seen =>
  unknown(`It rests on ${options.join(' and ')}, and what the configuration says of that is wrong.`, {
    says: 'Correct what is said of the configuration, then look again: mailgauge doctor',
  })

const NOT_THERE = unknown('What it looks at is not there.', AGAIN)
const NOT_ALLOWED = unknown('This user may not look at it.', {
  says: 'Run mailgauge doctor as the user of the service.',
})

/** What the system answers where nothing is broken. */
const SYSTEM_WORDS: Readonly<Record<string, Seen>> = {
  ENOENT: NOT_THERE,
  ENOTDIR: NOT_THERE,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
}

/** What a fault of ours or of the machine leaves open is said to be open. */
async function answered(
  look: () => ReturnType<Inquiry<Context>['look']>,
  id: string,
  log: Log,
): Promise<Seen | undefined> {
  try {
    return await look()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const words = SYSTEM_WORDS[code]
    if (words !== undefined) return words
    if (systemCode(cause) !== undefined)
      return unknown(`It could not be found out: ${systemReason(cause)}.`, AGAIN)
    log.error({ err: cause, finding: id }, 'A question of the doctor broke off')
    return unknown('It could not be found out.', READ_LOG)
  }
}
