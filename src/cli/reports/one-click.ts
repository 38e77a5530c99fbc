import type { OneClickOutcome } from '../../core/unsubscribing/one-click.ts'
import type { JudgedOneClick } from '../../services/unsubscribing/judging.ts'
import { harmless } from './harmless.ts'
import { wrapped } from './wrapped.ts'

/** What came of a one-click request, or why none was sent. */
export type OneClickTold =
  | { host: string; outcome: OneClickOutcome; judged: JudgedOneClick }
  | { notSent: string }

/** In words, to stand behind the report. */
export function oneClickText(told: OneClickTold, width?: number): string {
  const head = 'One-click unsubscribing'
  const line = (text: string, indent = '  ') => wrapped(harmless(text), indent, width)
  if ('notSent' in told) return ['', head, line(`Not tried. ${told.notSent}`), ''].join('\n')
  const { headline, says, advice, reference } = told.judged
  return [
    '',
    head,
    line(`${headline}. ${says}`),
    ...advice.map((one) => line(`- ${one}`)),
    line(reference),
    '',
  ].join('\n')
}

/** The same for a script. */
export function oneClickBody(told: OneClickTold) {
  if ('notSent' in told) return { tried: false, reason: told.notSent }
  const { host, outcome, judged } = told
  return {
    tried: true,
    host,
    ...(outcome.kind === 'answer' ? { status: outcome.status } : { failure: outcome.reason }),
    took_ms: outcome.tookMs,
    verdict: judged.verdict,
    conforming: judged.conforming,
    says: judged.says,
    advice: judged.advice,
    reference: judged.reference,
  }
}
