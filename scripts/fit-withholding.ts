/**
 * Fits what the signals and words around a carrier speak for to the labelled messages, and writes src/mail/data/auth-points.json.
 * A message is a secret's when one place in it is: of a message with a secret the likeliest place is taken for it, in each round
 * anew, and of any other message no place is. `--ordinary <folder>` adds mail that is to be left alone, one message a file;
 * `--extra <file>` adds messages that may not be published here to those of `whole/fitted*.jsonl`: JSON, one message a line, with
 * `label` (secret or ordinary), `raw` (the message) and `enc` (latin1 where its characters stand for octets). `--called <name>`
 * says in the file what they were.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deflateRawSync } from 'node:zlib'
import { bitsOf } from '../src/mail/data/auth-words/concepts.ts'
import { extractLinks } from '../src/mail/reading/links/links.ts'
import { parseHtml } from '../src/mail/reading/markup/html.ts'
import { parseMessage } from '../src/mail/reading/parse.ts'
import { holdsCredential, tellsPassword } from '../src/mail/withholding/credential.ts'
import { near, segmentOf } from '../src/mail/withholding/segments.ts'
import { SIGNALS, type Signal } from '../src/mail/withholding/weighing/coefficients.ts'
import { PLACES } from '../src/mail/withholding/weighing/places.ts'
import { look } from '../src/mail/withholding/withholding.ts'
import { authWords } from '../src/mail/withholding/words.ts'
import { FORMS, rawOf, readCases } from '../test/mail/withholding/cases.ts'
import { formsOf, type Labelled, readLabelled } from '../test/mail/withholding/labelled.ts'
import { type Block, paddedRaws, pileOf, readBlocks } from '../test/mail/withholding/padding.ts'

/** Features of one place that could be the secret: numbers of weights, and how much of each is there. */
interface Features {
  index: Int32Array
  amount: Float32Array
}

interface Example {
  secret: boolean
  /** How much it counts: a message in three forms counts as one. */
  weight: number
  seen: Features[]
}

/** A missed secret is the worse error. */
const SECRET_WEIGHT = 1.5
const ORDINARY_WEIGHT = 1
const EVERYDAY_WEIGHT = 3
const PADDED_WEIGHT = 0.5
const STREWN_WEIGHT = 1.2
const EXTRA_WEIGHT = 3
const ROUNDS = 14
/** The weights of the last rounds are averaged. */
const AVERAGED = 6
const RATE = 0.25
const DECAY = { signals: 0.0005, words: 0.0003 }
/** Moves the line where withholding begins: above zero more is withheld. */
const LEAN = 1
/** Places of an ordinary message that are corrected in one go: at least so many, and of a long message a share. */
const LEAST_CORRECTED = 3
const SHARE_CORRECTED = 0.12

const WHOLE = ['fitted', 'fitted-2', 'fitted-3', 'fitted-4'].map((name) =>
  join(import.meta.dir, `../test/mail/withholding/whole/${name}.jsonl`),
)

/** What the labelled messages are too few to tell: hardly anybody is signed in through a mailing list or a tracker. */
const AT_MOST: Partial<Record<Signal, number>> = { discussion: -5, tracker: -4 }

/**
 * How much more than the fit asks for is asked for where little is seen: something that may be a number of any kind, words, and a link
 * among other links. Secrets have more to show; menus and footers of senders nobody has seen do not.
 */
const LEANS: Partial<Record<Signal, number>> = {
  always: LEAN,
  'by perhaps': -1,
  'by words': -0.5,
  'links around': -3,
  'link of a menu': -1,
}

function exampleOf(raw: string | Buffer, secret: boolean, weight: number): Example {
  const message = parseMessage(typeof raw === 'string' ? Buffer.from(raw) : raw)
  const html = message.html === undefined ? undefined : parseHtml(message.html)
  const { seen, closed } = look(message, html, extractLinks(html, message.text))
  return {
    secret,
    weight,
    seen: closed ? [] : seen.map(({ signals, places }) => featuresOf(signals, places)),
  }
}

