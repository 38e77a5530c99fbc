import { eq } from 'drizzle-orm'
import { emailKey, type Person } from '../../../../core/access/person.ts'
import { present } from '../../../keeping/present.ts'
import type { Queries } from '../../connection.ts'
import { people } from '../../schema/people.ts'

/** The columns of a person. */
export const PERSON = {
  id: people.id,
  email: people.email,
  name: people.name,
  isInstanceAdmin: people.isInstanceAdmin,
  createdAt: people.createdAt,
  confirmedAt: people.confirmedAt,
}

export const personOf = (row: Omit<Person, 'confirmedAt'> & { confirmedAt: Date | null }): Person =>
  present(row)

/** By which an address is found. Callers have read it: one that cannot be read is a fault of the program. */
export function keyOf(email: string): string {
  const key = emailKey(email)
  if (key === undefined) throw new Error('That is not an address.')
  return key
}

/** By which a name is found. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

/** A person's own row. */
export function rowOf(queries: Queries, id: string): typeof people.$inferSelect | undefined {
  return queries.select().from(people).where(eq(people.id, id)).get()
}

/** Makes a person. False: another one has the address. */
export function insertPerson(queries: Queries, person: Person, passwordHash?: string): boolean {
  const { changes } = queries
    .insert(people)
    .values({
      ...person,
      emailKey: keyOf(person.email),
      nameKey: nameKeyOf(person.name),
      passwordHash: passwordHash ?? null,
    })
    .onConflictDoNothing({ target: people.emailKey })
    .run()
  return changes === 1
}
