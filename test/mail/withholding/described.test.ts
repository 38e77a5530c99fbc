import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeRaw, judgeWords } from './cases.ts'

interface Whole {
  label: 'secret' | 'ordinary'
  half: 'seen' | 'unseen'
  raw: string
}

/** Articles without the fields of a list, and secrets that look like them, of a ninth author, labelled before any was judged. */
const MESSAGES = readFileSync(join(import.meta.dir, 'whole/held-out-10.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Whole)

const isWithheld = (subject: string, text: string) => judgeWords(subject, { text }) !== undefined

describe.each([
  ['seen', 0.18, 0.83],
  ['unseen', 0.44, 0.83],
] as const)('articles about codes and secrets like them, the half that is %s', (half, most, least) => {
  const shareOf = (label: Whole['label']) => {
    const own = MESSAGES.filter((one) => one.half === half && one.label === label)
    expect(own.length).toBeGreaterThan(30)
    return own.filter(({ raw }) => judgeRaw(raw) !== undefined).length / own.length
  }

  test('articles are withheld less often than they were', () =>
    expect(shareOf('ordinary')).toBeLessThan(most))
  test('secrets are withheld as often as before or more', () =>
    expect(shareOf('secret')).toBeGreaterThan(least))
})

const MANUAL =
  'When you sign in from a new device, you are asked for a code.\n\nOnly the latest code is taken, and never one that was used before.\n\nThe mail looks like this:\n\nYour verification code is 739 204. It is valid for 10 minutes.\n\nA code that is refused has expired. Ask for another one then.'
const ESSAY =
  'Nobody breaks the code, somebody asks for it politely. A code is a fine lock with a talking key.\n\nAt eleven the phone hums: "Your sign-in code is 318 905." Who asked for it was not me.\n\nMost people delete such a code, and they are right. The password was stolen long before the code came.'
const FOOTER =
  'This message and its attachments are confidential and meant for whoever is named above. Whoever got it by mistake is asked to delete it and to tell us. We take no liability for changes that were made on its way. The company is registered in the commercial register. Its directors are named on our pages, where you also find the terms of use that apply.'

describe('a code is described', () => {
  test('in a manual, below a line that shows what the mail looks like', () => {
    expect(isWithheld('Support article: the code did not arrive', MANUAL)).toBeFalse()
  })

  test('in an essay, in quotation marks', () => {
    expect(isWithheld('The quiet end of the one-time code', ESSAY)).toBeFalse()
  })
})

describe('a code is handed over', () => {
  test.each([
    ['Sicherheitscode für Ihren Auftrag', 'Geben Sie zur Freigabe ein: 609183'],
    [
      'Seu código e um minuto sobre golpes',
      'Seu código para entrar é\n\n492806\n\nO golpe da moda\n\nAlguém liga e pede o número que acabou de chegar. Não passe.',
    ],
    ['the bank thing', 'Hi Tom, the bank just sent this: "Your verification code is 493021." Be quick.'],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeTrue()
  })

  test('by who quotes it, whatever the footer says', () => {
    const quoted = 'Bonjour,\n\nj’ai reçu « Votre code de connexion est 493021 », dépêche-toi.\n\nPaul'
    expect(isWithheld('code', `${quoted}\n\n${FOOTER}\n\n${FOOTER}`)).toBeTrue()
  })

  test('by a link that a line leads up to', () => {
    const text =
      'Wir haben deshalb alle Passwörter ungültig gemacht. Ein neues setzt ihr über euren persönlichen Verweis; deiner ist dieser:\n\nhttps://forum.example/pw/neu.php?b=7719&s=3d6a58e10c2dc47fa3698b93b64f64d7'
    expect(isWithheld('Nach dem Datenleck: bitte neues Passwort setzen', `${text}\n\n${FOOTER}`)).toBeTrue()
  })
})