function featuresOf(signals: object, places: ReadonlyMap<number, number>): Features {
  const noted = (Object.entries(signals) as [Signal, number][]).filter(([, amount]) => amount > 0)
  return {
    index: Int32Array.from([
      ...noted.map(([signal]) => SIGNALS.indexOf(signal)),
      ...places.keys().map((place) => SIGNALS.length + place),
    ]),
    amount: Float32Array.from([...noted.map(([, amount]) => amount), ...places.values()]),
  }
}

interface Extra {
  label: 'secret' | 'ordinary'
  raw: string
  enc?: string
}

/** Whole messages: those of the tree, and those that may not be published, each once. */
function readWhole(paths: readonly string[]): Extra[] {
  const lines = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Extra)
  return [...new Map(all.map((one) => [one.raw, one])).values()]
}

function wholeExamples({ label, raw, enc }: Extra, index: number, blocks: readonly Block[]): Example[] {
  const secret = label === 'secret'
  const weight = secret ? 1 : EXTRA_WEIGHT
  const octets = Buffer.from(raw, enc === 'latin1' ? 'latin1' : 'utf8')
  const { subject, text, html } = parseMessage(octets)
  const form = html !== undefined && (text === undefined || index % 2 === 0) ? { html } : { text: text ?? '' }
  const pile = pileOf(blocks, index * 11, paddingOf(index, secret))
  const [among = ''] = paddedRaws(
    { subject, fields: [], forms: [form] },
    pile,
    index % 4 < 2 ? 'before' : 'behind',
  )
  return [exampleOf(octets, secret, weight), exampleOf(among, secret, PADDED_WEIGHT * weight)]
}

function readExamples(ordinary: readonly string[], extra: readonly string[]): Example[] {
  const blocks = readBlocks('fitted')
  const random = createRandom(11)
  const labelled = readLabelled(false).flatMap((one, index) => [
    ...one.raws.map((raw) => exampleOf(raw, one.withhold, weightOf(one.id) / one.raws.length)),
    ...padded(one, index, blocks),
    ...(one.withhold ? [] : [...spread(one.raws[0] ?? '', index), ...strewn(one, random)]),
    ...(one.withhold || weightOf(one.id) === 1
      ? []
      : strewn({ ...one, subject: `Re: ${one.subject}` }, random)),
  ])
  const cases = readCases().flatMap(({ subject, body, secret }) =>
    Object.values(FORMS).map((form) => exampleOf(rawOf(subject, form(body)), secret, 1 / 3)),
  )
  const left = ordinary.flatMap((folder) =>
    readdirSync(folder)
      .toSorted()
      .map((file) => exampleOf(readFileSync(join(folder, file)), false, ORDINARY_WEIGHT)),
  )
  const whole = readWhole([...WHOLE, ...extra]).flatMap((one, index) => wholeExamples(one, index, blocks))
  const told = embedded(readLabelled(false), random)
  return [...labelled, ...cases, ...left, ...whole, ...framesAlone(blocks, random), ...told]
}

/** The same message among footers, menus, legal text and quoted threads, its own language's or another's. */
function padded(one: Labelled, index: number, blocks: readonly Block[]): Example[] {
  const own = blocks.filter(({ lang }) => lang === one.language)
  const around = index % 3 === 0 && own.length > 0 ? own : blocks
  return (['before', 'behind'] as const).flatMap((where, turn) => {
    const raws = paddedRaws(one, pileOf(around, index * 7 + turn * 3, paddingOf(index, one.withhold)), where)
    const raw = raws[(index + turn) % raws.length] ?? ''
    return [exampleOf(raw, one.withhold, PADDED_WEIGHT * weightOf(one.id))]
  })
}

/** Mostly hundreds of characters, now and then thousands: of a secret it is one place that counts, of ordinary mail every one. */
function paddingOf(index: number, secret: boolean): number {
  return index % (secret ? 8 : 4) === 0 ? 2_000 + ((index * 97) % 5_000) : 150 + ((index * 37) % 900)
}

