import type { WebDeps } from '../deps.ts'
import { ApiReference } from '../pages/api-reference.tsx'
import { page } from '../respond.ts'
import { by, type Route } from '../router.ts'

/** `/docs`: the reference of the API. */
export function docsRoutes(route: Route, { baseUrl }: WebDeps): void {
  route('/docs', { get: by('anybody', ({ site }) => page(<ApiReference site={site} baseUrl={baseUrl} />)) })
}
