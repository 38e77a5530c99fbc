import type { Program, SpfProgram } from '../gate/program.ts'
import type { SpfWorld } from '../gate/world.ts'
import { parseSpf } from '../record.ts'

/** A record that is not as it should be has no more terms than these looked at one by one. */
const MOST_TERMS = 500

/** Each term of a record that can be read, as a record of its own, and those of broken records that it leads to. */
export async function usableTerms(program: Program, world: SpfWorld): Promise<Program[]> {
  if (program.kind === 'open') return []
  if (program.kind === 'broken') {
    const terms = program.texts.flatMap((text) => parseSpf(text).terms).slice(0, MOST_TERMS)
    const alone = terms.map(({ text }) => world.readText(program.domain, `v=spf1 ${text}`))
    return Promise.all(alone)
  }
  return [...alone(program), ...(await below(program, world))]
}

function alone(program: SpfProgram): Program[] {
  const { rules, redirect, ...bare } = program
  const plain = { ...bare, idleRedirect: false, includesItself: false }
  const each = rules.map((rule) => ({ ...plain, rules: [rule] }))
  return redirect ? [...each, { ...plain, rules: [], redirect }] : each
}

async function below({ rules, redirect }: SpfProgram, world: SpfWorld): Promise<Program[]> {
  const leads = [
    ...rules.flatMap(({ match, qualifier }) =>
      match.kind === 'include' && qualifier === '+' ? [match.program] : [],
    ),
    ...(redirect ? [redirect.program] : []),
  ]
  const found: Program[] = []
  for (const program of leads) {
    if (program.kind === 'broken') found.push(...(await usableTerms(program, world)))
    if (program.kind === 'record') found.push(...(await below(program, world)))
  }
  return found
}