const FRAMES = 900

/** Footers, menus and threads alone, under subjects of ordinary mail, their links followed: none of them holds a secret. */
function framesAlone(blocks: readonly Block[], random: () => number): Example[] {
  const subjects = readLabelled(false).filter(({ withhold }) => !withhold)
  return Array.from({ length: FRAMES }).flatMap((_, index) => {
    const { subject, language } = subjects[Math.floor(random() * subjects.length)] as Labelled
    const own = blocks.filter(({ lang }) => lang === language.slice(0, 2))
    const pile = pileOf(
      index % 2 === 0 && own.length > 0 ? own : blocks,
      index,
      300 + ((index * 53) % (index % 4 === 0 ? 6_000 : 1_500)),
    )
    const keyed = pile.replace(/\((https?:[^)]+)\)/g, (whole) => {
      if (random() < 0.3) return whole
      return `(https://lnk.mailer.example/${Math.floor(random() * 2 ** 40).toString(36)}/${index})`
    })
    return formsOf(keyed).map((form) => exampleOf(rawOf(subject, form), false, 1))
  })
}

const FOLLOWED = [
  (key: string) => `https://click.mailer.example/ls/click?upn=u001.${key}`,
  (key: string) => `https://www.example.com/a/${key}?utm_source=mail`,
  (key: string) => `https://docs.example.org/d/${key}/edit`,
  (key: string) => `https://t.example.net/r/?id=${key.toLowerCase()}`,
  (key: string) => `https://app.example.com/inbox?token=${key}`,
  (key: string) => `https://www.example.net/event/${key.slice(0, 8)}?k=${key}`,
  (key: string) => `https://www.example.org/im?sel=${key.length}&h=${key.toLowerCase()}`,
  (key: string) => `https://www.example.com/news/${key.length}/spring`,
]
const NUMBERS = [
  (number: string) => number,
  (number: string) => `(${number})`,
  (number: string) => `Ref. ${number}`,
  (number: string) => `A-${number.slice(0, 5)}`,
  (number: string) => `2026-${number}`,
  (number: string) => `KX${number.slice(0, 1)}Q${number.slice(1, 3)}P`,
  (number: string) => `Tel. 0${number.slice(0, 3)} ${number}`,
]
const CODES = authWords()
/** Beside these a number is no longer just any. */
const OF_CODES = bitsOf(['code', 'pass'])

/** Ordinary words stay ordinary with any number or link among them: a link alone signs nobody in. */
function strewn({ subject, fields, forms, id, withhold }: Labelled, random: () => number): Example[] {
  const lines = forms.find(({ text }) => text !== undefined)?.text?.split(/\n+/) ?? []
  if (lines.length === 0) return []
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const key = Array.from({ length: 14 }, () =>
    pick([...'abcdefghkmnpqrstuvwxyzABCDEFGHKLMNPQRS23456789']),
  ).join('')
  const number = String(Math.floor(1_000 + random() * 99_999_000)).slice(0, 4 + Math.floor(random() * 5))
  const at = 1 + Math.floor(random() * lines.length)
  const before = lines[at - 1] ?? ''
  const label = pick([before.split(' ').slice(0, 3).join(' '), 'www.example.com', 'example.com', ''])
  const followed = pick(FOLLOWED)(key)
  const link = `<a href="${followed}">${label || '<img src="https://example.com/i.png">'}</a>`
  const html = lines.toSpliced(at, 0, link).map((line) => `<p>${line}</p>`)
  const raws = [
    rawOf(subject, { text: lines.toSpliced(at, 0, followed).join('\n\n') }, fields),
    rawOf(subject, { html: html.join('') }, fields),
  ]
  const spoken = [subject, ...lines].some((line) => (segmentOf(line, CODES).bits & OF_CODES) !== 0)
  if (!spoken)
    raws.push(rawOf(subject, { text: lines.with(at - 1, `${before} ${pick(NUMBERS)(number)}`).join('\n\n') }))
  return raws.map((raw) => exampleOf(raw, withhold, (STREWN_WEIGHT * weightOf(id)) / raws.length))
}

