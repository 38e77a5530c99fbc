import { serveQueries } from '../../../../src/store/sqlite/readers/serve.ts'

/** A reader whose queries are those that go wrong: endless ones, and one that ends its thread. */
serveQueries(({ driver }) => {
  const endless = (condition: string) =>
    driver.prepare(`
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted LIMIT ?)
      SELECT count(*) FROM counted ${condition}`)
  return {
    // Asks now and then whether it is still wanted, as all of our own do.
    endless: () => endless('WHERE n % 10000 > 0 OR going(n)').get(1e12),
    // Cannot be stopped before it has counted so far.
    deaf: (rows: number) => endless('').pluck().get(rows),
    quick: (what: unknown) => what,
    wrong: () => driver.prepare('SELECT * FROM missing').all(),
    writing: () => driver.prepare("INSERT INTO leases VALUES ('a', 'b', 1)").run(),
    end: () => process.exit(1),
  }
})
