import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { announce } from './announce.ts'

/** What the server asks the browser, and the token that brings the answer back. */
interface Asked {
  token: string
  options: object
}

/** Shows the parts of a form that ask for a passkey, where the browser knows them. */
export function enablePasskeys(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-passkey]')]
  if (parts.length === 0) return
  if (!browserSupportsWebAuthn()) {
    for (const hint of document.querySelectorAll<HTMLElement>('[data-no-passkeys]')) hint.hidden = false
    return
  }
  for (const part of parts) enable(part)
}

function enable(part: HTMLElement): void {
  const { origin } = part.dataset
  const isOffered = part.dataset['passkeyOffer'] !== undefined
  const button = part.querySelector('button')
  // Browsers bind passkeys to one name: the same page under another one cannot ask for them.
  if (origin !== location.origin) {
    if (isOffered || !button) return
    button.hidden = true
    tell(part, `Passkeys work at ${origin}, and not at this address.`)
  } else {
    button?.addEventListener('click', () => void answer(part))
    if (isOffered) void offer(part)
  }
  part.hidden = false
}

/** In the list that the browser offers for the address, without a click. */
async function offer(part: HTMLElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  try {
    const { token, options } = await ask(part)
    await send(
      part,
      token,
      await startAuthentication({ optionsJSON: known(options), useBrowserAutofill: true }),
    )
  } catch {
    // Nobody chose one: the form is there.
  }
}

async function answer(part: HTMLElement): Promise<void> {
  const form = part.closest('form')
  const isMade = part.dataset['passkey'] === 'make'
  if (form && !isFilled(form, part)) return
  tell(part, '')
  try {
    const { token, options } = await ask(part)
    const answered = isMade
      ? await startRegistration({ optionsJSON: known(options) })
      : await startAuthentication({ optionsJSON: known(options) })
    await send(part, token, answered)
  } catch (cause) {
    tell(part, wordsFor(cause))
  }
}

/** What is typed comes first; the fields beside the button are what a passkey stands for. */
function isFilled(form: HTMLFormElement, part: HTMLElement): boolean {
  const stoodFor = part.closest('[data-proof]')
  const fields = [...form.querySelectorAll<HTMLInputElement>('input')]
  return fields.every((field) => stoodFor?.contains(field) || field.reportValidity())
}

class NotAsked extends Error {}

async function ask(part: HTMLElement): Promise<Asked> {
  const response = await fetch(part.dataset['options'] ?? '', { method: 'POST' })
  if (!response.ok) throw new NotAsked()
  return response.json()
}

/** The library writes the types of what our server made with its other half. */
const known = <T>(options: object): T => options as T

/** Only what the server reads: the rest repeats it. */
async function send(part: HTMLElement, token: string, answered: Answered): Promise<void> {
  const { id, rawId, type, response } = answered
  const kept = { id, rawId, type, clientExtensionResults: {}, response: pick(response) }
  const fields = part.querySelectorAll<HTMLInputElement>('input')
  for (const field of fields) field.value = field.name === 'passkey_token' ? token : JSON.stringify(kept)
  // Fields that are empty may stay so: the passkey stands for them.
  part.closest('form')?.submit()
}

interface Answered {
  id: string
  rawId: string
  type: string
  response: object
}

const READ = [
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
  'transports',
]

function pick(response: object): object {
  const isMade = 'attestationObject' in response
  const names = READ.filter((name) => !(isMade && name === 'authenticatorData'))
  return Object.fromEntries(Object.entries(response).filter(([name]) => names.includes(name)))
}

function wordsFor(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : ''
  if (cause instanceof NotAsked) return 'The server did not answer. Load the page again and try once more.'
  if (name === 'InvalidStateError') return 'This device has a passkey for this site already.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Nothing was done: the request was cancelled, or it took too long.'
  if (name === 'SecurityError') return 'This browser makes no passkey at this address.'
  return 'The browser could not do that. Try again.'
}

function tell(part: HTMLElement, words: string): void {
  const problem = part.querySelector<HTMLElement>('[data-passkey-problem]')
  if (!problem) return
  problem.textContent = words
  problem.hidden = words === ''
  if (words !== '') announce(words)
}