/** What is ordered, booked and applied for. */
const OF_GOODS =
  /order|parcel|invoice|receipt|appoint|booking|job|train|ticket|bill|clinic|school|statement|donation/
const EMBEDDED_WEIGHT = 1
const MOST_OF_TOLD = 4

/** A password, or a link that needs none, in one sentence of mail about something else: a secret all the same. */
function embedded(all: readonly Labelled[], random: () => number): Example[] {
  const ordinary = all.filter(({ withhold }) => !withhold)
  return all
    .filter(({ withhold }) => withhold)
    .flatMap((one) => {
      const told = toldIn(one)
      const own = ordinary.filter(({ language }) => language.slice(0, 2) === one.language.slice(0, 2))
      const hosts = own.filter(({ kind }) => OF_GOODS.test(kind))
      if (told === undefined || hosts.length === 0) return []
      return [hosts, own, hosts, own].map((among, turn) => {
        const { subject, forms, fields } = among[Math.floor(random() * among.length)] as Labelled
        const lines = forms.find(({ text }) => text !== undefined)?.text?.split(/\n+/) ?? []
        const at = 1 + Math.floor(random() * lines.length)
        const body = lines.toSpliced(at, 0, told).join(turn < 2 ? '\n\n' : ' / ')
        const form = turn < 2 ? { text: body } : (formsOf(body)[1] ?? { text: body })
        return exampleOf(rawOf(subject, form, fields), true, EMBEDDED_WEIGHT)
      })
    })
}

/** The lines of a message that tell a password, or hold a link for which none is needed. */
function toldIn({ forms }: Labelled): string | undefined {
  const lines = forms.find(({ text }) => text !== undefined)?.text?.split(/\n+/) ?? []
  const read = lines.map((line) => segmentOf(line, CODES))
  const at = read.findIndex(
    (segment, index) =>
      tellsPassword(read, index) ||
      holdsCredential(read, index) ||
      (near(segment, 'not', 'pass', 30) && leadsToLink(lines, index)),
  )
  if (at < 0) return undefined
  const first = lines[at - 1]?.includes('@') === true ? at - 1 : at
  const last = leadsToLink(lines, at) ? at + 1 : at
  return lines.slice(first, Math.min(last + 1, first + MOST_OF_TOLD)).join('\n')
}

function leadsToLink(lines: readonly string[], at: number): boolean {
  return /https?:/.test(`${lines[at]} ${lines[at + 1] ?? ''}`)
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
  return /^(?:ordinary|office|short|workplace)/.test(id) ? EVERYDAY_WEIGHT : 1
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

/** Of words and meanings so many are left out at random each time, so that none is relied on alone. */
const LEFT_OUT = 0.5

/** Weights moved by AdaGrad with decay: those of signals first, those of words and meanings behind them. */
class Weights {
  readonly values = new Float64Array(SIGNALS.length + PLACES)
  private readonly squares = new Float64Array(SIGNALS.length + PLACES).fill(0.02).fill(1, 0, SIGNALS.length)

  sum({ index, amount }: Features): number {
    let sum = 0
    for (let at = 0; at < index.length; at += 1) {
      sum += (this.values[index[at] as number] as number) * (amount[at] as number)
    }
    return sum
  }

  move({ index, amount }: Features, slope: number, weight: number): void {
    for (let at = 0; at < index.length; at += 1) {
      const place = index[at] as number
      const now = this.values[place] as number
      const decay = place < SIGNALS.length ? DECAY.signals : DECAY.words
      const step = slope * (amount[at] as number) + decay * now * weight
      const squares = (this.squares[place] as number) + step * step
      this.squares[place] = squares
      this.values[place] = now - (RATE * step) / Math.sqrt(squares)
    }
  }
}

function thinned({ index, amount }: Features, random: () => number): Features {
  const kept = index.map((place) => Number(place < SIGNALS.length || random() >= LEFT_OUT))
  return {
    index: index.filter((_, at) => kept[at] === 1),
    amount: amount
      .map((one, at) => ((index[at] as number) < SIGNALS.length ? one : one / (1 - LEFT_OUT)))
      .filter((_, at) => kept[at] === 1),
  }
}

const likely = (points: number) => 1 / (1 + Math.exp(-points))

function fit(examples: readonly Example[]): Float64Array {
  const weights = new Weights()
  const random = createRandom(7)
  const order = examples.filter(({ seen }) => seen.length > 0)
  const mean = new Float64Array(weights.values.length)
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, random)
    for (const example of order) correct(weights, example, random)
    if (round < ROUNDS - AVERAGED) continue
    for (const [at, value] of weights.values.entries()) mean[at] = (mean[at] as number) + value / AVERAGED
  }
  return mean
}

