import type { Target } from '../../../core/watching/destination.ts'
import type { DestinationKind } from '../../../core/watching/destination-kind.ts'
import { inputText } from '../../input-text.ts'
import { type Io, withoutControl } from '../../io.ts'

export const WHERE =
  'A URL, an e-mail address, or "administrators" with --instance. - reads it from standard input, of ntfy with an access token on a second line; without it the terminal asks. A URL may be a secret, and what is typed on a command line is seen by others on the machine.'

/** Where a destination is to lead, as it was typed, given on standard input, or asked for; a sentence says why there is none. */
export async function targetFrom(
  io: Io,
  kind: DestinationKind,
  typed: string | undefined,
): Promise<Target | { refused: string }> {
  if (kind === 'template') return { refused: 'A template is made of a file: mailgauge alerts apply.' }
  const given = typed === '-' ? await linesOf(io) : [typed ?? (await io.askSecret('Where to: '))]
  if ('refused' in given) return given
  const [where = '', token = '', ...more] = given
  if (where === '' || more.some((line) => line !== ''))
    return {
      refused: where === '' ? 'Say where it leads: a URL, or an address.' : 'That is more than a URL.',
    }
  if (kind === 'email') return { kind, to: where }
  if (kind === 'ntfy') return { kind, url: where, ...(token !== '' && { token }) }
  return token === '' ? { kind, url: where } : { refused: 'That is more than a URL.' }
}

async function linesOf(io: Io): Promise<(string | undefined)[] | { refused: string }> {
  const read = await inputText(io, '-')
  return 'refused' in read
    ? read
    : withoutControl(read.text)
        .split('\n')
        .map((line) => line.trim())
}
