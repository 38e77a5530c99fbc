import { BLOCK_EXAMPLES, LISTEN_EXAMPLES, parseBlock, parseListen } from '../addresses.ts'
import { list } from '../kinds.ts'
import type { Section } from '../option.ts'

export const http = {
  sentence: 'The API and the web site. TLS is left to a reverse proxy in front of it.',
  options: {
    listen: list(
      { sentence: 'Addresses and ports to listen on.', default: ['127.0.0.1:8080'] },
      LISTEN_EXAMPLES,
      parseListen,
    ),
    trustedProxies: list(
      {
        sentence:
          'Reverse proxies whose X-Forwarded-For is trusted, as addresses or blocks such as "10.0.0.0/8". From any other peer the header is ignored.',
        default: [],
        reload: true,
      },
      BLOCK_EXAMPLES,
      parseBlock,
    ),
  },
} as const satisfies Section