function correct(weights: Weights, { secret, weight, seen }: Example, random: () => number): void {
  const ranked = seen
    .map((features) => ({ features, points: weights.sum(features) }))
    .toSorted((a, b) => b.points - a.points)
  const corrected = Math.max(LEAST_CORRECTED, Math.round(seen.length * SHARE_CORRECTED))
  for (const { features } of ranked.slice(0, secret ? 1 : corrected)) {
    const some = thinned(features, random)
    const slope = (likely(weights.sum(some)) - Number(secret)) * weight * (secret ? SECRET_WEIGHT : 1)
    weights.move(some, slope, weight)
  }
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = list[last] as T
    list[last] = list[other] as T
    list[other] = kept
  }
}

function write(fitted: Float64Array, examples: number): void {
  const words = fitted.subarray(SIGNALS.length)
  const most = words.reduce((highest, weight) => Math.max(highest, Math.abs(weight)), 0)
  const step = most / 127
  const packed = deflateRawSync(
    Int8Array.from(words, (weight) => Math.round(weight / step)),
    { level: 9 },
  )
  const signals = SIGNALS.map((signal, index) => {
    const points = Math.min((fitted[index] ?? 0) + (LEANS[signal] ?? 0), AT_MOST[signal] ?? Infinity)
    return [signal, Math.round(points * 100) / 100] as const
  })
  const path = join(import.meta.dir, '../src/mail/data/auth-points.json')
  const content = {
    source: `scripts/fit-withholding.ts, over test/mail/withholding${values.called && `; ${values.called}`}`,
    date: new Date().toISOString().slice(0, 10),
    examples,
    coefficients: Object.fromEntries(signals),
    step,
    // Short lines that spell no words: a search through the tree is not to end in them.
    weights: packed.toString('hex').match(/.{1,120}/g),
  }
  writeFileSync(path, `${JSON.stringify(dated(content, path), undefined, 2)}\n`)
}

/** What has not changed keeps its date: the same messages give the same file. */
function dated<T extends { date: string }>(content: T, path: string): T {
  const before = JSON.parse(readFileSync(path, 'utf8')) as T
  const kept = { ...content, date: before.date }
  return JSON.stringify(kept) === JSON.stringify(before) ? kept : content
}

const { values } = parseArgs({
  options: {
    ordinary: { type: 'string', multiple: true, default: [] },
    extra: { type: 'string', multiple: true, default: [] },
    called: { type: 'string', default: '' },
  },
})
const started = performance.now()
const examples = readExamples(values.ordinary, values.extra)
const unseen = examples.filter(({ secret, seen }) => secret && seen.length === 0).length
console.log(`${Math.round(performance.now() - started)} ms; secrets without a place: ${unseen}`)
write(fit(examples), examples.length)
console.log(`Fitted to ${examples.length} examples in ${Math.round(performance.now() - started)} ms.`)
