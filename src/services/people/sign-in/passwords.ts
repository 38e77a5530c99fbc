import { normalPassword, passwordFault } from '../../../core/access/password.ts'

/** What came of a comparison. outdated: right, and worth hashing anew. busy: too many wait already. */
export type Comparison = 'right' | 'outdated' | 'wrong' | 'busy'

export interface Passwords {
  /** The hash to keep. Undefined: too many wait already. */
  hash(password: string): Promise<string | undefined>
  /** Takes as long where there is no hash to compare with. */
  compare(password: string, hash: string | undefined): Promise<Comparison>
}

/** 19 MiB for each that runs (OWASP's second choice): a flood of sign-ins cannot take more than four times that. */
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'
const AT_ONCE = 4
const MOST_WAITING = 60

/** Of a password that nobody knows: what is compared with where there is nothing to compare with. */
const NOBODYS = `${CURRENT}0uEJtb65Yma+pQPIwiSVVYbfRG/a4URp8T/FZEuhw8o$EghAZI8fKLKspztFwdVSqz/OpKXEc7EnN7DqR+QFtDM`

export function createPasswords(): Passwords {
  const inTurn = turns(AT_ONCE, MOST_WAITING)
  return {
    hash: (password) => inTurn(() => Bun.password.hash(normalPassword(password), ARGON2ID)),
    async compare(password, hash) {
      // An empty one is refused at once by the library: its answer would come too soon.
      const typed = normalPassword(password) || ' '
      const isRight = await inTurn(() => verified(typed, hash ?? NOBODYS))
      if (isRight === undefined) return 'busy'
      if (!isRight || hash === undefined || password === '') return 'wrong'
      return hash.startsWith(CURRENT) ? 'right' : 'outdated'
    },
  }
}

/** A hash that cannot be read is of no password. */
async function verified(password: string, hash: string): Promise<boolean> {
  return Bun.password.verify(password, hash).catch(() => false)
}

/** So many at once, so many waiting; past it nothing is done. */
function turns(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) return undefined
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever waits takes the place over: nobody else slips in between.
      if (next) next()
      else running -= 1
    }
  }
}

/** What is wrong with a new password, in a sentence. What strangers would try first does not do. */
export function passwordProblem(
  password: string,
  about: { email: string; siteName: string },
): string | undefined {
  const fault = passwordFault(password)
  if (fault !== undefined) return fault
  const typed = normalPassword(password).toLowerCase()
  const email = about.email.toLowerCase()
  const isOwn = [
    email,
    email.slice(0, email.lastIndexOf('@')),
    email.slice(email.lastIndexOf('@') + 1),
  ].includes(typed)
  if (isOwn || typed === normalPassword(about.siteName).toLowerCase())
    return 'Choose a password that is neither your address nor the name of this site.'
  return undefined
}
