import { countCharacters, type SubjectCharacters } from '../../../mail/content/subject/characters.ts'
import { findPrecedent, readSubject } from '../../../mail/content/subject/prefix.ts'
import {
  judgeCharacters,
  judgeLength,
  judgePrefix,
  judgePresence,
  type SubjectCode,
} from '../../../mail/content/subject/remarks.ts'
import { measureShown } from '../../../mail/reading/words/tokens.ts'
import { type Analyzer, conclude, priced } from '../../analyzer.ts'
import { WRITER } from '../../telling/people.ts'

const WEIGHT = 0.3
const COSTS = {
  'subject-missing': 0.3,
  'subject-empty': 0.3,
  'bidi-override': 0.3,
  'mixed-script-words': 0.3,
  'zero-width-characters': 0.2,
  'fancy-letters': 0.2,
  'fake-reply': 0.2,
  'fake-forward': 0.2,
  shouting: 0.2,
  'repeated-marks': 0.1,
  'subject-long': 0,
  'reply-without-reference': 0,
} satisfies Record<SubjectCode, number>

/** With fewer words and no HTML, the length of the subject is not judged. */
const LEAST_WORDS = 20

/** Whether the subject is there, honest and legible. */
export const subject: Analyzer = {
  name: 'subject',
  group: 'content',
  title: 'Subject',
  asks: 'Is the subject there, honest and of a fitting length?',
  why: 'It decides whether a message is opened or reported, and filters weigh it too.',
  who: WRITER,
  weight: WEIGHT,
  costs: COSTS,
  run({ message, facts }) {
    const value = message.first('subject')?.value
    const absent = judgePresence(value)
    if (absent || value === undefined) {
      const findings = priced(absent ? [absent] : [], COSTS)
      return conclude(WEIGHT, { findings, passed: '' })
    }
    const parts = readSubject(value)
    const characters = countCharacters(value, parts.rest)
    const { kind } = facts.kind()
    const precedent =
      parts.prefix === 'none' ? undefined : findPrecedent(message, facts.html(), kind === 'marketing')
    const little = !facts.html() && measureShown(message).words < LEAST_WORDS
    const remarks = [
      ...(precedent ? judgePrefix(parts, precedent, kind === 'personal' || kind === 'list') : []),
      ...judgeCharacters(characters, precedent !== undefined && precedent !== 'none'),
      ...(little ? [] : judgeLength(characters)),
    ]
    return conclude(WEIGHT, {
      findings: priced(remarks, COSTS),
      passed: 'The subject is there, and says what it is in plain letters.',
      evidence: {
        ...evidenceOf(characters),
        ...(precedent && { prefix: parts.prefix, earlier_message: BEHIND[precedent] }),
      },
      quotes: { Subject: value.slice(0, 1_000) },
    })
  },
}

const BEHIND = {
  fields: 'named in the header',
  quotation: 'quoted in the body',
  software: 'kept by the software that sent this',
  none: 'none',
} as const

function evidenceOf({ length, emoji, capitals, cased }: SubjectCharacters): Record<string, string> {
  return {
    length: String(length),
    ...(emoji > 0 && { emoji: String(emoji) }),
    ...(cased > 0 && { capitals: `${Math.round((capitals / cased) * 100)} %` }),
  }
}
