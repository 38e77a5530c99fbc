import { emailKey } from '../../core/access/person.ts'
import { readAddress } from '../../core/mailbox.ts'
import type { Target } from '../../core/watching/destination.ts'
import type { Store } from '../../store/store.ts'

type EmailTarget = Extract<Target, { kind: 'email' }>

/** Whom alerts may be mailed to. */
export interface Addressees {
  /** Where mail of a destination goes now: of an account's, to an address of one of its people that they confirmed; of the instance's, to
   * its administrators; and wherever the operator said. Empty: nowhere. */
  of(accountId: string | undefined, target: EmailTarget): Promise<string[]>
}

export interface AddresseesDeps {
  store: { people: Pick<Store['people'], 'list'>; memberships: Pick<Store['memberships'], 'ofAccount'> }
}

/** Nobody has more. */
const MOST_ADMINISTRATORS = 20
const PEOPLE_AT_ONCE = 200

export function createAddressees({ store }: AddresseesDeps): Addressees {
  async function administrators(): Promise<string[]> {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await store.people.list({ limit: PEOPLE_AT_ONCE, ...(after !== undefined && { after }) })
      found.push(...page.items.filter((person) => person.isInstanceAdmin).map(({ email }) => email))
      after = page.next
    } while (after !== undefined && found.length < MOST_ADMINISTRATORS)
    return found.slice(0, MOST_ADMINISTRATORS)
  }

  /** An address that nobody confirmed may be a stranger's: whoever made an invitation may have chosen it. */
  async function peopleOf(accountId: string): Promise<string[]> {
    const members = await store.memberships.ofAccount(accountId)
    return members
      .map(({ person }) => person)
      .filter(({ confirmedAt, isInstanceAdmin }) => confirmedAt !== undefined || isInstanceAdmin)
      .map(({ email }) => email)
  }

  return {
    async of(accountId, target) {
      if (target.to === 'administrators') return accountId === undefined ? administrators() : []
      if (target.anyone) return [target.to].filter((address) => readAddress(address) !== undefined)
      const allowed = accountId === undefined ? await administrators() : await peopleOf(accountId)
      const wanted = keyOf(target.to)
      return allowed.filter((address) => keyOf(address) === wanted).slice(0, 1)
    },
  }
}

const keyOf = (address: string) => emailKey(address) ?? address
