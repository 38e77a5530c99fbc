import { eq } from 'drizzle-orm'
import type { Person } from '../../../../core/access/person.ts'
import { keyOf, nameKeyOf } from '../../../keeping/people.ts'
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
