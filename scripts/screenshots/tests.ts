import type { Page } from 'playwright-core'

/** What a part of the walk is handed. */
export interface Walker {
  page: Page
  base: string
  photograph(name: string): Promise<void>
  /** Presses a button and waits for the page that answers. */
  press(name: string): Promise<void>
}

/** Tests of an account, from none to a list of some: made, shared, analysed again, looked for, deleted. */
export async function walkThroughTests({ page, base, photograph, press }: Walker): Promise<void> {
  const see = async (path: string, name: string) => {
    await page.goto(`${base}${path}`)
    await photograph(name)
  }
  await see('/tests', 'tests-none')
  await see('/tests/new', 'test-new')
  await press('Check the file')
  await photograph('test-new-without-a-file')
  await page.goto(`${base}/tests/new`)
  await press('Create a test address')
  await photograph('test-waiting-own')
  await press('Send a bad sample')
  await page.getByRole('heading', { name: / of 10/ }).waitFor()
  await photograph('report-own')
  await press('Share')
  await photograph('report-own-shared')
  const shared = page.url()
  await press('Analyse again')
  await photograph('report-own-again')
  await page.goto(`${base}/tests`)
  await press('New test')
  await press('Send a clean sample')
  await page.getByRole('heading', { name: / of 10/ }).waitFor()
  await page.goto(`${base}/tests`)
  await press('New test')
  await see('/tests', 'tests')
  await page.locator('.filters .fold > summary').click()
  await photograph('tests-filters')
  await see('/tests?q=nothing-like-it&status=failed&min=eleven', 'tests-nothing-found')
  if (await page.locator('.site-menu > summary').count()) {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${base}/tests`)
    await page.locator('.site-menu > summary').click()
    await photograph('tests-menu')
  }
  await page.goto(shared)
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  await photograph('test-delete')
}
