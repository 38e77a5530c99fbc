import type { Remark } from '../remark.ts'
import { type DateFault, readDate } from './date.ts'

const EXAMPLE = 'Fri, 20 Nov 2026 12:00:00 +0000'
const HOUR = 3_600_000
const AHEAD_AT_MOST = 24 * HOUR
const BEHIND_AT_MOST = 72 * HOUR

const WORDS: Readonly<Record<DateFault, Pick<Remark, 'code' | 'says' | 'advice'>>> = {
  unreadable: {
    code: 'date-invalid',
    says: 'The Date field holds no date of the form that mail uses.',
    advice: `Write Date in the form "Date: ${EXAMPLE}".`,
  },
  impossible: {
    code: 'date-invalid',
    says: 'The Date field names a day, time or zone that does not exist.',
    advice: `Write Date in the form "Date: ${EXAMPLE}".`,
  },
  'no-zone': {
    code: 'date-no-zone',
    says: 'The Date field names no time zone.',
    advice: `Add the offset from UTC to Date, as in "Date: ${EXAMPLE}".`,
  },
  'wrong-weekday': {
    code: 'date-weekday',
    says: 'The Date field names a weekday that the date did not fall on.',
    advice: `Make the weekday in Date out of the same instant as the day, in UTC or with its offset.`,
  },
  'obsolete-year': {
    code: 'date-obsolete',
    says: 'The Date field has an obsolete form.',
    advice: `Write Date with four digits for the year and a numeric offset: "Date: ${EXAMPLE}".`,
  },
  'obsolete-zone': {
    code: 'date-obsolete',
    says: 'The Date field has an obsolete form.',
    advice: `Write Date with four digits for the year and a numeric offset: "Date: ${EXAMPLE}".`,
  },
}

export interface DateView {
  remarks: Remark[]
  /** `2 h ahead`, `3 min behind`; absent: the date or the time of arrival is not known. */
  skew?: string
}

/** Judges the first Date field against the time of arrival; without one only its form is judged. */
export function judgeDate(value: string | undefined, receivedAt: Date | undefined): DateView {
  if (value === undefined) {
    return {
      remarks: [
        {
          code: 'date-missing',
          says: 'There is no Date field.',
          advice: `Add one Date field: "Date: ${EXAMPLE}".`,
          reference: 'RFC 5322 section 3.6.1',
        },
      ],
    }
  }
  const { at, faults } = readDate(value)
  const remarks = faults.map((fault) => ({ ...WORDS[fault], reference: 'RFC 5322 section 3.3' }))
  if (!at || !receivedAt) return { remarks }
  const ahead = at.getTime() - receivedAt.getTime()
  const span = inWords(Math.abs(ahead))
  const advice =
    "Set the clock and the time zone of the machine that writes Date, and don't keep mail back for days."
  const reference = 'RFC 5322 section 3.6.1'
  if (ahead > AHEAD_AT_MOST) {
    remarks.push({
      code: 'date-future',
      says: `The Date field lies ${span} in the future.`,
      advice,
      reference,
    })
  } else if (-ahead > BEHIND_AT_MOST) {
    remarks.push({ code: 'date-past', says: `The Date field lies ${span} in the past.`, advice, reference })
  }
  return { remarks, skew: `${span} ${ahead > 0 ? 'ahead of' : 'before'} arrival` }
}

function inWords(milliseconds: number): string {
  const hours = milliseconds / HOUR
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  if (hours >= 2) return `${Math.floor(hours)} hours`
  if (milliseconds >= 120_000) return `${Math.floor(milliseconds / 60_000)} minutes`
  return `${Math.floor(milliseconds / 1_000)} seconds`
}
