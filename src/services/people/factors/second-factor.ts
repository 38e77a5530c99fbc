import type { PeopleStore } from '../../../store/people.ts'
import type { SealedStore } from '../../../store/sealed.ts'
import type { Clock, Log, RandomBytes } from '../../ports.ts'
import { KeyUnusable } from '../../secrets/key-ring.ts'
import type { Vault } from '../../secrets/vault.ts'
import { entryBy, type Oneself } from '../oneself.ts'
import { newRecoveryCodes, recoveryCodeIn, recoveryHash } from './recovery-codes.ts'
import { newTotpSecret, readTotpSecret, stepOf, type TotpSecret, totpCodeIn } from './totp.ts'

export interface SecondFactorDeps {
  store: {
    people: Pick<PeopleStore, 'byId' | 'factors'>
    sealed: Pick<SealedStore, 'delete'>
  }
  vault: Vault
  /** How the entry in an app is named. */
  siteName: string
  clock: Clock
  random: RandomBytes
  log: Log
}

/** `codes` are shown this once. */
export type Enabling =
  | { kind: 'enabled'; codes: string[] }
  | { kind: 'wrong_code' }
  | { kind: 'is_enabled' }
  | { kind: 'bad_secret' }
  | Unusable

/** Secrets can be neither kept nor opened for now; the reason is in the log. */
interface Unusable {
  kind: 'unusable'
}

export type CodeCheck =
  | { kind: 'right' }
  /** A recovery code, gone now. */
  | { kind: 'recovered'; left: number }
  /** It was right, but it was used, or one after it was. */
  | { kind: 'replayed' }
  | { kind: 'wrong' }
  | { kind: 'not_enabled' }
  | Unusable

export interface SecondFactor {
  /** Whether it is asked for at a sign-in, and what is left of it. */
  stateOf(personId: string): Promise<{ isOn: boolean; codes: number; hasPasskeys: boolean }>
  /** A secret to be shown. Nothing is kept until a code shows that an app has it. */
  propose(doer: Oneself): Promise<TotpSecret>
  /** The secret that a form brings back, to be shown again. */
  proposed(doer: Oneself, base32: string): Promise<TotpSecret | undefined>
  enable(doer: Oneself, base32: string, typed: string): Promise<Enabling>
  disable(doer: Oneself): Promise<'disabled' | 'not_enabled'>
  /** New codes in place of all that are left. */
  renewCodes(doer: Oneself): Promise<{ kind: 'renewed'; codes: string[] } | { kind: 'not_enabled' }>
  /** Judges what was typed, a code of the app or a recovery code, and uses it up. The caller bounds how often. */
  check(doer: Oneself, typed: string): Promise<CodeCheck>
}

/** Codes of an app (RFC 6238), and codes for the day on which it is lost. */
export function createSecondFactor(deps: SecondFactorDeps): SecondFactor {
  const { vault, clock, random, log } = deps
  const { people, sealed } = deps.store
  const labelOf = ({ person }: Oneself) => ({ issuer: deps.siteName, account: person.email })

  /** What cannot be done without the key: told to the operator, and never that a code was wrong. */
  async function withKey<T>(work: Promise<T>): Promise<T | Unusable> {
    return work.catch((cause) => {
      if (!(cause instanceof KeyUnusable)) throw cause
      log.error({ reason: cause.message }, 'A second factor could not be used for want of the encryption key')
      return { kind: 'unusable' as const }
    })
  }

  async function keep(
    doer: Oneself,
    { bytes }: TotpSecret,
  ): Promise<{ kind: 'kept'; id: string } | Unusable> {
    const kept = await vault.keep('totp', doer.person.id, bytes)
    if (kept !== 'no_space') return { kind: 'kept', id: kept.id }
    log.error({}, 'A second factor could not be kept: the disk takes no write')
    return { kind: 'unusable' }
  }

  async function byApp(doer: Oneself, code: string, secretId: string): Promise<CodeCheck> {
    const bytes = await vault.reveal(secretId)
    if (!bytes) throw new KeyUnusable(`The secret ${secretId} of a second factor is not in the database.`)
    const step = await stepOf(code, bytes, clock.now())
    if (step === undefined) return { kind: 'wrong' }
    const used = await people.factors.useStep(doer.person.id, step)
    return { kind: used === 'used' ? 'right' : 'replayed' }
  }

  async function byRecovery(doer: Oneself, code: string, left: number): Promise<CodeCheck> {
    const entry = entryBy(doer, clock.now(), 'recovery_code.used', { details: { left: String(left - 1) } })
    const used = await people.factors.useCode(doer.person.id, recoveryHash(doer.person.id, code), entry)
    if (used !== 'used') return { kind: 'wrong' }
    const after = await people.byId(doer.person.id)
    return { kind: 'recovered', left: after?.credentials.recoveryCodes ?? 0 }
  }

  return {
    async stateOf(personId) {
      const credentials = (await people.byId(personId))?.credentials
      return {
        isOn: credentials?.totp !== undefined,
        codes: credentials?.recoveryCodes ?? 0,
        hasPasskeys: (credentials?.passkeys ?? 0) > 0,
      }
    },
    propose: (doer) => newTotpSecret(random, labelOf(doer)),
    proposed: (doer, base32) => readTotpSecret(base32, labelOf(doer)),

    async enable(doer, base32, typed) {
      const secret = await readTotpSecret(base32, labelOf(doer))
      if (!secret) return { kind: 'bad_secret' }
      const { id } = doer.person
      if ((await people.byId(id))?.credentials.totp) return { kind: 'is_enabled' }
      const code = totpCodeIn(typed)
      const now = clock.now()
      const step = code === undefined ? undefined : await stepOf(code, secret.bytes, now)
      if (step === undefined) return { kind: 'wrong_code' }
      const kept = await withKey(keep(doer, secret))
      if (kept.kind === 'unusable') return kept
      const codes = newRecoveryCodes(random)
      const hashes = codes.map((one) => recoveryHash(id, one))
      const totp = { secretId: kept.id, lastStep: step }
      const outcome = await people.factors.enable(id, totp, hashes, entryBy(doer, now, 'totp.enabled'))
      if (outcome === 'enabled') return { kind: 'enabled', codes }
      await sealed.delete(kept.id)
      return { kind: 'is_enabled' }
    },

    disable: (doer) => people.factors.disable(doer.person.id, entryBy(doer, clock.now(), 'totp.disabled')),

    async renewCodes(doer) {
      const { id } = doer.person
      if (!(await people.byId(id))?.credentials.totp) return { kind: 'not_enabled' }
      const codes = newRecoveryCodes(random)
      const hashes = codes.map((one) => recoveryHash(id, one))
      await people.factors.renewCodes(id, hashes, entryBy(doer, clock.now(), 'recovery_codes.renewed'))
      return { kind: 'renewed', codes }
    },

    async check(doer, typed) {
      const credentials = (await people.byId(doer.person.id))?.credentials
      if (!credentials?.totp) return { kind: 'not_enabled' }
      const { secretId } = credentials.totp
      const code = totpCodeIn(typed)
      if (code !== undefined) return withKey(byApp(doer, code, secretId))
      const recovery = recoveryCodeIn(typed)
      if (recovery === undefined) return { kind: 'wrong' }
      return byRecovery(doer, recovery, credentials.recoveryCodes)
    },
  }
}
