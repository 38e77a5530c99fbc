import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** What axe finds wrong with a page, as `rule: element`. */
export async function violations(page: Page): Promise<string[]> {
  // Through the debugger: the page's own policy lets no script of others in.
  await page.evaluate(SOURCE)
  return (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`,
  )) as string[]
}
