import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMessage } from '../../../src/mail/reading/parse.ts'
import { judgeRaw, judgeWords } from './cases.ts'
import { withPiece } from './padding.ts'

const isWithheld = (subject: string, text: string) => judgeWords(subject, { text }) !== undefined

const read = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dir, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

interface Message {
  label: string
  kind: string
  half: string
  raw: string
}

describe('what stands beside a notice is not its secret', () => {
  test.each([
    [
      'Two-factor authentication enabled',
      'Two-factor authentication has been enabled.\n\nManage what we send you: https://fernway.example/account/notifications?u=8f21c0\nFor your security, we will never ask for your password or one-time code.',
    ],
    [
      'Su solicitud de clave se ha tramitado',
      'Recibir\u00e1 la clave por correo postal.\n\nIniciar sesi\u00f3n: https://e.brinco.example/l/8b1f2c77 | Mi cuenta: https://e.brinco.example/l/e09d43aa | \u00bfOlvidaste la contrase\u00f1a?: https://e.brinco.example/l/51c0e7f9',
    ],
    ['Zwei-Faktor-Authentisierung aktiviert', 'Sie wurde aktiviert.\n\nSprawa UM.4418.2026.'],
    ['Tu registro se ha completado', 'Ya puedes pedir cita.\n\nN\u00famero de paciente: 118842'],
    ['Pipeline 2281 mislukt', 'Stap login-e2e mislukte: verwacht werd dat de code na 10 minuten verloopt.'],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeFalse()
  })
})

describe('what the mail is sent for stays a secret beside a menu or a thread', () => {
  test.each([
    [
      'Votre lien de connexion',
      'Se connecter <https://agora.example/connexion/jeton/4be19c0d77a1f2>\n\nAide <https://agora.example/aide/1f2c> Mon compte <https://agora.example/compte/77e0> Contact <https://agora.example/c/9d43>',
    ],
    [
      'Entrar sem palavra-passe',
      'Help: https://fernway.example/help/8f21c0 | Terms: https://fernway.example/terms | Shop: https://fernway.example/s/1f\n\nEntrar <https://praca.example/entrar/8b1f2c7743aa>',
    ],
    [
      'Accesso da nuovo dispositivo',
      'W dniu 3.11.2026 o 10:14, Bartek Lis pisze:\n> To fa\u0142szywa wiadomo\u015b\u0107, policja ostrzega.\n\nPer completare l\u2019accesso inserisci 551 204.',
    ],
  ])('%s', (subject, text) => {
    expect(isWithheld(subject, text)).toBeTrue()
  })
})

describe('a value that the writer saw on a screen', () => {
  test('is shown', () => {
    const text = 'L\u2019app mostra un numero, nel nostro caso 204 881, che cambia ogni trenta secondi.'
    expect(isWithheld('Autenticazione a due fattori', text)).toBeFalse()
  })

  test('and one that is sent is withheld', () => {
    expect(isWithheld('Tw\u00f3j kod', 'Tw\u00f3j kod u nas: 204 881')).toBeTrue()
    expect(isWithheld('How to sign in', 'Your temporary password is Maple-Rain-4471.')).toBeTrue()
  })
})

describe('messages and blocks of a seventh author', () => {
  const messages = read<Message>('whole/held-out-8.jsonl')
  const blocks = read<{ text: string }>('padding/held-out-3.jsonl')
  const withheld = (kind: string, half: string) => {
    const some = messages.filter((one) => one.kind === kind && one.half === half)
    return some.filter(({ raw }) => judgeRaw(raw)).length / some.length
  }

  test('secrets are withheld', () => {
    expect(withheld('secret', 'seen')).toBe(1)
    expect(withheld('secret', 'unseen')).toBeGreaterThan(0.97)
  })

  test('articles with the fields of a list are shown', () => {
    expect(withheld('article', 'seen')).toBe(0)
    expect(withheld('article', 'unseen')).toBeLessThan(0.1)
  })

  test('everyday notifications stay shown among them', () => {
    const notifications = read<Message>('whole/held-out-5.jsonl').filter(
      ({ kind }) => kind === 'notification',
    )
    const held = notifications.flatMap(({ raw }, index) => {
      const { text } = parseMessage(Buffer.from(raw))
      const piece = [0, 7, 14].map((step) => blocks[(index + step) % blocks.length]?.text ?? '').join('\n\n')
      return text === undefined ? [] : [judgeRaw(withPiece(raw, text, piece, 'behind')) !== undefined]
    })
    expect(held.length).toBeGreaterThan(60)
    expect(held.filter(Boolean).length / held.length).toBeLessThanOrEqual(0.05)
  })
})
