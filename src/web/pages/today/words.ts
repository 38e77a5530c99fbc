import { capital, inARow } from '../../../services/telling/numbers.ts'
import { mayIn } from '../../frame/entries.ts'
import type { Site } from '../../site.ts'
import { count, plural } from '../../wording.ts'
import { hitWords } from './hit.tsx'
import { monitorsWords } from './monitors.tsx'
import { reportsWords } from './reports.tsx'
import { LATELY_DAYS, type Today } from './standing.ts'

interface Known {
  site: Site
  today: Today
  /** How many tests were made lately. */
  tests: number
  /** Domains of the account. */
  domains: number
}

/** Whether anything needs whoever looks, and what. */
export function standingOf({ site, today, tests, domains }: Known): { title: string; lede: string } {
  const n =
    today.domains.length + today.hit.length + today.monitors.length + today.reports.length + today.bad.length
  if (n > 0) {
    return {
      title: n === 1 ? 'Something needs you' : `${capital(count(n))} things need you`,
      lede: wrong(today),
    }
  }
  if (tests === 0 && domains === 0) {
    return {
      title: today.steps.includes('test') ? 'Nothing is measured yet' : 'No mail was tested lately',
      lede: mayIn(site.visitor, 'tests.create')
        ? 'Send one message to a test address, and see what receivers would make of it.'
        : 'Tests that members of this account create appear here. Your role lets you read them.',
    }
  }
  if (today.unknown.length > 0) {
    return {
      title: 'Nothing known is wrong',
      lede: `Something could not be found out of ${counted(today.unknown.length, 'domain')}.`,
    }
  }
  const told =
    tests === 0
      ? `No test was made in the last ${LATELY_DAYS} days`
      : `No test of the last ${LATELY_DAYS} days ended badly`
  return {
    title: 'Nothing is wrong with your mail',
    lede: `${told}${domains > 0 ? ', and no domain needs you' : ''}.`,
  }
}

function wrong({ domains, hit, monitors, reports, bad }: Today): string {
  const tests = `${counted(bad.length, 'test')} of the last ${LATELY_DAYS} days`
  if (hit.length + monitors.length + reports.length > 0)
    return `${capital(
      inARow([
        ...(domains.length > 0 ? [counted(domains.length, 'domain')] : []),
        ...(monitors.length > 0 ? [monitorsWords(monitors.length)] : []),
        ...(hit.length > 0 ? [hitWords(hit.length)] : []),
        ...(reports.length > 0 ? [reportsWords(reports.length)] : []),
        ...(bad.length > 0 ? [tests] : []),
      ]),
    )}.`
  if (domains.length === 0) return `${capital(tests)} ended badly.`
  const told = counted(domains.length, 'domain')
  if (bad.length === 0) return `${capital(told)} ${plural(domains.length, 'needs', 'need')} a look.`
  return `${capital(told)} and ${tests}, the worst first.`
}

const counted = (n: number, noun: string) => (n === 0 ? '' : `${count(n)} ${plural(n, noun)}`)
