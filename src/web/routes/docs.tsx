import type { Elysia } from 'elysia'
import type { WebDeps } from '../deps.ts'
import { ApiReference } from '../pages/api-reference.tsx'
import { page } from '../respond.ts'
import type { Router } from '../router.ts'
import type { Site } from '../site.ts'

/** `/docs`: the reference of the API. */
export function docsRoutes(app: Elysia, route: Router, site: Site, { baseUrl }: WebDeps): void {
  route(app, '/docs', { get: () => page(<ApiReference site={site} baseUrl={baseUrl} />) })
}
