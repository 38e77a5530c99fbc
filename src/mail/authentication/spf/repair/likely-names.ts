import type { Resolver } from '../../../../net/ports.ts'
import { SPF_SERVICES } from '../../../data/spf-services.ts'
import { createWorld, type SpfWorld } from '../gate/world.ts'
import { nodesOf } from '../nodes.ts'
import type { SpfTree } from '../tree.ts'

const MOST_SLIPS = 2
const LONGEST_NAME = 60
const MOST_LOOKED_AT = 5

/** The name of a service that was probably meant and has an SPF record: one or two letters are otherwise. */
export async function likelyName(name: string, world: SpfWorld): Promise<string | undefined> {
  if (name.length > LONGEST_NAME) return undefined
  const near = nearestTo(name)
  if (near === undefined) return undefined
  return (await world.read(near)).kind === 'record' ? near : undefined
}

/** The one with the fewest slips; none where two are as near. */
function nearestTo(name: string): string | undefined {
  const near = SPF_SERVICES.map((one) => ({ one, slips: distance(one, name) }))
    .filter(({ slips }) => slips > 0 && slips <= MOST_SLIPS)
    .toSorted((a, b) => a.slips - b.slips)
  const [first, second] = near
  return first && first.slips !== second?.slips ? first.one : undefined
}

/** The tree with what was probably meant told beside what points at nothing. */
export async function withLikelyNames(tree: SpfTree, resolver: Resolver): Promise<SpfTree> {
  const gone = [...nodesOf(tree.root)].flatMap(({ domain, terms }) =>
    terms.flatMap(({ child }) => (child?.state === 'none' ? [{ domain, name: child.domain }] : [])),
  )
  const world = createWorld(resolver)
  let { problems } = tree
  for (const { domain, name } of gone.slice(0, MOST_LOOKED_AT)) {
    const likely = await likelyName(name, world)
    if (likely === undefined) continue
    problems = problems.map((problem) =>
      problem.code === 'spf-missing-target' && problem.domain === domain && problem.says.includes(name)
        ? {
            ...problem,
            advice: `${name} was probably meant to be ${likely}, which has an SPF record: if you send through that service, correct the name.`,
          }
        : problem,
    )
  }
  return { ...tree, problems }
}

/** Letters to put in, take out or change to make one name the other. */
function distance(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const row = [at + 1]
    for (const [to, wanted] of [...other].entries()) {
      const changed = (last[to] ?? 0) + (letter === wanted ? 0 : 1)
      row.push(Math.min((last[to + 1] ?? 0) + 1, (row[to] ?? 0) + 1, changed))
    }
    last = row
  }
  return last.at(-1) ?? 0
}
