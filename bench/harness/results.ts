import { type Machine, machineLines } from './machine.ts'
import { clientWords, type Result } from './rows.ts'
import { type Stats, told } from './stats.ts'

/** Results by the keys of their rows. */
export type Results = Record<string, Result>

/** What RESULTS.json holds. */
export interface Kept {
  date: string
  machine: Machine
  full: Results
  /** Of a quick run right behind: quick runs are compared with it. */
  quick: Results
}

const HEAD = ['| work | ours | beside it | ratio | must | goal | reached |', '|---|---|---|---|---|---|---|']

const range = ({ median, low, high }: Stats) =>
  low === high ? told(median) : `${told(median)} (${told(low)} to ${told(high)})`

function line({ what, unit, ours, peer, ratio, must, goal, reached }: Result): string {
  const beside = peer ? `${peer.name}: ${range(peer)} ${unit}` : ''
  const cells = [what, `${range(ours)} ${unit}`, beside, ratio ? range(ratio) : '', must, goal, reached]
  return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
}

/** RESULTS.md: what was measured, where, and how to read it. */
export function resultsText({ date, machine, full }: Kept): string {
  const rows = Object.values(full)
  const clients = rows.filter(({ client }) => client !== undefined)
  const notes = rows.filter(({ note }) => note !== undefined)
  const earlier = rows.filter(({ build }) => build !== machine.versions['mailgauge'])
  return [
    '# Results',
    '',
    `Written by \`bun bench/all.ts\` on ${date}. How to read it: [README.md](README.md).`,
    '',
    ...machineLines(machine).map((text) => `- ${text}`),
    '',
    'Medians of the rounds, with the least and the most. The ratio is ours to what stood beside it in the same round.',
    '',
    ...HEAD,
    ...rows.map(line),
    '',
    '## Load clients',
    '',
    ...clients.map(({ what, client = 0 }) => `- ${what}: ${clientWords(client)}`),
    ...(earlier.length > 0
      ? ['', '## Of other builds', '', ...earlier.map(({ what, build }) => `- ${what}: ${build}`)]
      : []),
    ...(notes.length > 0 ? ['', '## Notes', '', ...notes.map(({ what, note }) => `- ${what}: ${note}`)] : []),
    '',
  ].join('\n')
}
