import type { Badges } from '../../../services/monitors/badges.ts'
import { picture, text } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import { BADGE_STYLE, badgePicture } from './badge-picture.ts'

const STYLE_HASH = new Bun.CryptoHasher('sha256').update(BADGE_STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; sandbox`
const NAME = /^([a-z2-7]{26})\.svg$/

/** `/badge/<token>.svg`: the state of a monitor, for whoever has its address; other sites may show it. */
export function badgeRoutes(route: Route, { badges }: { badges: Badges }): void {
  route('/badge/:name', {
    get: by('file', async ({ params }) => {
      const [, token] = NAME.exec(params['name'] ?? '') ?? []
      const badge = token === undefined ? undefined : await badges.of(token)
      return badge ? picture(badgePicture(badge), POLICY) : text('There is no such badge.', 404)
    }),
  })
}
