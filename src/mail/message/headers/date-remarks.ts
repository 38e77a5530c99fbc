import { inLines } from '../../fixing/changes.ts'
import { dateField } from '../../fixing/fields.ts'
import { type DateFault, readDate } from '../../reading/mime/date.ts'
import type { Remark } from '../../remark.ts'

/** What is said of the Date field. */
export type DateCode =
  | 'date-missing'
  | 'date-invalid'
  | 'date-no-zone'
  | 'date-weekday'
  | 'date-obsolete'
  | 'date-future'
  | 'date-past'

const HOUR = 3_600_000
const AHEAD_AT_MOST = 24 * HOUR
const BEHIND_AT_MOST = 72 * HOUR

/** What is wrong with a date; the advice goes on with the field as it is to be. */
const WORDS: Readonly<Record<DateFault, Pick<Remark<DateCode>, 'code' | 'says' | 'advice'>>> = {
  unreadable: {
    code: 'date-invalid',
    says: 'The Date field holds no date of the form that mail uses.',
    advice: 'Write Date in this form',
  },
  impossible: {
    code: 'date-invalid',
    says: 'The Date field names a day, time or zone that does not exist.',
    advice: 'Write Date in this form',
  },
  'no-zone': {
    code: 'date-no-zone',
    says: 'The Date field names no time zone.',
    advice: 'Add the offset from UTC to Date, as here',
  },
  'wrong-weekday': {
    code: 'date-weekday',
    says: 'The Date field names a weekday that the date did not fall on.',
    advice: 'Make the weekday in Date out of the same instant as the day, as here',
  },
  'obsolete-year': {
    code: 'date-obsolete',
    says: 'The Date field has an obsolete form.',
    advice: 'Write Date with four digits for the year and a numeric offset',
  },
  'obsolete-zone': {
    code: 'date-obsolete',
    says: 'The Date field has an obsolete form.',
    advice: 'Write Date with four digits for the year and a numeric offset',
  },
}

export interface DateView {
  remarks: Remark<DateCode>[]
  /** `2 h ahead`, `3 min behind`; absent: the date or the time of arrival is not known. */
  skew?: string
}

/** Judges the first Date field against the time of arrival; without one only its form is judged. `now` is for advice. */
export function judgeDate(value: string | undefined, receivedAt: Date | undefined, now: Date): DateView {
  const changes = [dateField(receivedAt ?? now)]
  const field = inLines(changes)
  if (value === undefined) {
    return {
      remarks: [
        {
          code: 'date-missing',
          says: 'There is no Date field.',
          advice: `Let the program that sends write the time of sending in one Date field, in this form: ${field}`,
          reference: 'RFC 5322 section 3.6.1',
          changes,
        },
      ],
    }
  }
  const { at, faults } = readDate(value)
  const remarks: Remark<DateCode>[] = faults.map((fault) => ({
    ...WORDS[fault],
    advice: `${WORDS[fault].advice}: ${field}`,
    reference: 'RFC 5322 section 3.3',
    changes,
  }))
  if (!at || !receivedAt) return { remarks }
  const ahead = at.getTime() - receivedAt.getTime()
  const span = inWords(Math.abs(ahead))
  const advice = `Set the clock and the time zone of the machine that writes Date, and don't keep mail back for days. At its arrival it would have been: ${field}`
  const reference = 'RFC 5322 section 3.6.1'
  if (ahead > AHEAD_AT_MOST) {
    remarks.push({
      code: 'date-future',
      says: `The Date field lies ${span} in the future.`,
      advice,
      reference,
      changes,
    })
  } else if (-ahead > BEHIND_AT_MOST) {
    remarks.push({
      code: 'date-past',
      says: `The Date field lies ${span} in the past.`,
      advice,
      reference,
      changes,
    })
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
