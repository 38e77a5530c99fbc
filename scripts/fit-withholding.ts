/**
 * Fits what the signs and words of a message speak for to the labelled messages, and writes src/mail/data/auth-points.json.
 * `--ordinary <folder>` adds mail that is to be left alone, one message a file, such as the ham of SpamAssassin's public corpus.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deflateRawSync } from 'node:zlib'
import { parseHtml } from '../src/mail/html.ts'
import { extractLinks } from '../src/mail/links.ts'
import { parseMessage } from '../src/mail/parse.ts'
import { PLACES } from '../src/mail/withholding/places.ts'
import { SIGNS, type Sign } from '../src/mail/withholding/points.ts'
import { look } from '../src/mail/withholding.ts'
import { FORMS, rawOf, readCases } from '../test/mail/withholding/cases.ts'
import { readLabelled } from '../test/mail/withholding/labelled.ts'

interface Example {
  secret: boolean
  /** How much it counts: a message in three forms counts as one. */
  weight: number
  signs: (readonly [index: number, amount: number])[]
  places: (readonly [index: number, amount: number])[]
}

/** A missed secret is the worse error. */
const SECRET_WEIGHT = 2
/** Ordinary mail is there to keep the rest honest: all of it together should not outweigh the labelled messages. */
const ORDINARY_WEIGHT = 0.4
const EVERYDAY_WEIGHT = 3
const ROUNDS = 12
const RATE = 0.3
const DECAY_OF_SIGNS = 0.001
const DECAY_OF_WORDS = 0.0003
/** Moves the line where withholding begins: above zero more is withheld. */
const LEAN = 0.75

/** What the labelled messages are too few to tell: hardly anybody is signed in through a mailing list or a tracker. */
const AT_MOST: Partial<Record<Sign, number>> = { discussion: -4, tracker: -3 }

function exampleOf(raw: string | Buffer, secret: boolean, weight: number): Example {
  const message = parseMessage(typeof raw === 'string' ? Buffer.from(raw) : raw)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const { signs, places } = look(message, html, extractLinks(html, message.text))
  return {
    secret,
    weight,
    signs: (Object.entries(signs) as [Sign, number][])
      .filter(([, amount]) => amount > 0)
      .map(([sign, amount]) => [SIGNS.indexOf(sign), amount] as const),
    places: [...places],
  }
}

function readExamples(ordinary: readonly string[]): Example[] {
  const labelled = readLabelled(false).flatMap(({ id, raws, withhold }, index) => [
    ...raws.map((raw) => exampleOf(raw, withhold, weightOf(id) / raws.length)),
    ...(withhold ? [] : spread(raws[0] ?? '', index)),
  ])
  const cases = readCases().flatMap(({ subject, body, secret }) =>
    Object.values(FORMS).map((form) => exampleOf(rawOf(subject, form(body)), secret, 1 / 3)),
  )
  const left = ordinary.flatMap((folder) =>
    readdirSync(folder)
      .toSorted()
      .map((file) => exampleOf(readFileSync(join(folder, file)), false, ORDINARY_WEIGHT)),
  )
  return [...labelled, ...cases, ...left]
}

const LIST = 'List-Id: <talk.example.org>\r\nList-Post: <mailto:talk@example.org>\r\n'
const TRACKER = 'X-GitHub-Reason: subscribed\r\nList-Id: example/example <example.example.github.com>\r\n'

/** What is no secret is none on a mailing list or in a tracker's notice either: nobody is signed in through one. */
function spread(raw: string, index: number): Example[] {
  if (index % 4 > 1) return []
  return [exampleOf(`${index % 4 === 0 ? LIST : TRACKER}${raw}`, false, 0.3)]
}

/** Everyday mail is most of all mail, and the files of hard cases hold little of it. */
function weightOf(id: string): number {
  return /^(?:ordinary|short)/.test(id) ? EVERYDAY_WEIGHT : 1
}

/** A generator of its own, so that the same messages give the same points. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Weights of one group of features, moved by AdaGrad with decay. */
class Group {
  readonly weights: Float64Array
  private readonly squares: Float64Array
  private readonly decay: number

  constructor(size: number, decay: number, squares: number) {
    this.decay = decay
    this.weights = new Float64Array(size)
    this.squares = new Float64Array(size).fill(squares)
  }

  sum(features: Example['signs']): number {
    let sum = 0
    for (const [index, amount] of features) sum += (this.weights[index] ?? 0) * amount
    return sum
  }

  move(features: Example['signs'], slope: number, weight: number): void {
    for (const [index, amount] of features) {
      const now = this.weights[index] ?? 0
      const step = slope * amount + this.decay * now * weight
      const squares = (this.squares[index] ?? 0) + step * step
      this.squares[index] = squares
      this.weights[index] = now - (RATE * step) / Math.sqrt(squares)
    }
  }
}

/** Logistic regression over signs and words together. */
function fit(examples: readonly Example[]): { signs: Float64Array; words: Float64Array } {
  const signs = new Group(SIGNS.length, DECAY_OF_SIGNS, 1)
  const words = new Group(PLACES, DECAY_OF_WORDS, 0.02)
  const random = createRandom(7)
  const order = [...examples]
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, random)
    for (const { secret, weight, signs: seen, places } of order) {
      const likely = 1 / (1 + Math.exp(-(signs.sum(seen) + words.sum(places))))
      const counts = weight * (secret ? SECRET_WEIGHT : 1)
      signs.move(seen, (likely - Number(secret)) * counts, weight)
      words.move(places, (likely - Number(secret)) * counts, weight)
    }
  }
  return { signs: signs.weights, words: words.weights }
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = list[last] as T
    list[last] = list[other] as T
    list[other] = kept
  }
}

const { values } = parseArgs({ options: { ordinary: { type: 'string', multiple: true, default: [] } } })
const examples = readExamples(values.ordinary)
const fitted = fit(examples)
const most = fitted.words.reduce((highest, weight) => Math.max(highest, Math.abs(weight)), 0)
const step = most / 127
const packed = deflateRawSync(
  Int8Array.from(fitted.words, (weight) => Math.round(weight / step)),
  { level: 9 },
)
const signs = SIGNS.map((sign, index) => {
  const points = Math.min(
    (fitted.signs[index] ?? 0) + (sign === 'always' ? LEAN : 0),
    AT_MOST[sign] ?? Infinity,
  )
  return [sign, Math.round(points * 100) / 100] as const
})
writeFileSync(
  join(import.meta.dir, '../src/mail/data/auth-points.json'),
  `${JSON.stringify(
    {
      source: 'scripts/fit-withholding.ts, over test/mail/withholding and ordinary mail',
      date: new Date().toISOString().slice(0, 10),
      examples: examples.length,
      signs: Object.fromEntries(signs),
      step,
      // Short lines that spell no words: a search through the tree is not to end in them.
      weights: packed.toString('hex').match(/.{1,120}/g),
    },
    undefined,
    2,
  )}\n`,
)
console.log(`Fitted to ${examples.length} examples.`)
