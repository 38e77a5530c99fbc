import type { MonitorCondition } from '../../core/watching/monitor.ts'
import { spaced } from '../telling/spaced.ts'

interface ConditionWords {
  title: string
  /** What to do about it, in a sentence or two. */
  next: string
}

/** What pages and messages call a condition, and what they advise. */
export const CONDITION_WORDS: Readonly<Record<MonitorCondition, ConditionWords>> = {
  score_low: {
    title: 'Score too low',
    next: 'Open the report of the last message: what costs points stands first.',
  },
  score_dropped: {
    title: 'Score dropped',
    next: 'Open the report of the last message, and compare it with an earlier one.',
  },
  check_failed: {
    title: 'Check failed',
    next: 'Open the report of the last message: the check says what to fix.',
  },
  not_analysed: {
    title: 'Message not analysed',
    next: 'Open the last message: its page says why it could not be analysed.',
  },
  listed: {
    title: 'On a blocklist',
    next: 'Find out why the list has it and end the cause, then ask the list to remove it. If the server is a provider’s, ask the provider.',
  },
  record_broken: {
    title: 'Record broken',
    next: 'Compare the records with what they said before, and correct what is wrong.',
  },
  nothing_received: {
    title: 'Nothing received',
    next: 'Check whether the job that sends has run, and in the mail log whether its mail was refused.',
  },
}

const NAME_LOOSE =
  'Look the domain up by RDAP or whois. If nobody holds it, take its name out of the record, or correct it where it is misspelt.'

/** What to do about one thing. A name that looks unregistered was not changed by anybody: its record stands as it did. */
export function nextOf(condition: MonitorCondition, says = ''): string {
  const isNameLoose = condition === 'record_broken' && says.includes(' looks unregistered: ')
  return isNameLoose ? NAME_LOOSE : CONDITION_WORDS[condition].next
}

/** What happened, in a few words: DKIM failed, SPF broken, Listed by zen.spamhaus.org. */
export function conditionInShort(condition: MonitorCondition, about?: string): string {
  if (about === undefined || about === '') return CONDITION_WORDS[condition].title
  switch (condition) {
    case 'check_failed':
      return `${spaced(about)} failed`
    case 'record_broken':
      return `${spaced(about)} broken`
    case 'listed':
      return `Listed by ${about.split(' ')[0]}`
    default:
      return CONDITION_WORDS[condition].title
  }
}
