import { describe, expect, test } from 'bun:test'
import { FORMS, judgeWords, readCases } from './cases.ts'

const CASES = readCases()
const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[]

function judged(language?: string) {
  return CASES.filter((one) => language === undefined || one.language === language).flatMap((one) =>
    FORM_NAMES.map((form) => ({
      ...one,
      form,
      withheld: judgeWords(one.subject, FORMS[form](one.body)) !== undefined,
    })),
  )
}

const told = (list: ReturnType<typeof judged>) =>
  list.map(({ language, form, subject }) => `${language} ${form}: ${subject}`)

describe('labelled messages, each as text, as HTML and with followed links', () => {
  const all = judged()
  const secrets = all.filter((one) => one.secret)
  const others = all.filter((one) => !one.secret)

  test('hardly a secret is missed', () => {
    const missed = secrets.filter((one) => !one.withheld)
    expect(secrets.length).toBeGreaterThan(800)
    expect(missed.length / secrets.length, told(missed).join('\n')).toBeLessThanOrEqual(0.01)
  })

  test('little else is withheld', () => {
    const wrong = others.filter((one) => one.withheld)
    expect(wrong.length / others.length, told(wrong).join('\n')).toBeLessThanOrEqual(0.05)
  })

  test.each([...new Set(CASES.map((one) => one.language))])('no language is left behind: %s', (language) => {
    const missed = judged(language).filter((one) => one.secret && !one.withheld)
    const count = judged(language).filter((one) => one.secret).length
    expect(missed.length / count, told(missed).join('\n')).toBeLessThanOrEqual(0.1)
  })
})
