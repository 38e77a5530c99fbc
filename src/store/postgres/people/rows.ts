import type { Person } from '../../../core/access/person.ts'
import { plain, type Sql } from '../sql/statement.ts'

/** The columns of a person, whose table is called p. */
export const PERSON: Sql = plain('p.id, p.email, p.name, p.is_instance_admin, p.created_at, p.confirmed_at')

export interface PersonRow {
  id: string
  email: string
  name: string
  isInstanceAdmin: number
  createdAt: number
  confirmedAt: number | null
}

export function personOf({ id, email, name, isInstanceAdmin, createdAt, confirmedAt }: PersonRow): Person {
  return {
    id,
    email,
    name,
    isInstanceAdmin: isInstanceAdmin === 1,
    createdAt: new Date(createdAt),
    ...(confirmedAt !== null && { confirmedAt: new Date(confirmedAt) }),
  }
}

export const instantOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

export const timeOf = (at: Date | undefined): number | null => at?.getTime() ?? null
