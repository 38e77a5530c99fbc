import { skeletonOf } from '../../src/mail/reading/unicode/skeleton.ts'
import { fold } from '../../src/mail/reading/words/tokens.ts'
import { isClosed } from '../../src/mail/withholding/closed.ts'
import { foldedOf, plainOf } from '../../src/mail/withholding/letters.ts'
import { hold, type Target } from './target.ts'

/** Octets of a text as a target is given them. */
const octets = (text: string) => Buffer.from(text).toString('latin1')
const textOf = (given: string) => Buffer.from(given, 'latin1').toString('utf8')
const repeated = (unit: string) => (size: number) =>
  octets(unit).repeat(Math.ceil(size / octets(unit).length))

/** Code that finds one spelling for what is written in several ways. */
export const TEXT_TARGETS: readonly Target[] = [
  {
    name: 'folding',
    seeds: [
      octets('Ihr Bestätigungscode lautet 4 8 2 9 1 3, pаsswоrd c0de don’t'),
      octets('אִמּוּת رَمْز التَّحَقُّق كود ١٢٣٤٥٦ 認証コード：４８２９'),
      octets('каталог https://example.org/а/о vеrify'),
    ],
    pieces: ['a', '0', ' ', "n't", '://', '-', '\n', 'x1'].concat(
      ['а', '\u0301', '\u0327', '\u0334', 'é', '각', '\ufdfa', '\uff9e', '\u3099', '\u200d', '\u3000'].map(
        octets,
      ),
    ),
    shapes: {
      'unbroken letters': repeated('a'),
      'unbroken letters with zeros': repeated('abc0'),
      'letters of two alphabets': repeated('aа'),
      'a mark again and again': repeated('\u0301'),
      'marks in the order that has to be sorted': repeated('\u0301\u0327\u0334'),
      'marks of two lots': (size) =>
        octets('\u0301'.repeat(Math.ceil(size / 4)) + '\u0327'.repeat(Math.ceil(size / 4))),
      'marks of the compatible form': repeated('\uff9e\u0334'),
      'letters with points': repeated('\u05e9\u05bc\u05c1\u05b0'),
      'unspaced addresses': repeated('аé:/'),
    },
    run: (given) => {
      const text = textOf(given)
      const plain = plainOf(text)
      hold(!plain.includes('\u034f'), 'nothing that shows nothing stays in a plain text')
      foldedOf(plain)
      fold(text)
      skeletonOf(text)
      isClosed({ root: { children: [] }, attachments: [], limits: [] } as never, undefined, [text])
    },
  },
]
