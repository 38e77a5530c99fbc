import { inNetwork } from '../../net/ip.ts'
import { type FrontFacts, NONCE } from '../../services/doctor/proof.ts'
import { refuse } from '../answer.ts'
import { methodNotAllowed } from '../method.ts'

/** Seals how a request arrived, for whoever has the key file alone. Undefined: there is no key to do it with. */
export type Prove = (nonce: string, facts: FrontFacts) => string | undefined

/** Answers /healthz/proof/<nonce>, by which `mailgauge doctor` knows that an address leads to this very service. */
export function createProof(
  prove: Prove | undefined,
  trustedProxies: readonly string[],
): (request: Request, pathname: string, peer: string) => Response {
  const wrongMethod = methodNotAllowed('GET, HEAD')
  return (request, pathname, peer) => {
    const nonce = pathname.slice(pathname.lastIndexOf('/') + 1)
    if (!prove || !NONCE.test(nonce)) return refuse({ kind: 'not_found', what: 'page' })
    if (request.method !== 'GET') return wrongMethod()
    const sealed = prove(nonce, {
      peer,
      trusted: trustedProxies.some((network) => inNetwork(peer, network)),
      forwarded: request.headers.has('x-forwarded-for'),
    })
    if (sealed === undefined) return refuse({ kind: 'not_found', what: 'page' })
    return new Response(`${sealed}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
}
