import type { Remark } from '../../remark.ts'
import type { SubjectCharacters } from './characters.ts'
import type { Precedent, SubjectParts } from './prefix.ts'

/** What is said of the subject. */
export type SubjectCode =
  | 'subject-missing'
  | 'subject-empty'
  | 'subject-long'
  | 'reply-without-reference'
  | 'fake-reply'
  | 'fake-forward'
  | 'bidi-override'
  | 'zero-width-characters'
  | 'mixed-script-words'
  | 'fancy-letters'
  | 'shouting'
  | 'repeated-marks'

const LONG = 78
const LEAST_LETTERS = 10
const CAPITAL_SHARE = 0.7
const WORD_SHARE = 0.6
const LONG_CAPITALS = 5
const LEAST_FANCY = 3

/** Whether there is a subject at all. Absent: there is. */
export function judgePresence(subject: string | undefined): Remark<SubjectCode> | undefined {
  if (subject?.replace(/[\p{Cf}\p{Cc}\p{Z}]/gu, '')) return undefined
  return {
    code: subject === undefined ? 'subject-missing' : 'subject-empty',
    says: subject === undefined ? 'There is no Subject field.' : 'The subject is empty.',
    advice: 'Say in a few words what the message is about.',
    reference: 'RFC 5322 section 3.6.5',
  }
}

/** Whether a reply or forward is what it says. People pass on what they were sent by copying it, without a trace. */
export function judgePrefix(
  { prefix }: SubjectParts,
  precedent: Precedent,
  byPeople: boolean,
): Remark<SubjectCode>[] {
  if (prefix === 'none' || precedent === 'fields' || precedent === 'software') return []
  const what = prefix === 'reply' ? 'reply' : 'forwarded message'
  const reference = 'RFC 5322 sections 3.6.4 and 3.6.5; Gmail sender guidelines (2026-03-21)'
  if (prefix === 'forward' && (precedent === 'quotation' || byPeople)) return []
  if (precedent === 'quotation') {
    return [
      {
        code: 'reply-without-reference',
        says: 'The message answers another one but has neither In-Reply-To nor References.',
        advice: 'Put the Message-ID of the message that is answered into In-Reply-To and References.',
        reference,
      },
    ]
  }
  return [
    {
      code: prefix === 'reply' ? 'fake-reply' : 'fake-forward',
      says: `The subject begins like a ${what}, but nothing in the message goes back to an earlier one.`,
      advice: 'Begin a subject with Re: or Fwd: only where the message answers or passes on another one.',
      reference,
    },
  ]
}

/** Whether it is written to be read. The tone of an inherited subject was set by somebody else. */
export function judgeCharacters(characters: SubjectCharacters, inherited: boolean): Remark<SubjectCode>[] {
  const { cased, capitals, overrides, stuffed, mixed, fancy, repeated } = characters
  const remarks: Remark<SubjectCode>[] = []
  const add = (code: SubjectCode, says: string, advice: string, reference: string) =>
    remarks.push({ code, says, advice, reference })
  if (overrides > 0) {
    add(
      'bidi-override',
      'The subject holds characters that turn the order of letters round.',
      'Take the directional override characters (U+202D, U+202E) out of the subject.',
      'Unicode UTR #36 section 2.5',
    )
  }
  if (stuffed > 0) {
    add(
      'zero-width-characters',
      'Characters that show nothing stand inside words of the subject.',
      'Take the zero-width characters and soft hyphens out of the subject.',
      'Unicode UTS #39',
    )
  }
  if (mixed > 0) {
    add(
      'mixed-script-words',
      'A word of the subject mixes look-alike letters of two alphabets.',
      'Write each word in the letters of one alphabet.',
      'Unicode UTS #39 section 5',
    )
  }
  if (fancy >= LEAST_FANCY) {
    add(
      'fancy-letters',
      `${fancy} letters of the subject are mathematical or enclosed symbols that look like letters.`,
      'Write plain letters: screen readers read such symbols one by one, and filters know them from spam.',
      'Unicode UTS #39; SpamAssassin SUBJ_STYLED_LETTERS',
    )
  }
  if (!inherited && isShouted(characters)) {
    add(
      'shouting',
      `${Math.round((capitals / cased) * 100)} % of the letters in the subject are capitals.`,
      'Write the subject in ordinary letters.',
      'SpamAssassin SUBJ_ALL_CAPS',
    )
  }
  if (!inherited && repeated > 0) {
    add(
      'repeated-marks',
      'The subject repeats exclamation marks or currency signs.',
      'Leave at most one of them: filters know rows of them from spam.',
      'SpamAssassin PLING_QUERY, SUBJ_DOLLARS',
    )
  }
  return remarks
}

/** Whether it fits where inboxes show it. */
export function judgeLength({ length }: SubjectCharacters): Remark<SubjectCode>[] {
  if (length <= LONG) return []
  return [
    {
      code: 'subject-long',
      says: `The subject has ${length} characters; inboxes show about 60, telephones about 40.`,
      advice: `Put what matters first, and keep the subject under ${LONG} characters.`,
      reference: 'RFC 5322 section 2.1.1',
    },
  ]
}

/** Short words of capitals are abbreviations more often than not, and monitors write the state of a thing in capitals. */
function isShouted({ words, capitalWords, longestCapitals, cased, capitals }: SubjectCharacters): boolean {
  if (capitalWords < 2 || cased < LEAST_LETTERS || capitals / cased <= CAPITAL_SHARE) return false
  return capitalWords === words || (longestCapitals >= LONG_CAPITALS && capitalWords / words > WORD_SHARE)
}
