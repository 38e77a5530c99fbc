import { cpSync, existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '../../../src/store/postgres/migrations.ts'

const ROOT = join(import.meta.dir, '..', '..', '..')

/** Whoever holds it in the database stands between the expand and what is migrated. */
export const GATE = 4242

/** Steps that this tree has. */
export const BASE = MIGRATIONS.length

export const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
}
const [major = 0, minor = 0] = VERSION.split('.').map(Number)
export const NEWER = `${major}.${minor + 1}.0`

/** What arrived is kept in a column of another name: while both versions write, the database fills in what the other one reads. */
const STEPS = {
  expand: `-- expand
ALTER TABLE message_bodies ADD COLUMN arrival text COLLATE "C";
CREATE FUNCTION message_bodies_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.arrival := coalesce(NEW.arrival, NEW.envelope);
  NEW.envelope := coalesce(NEW.envelope, NEW.arrival);
  RETURN NEW;
END $$;
CREATE TRIGGER message_bodies_both BEFORE INSERT ON message_bodies FOR EACH ROW EXECUTE FUNCTION message_bodies_both();
`,
  migrate: `-- migrate
SELECT pg_advisory_xact_lock(${GATE});
UPDATE message_bodies SET arrival = envelope WHERE arrival IS NULL;
`,
  contract: `-- contract from ${NEWER}
DROP TRIGGER message_bodies_both ON message_bodies;
DROP FUNCTION message_bodies_both();
ALTER TABLE message_bodies ALTER COLUMN arrival SET NOT NULL;
ALTER TABLE message_bodies DROP COLUMN envelope;
`,
}

/** What else the newer version has otherwise: file, text, what stands there instead. */
const CHANGES: readonly (readonly [string, string, string])[] = [
  ['package.json', `"version": "${VERSION}"`, `"version": "${NEWER}"`],
  ['src/store/postgres/messages/reads.ts', 'SELECT b.envelope FROM', 'SELECT b.arrival AS envelope FROM'],
  [
    'src/store/postgres/messages/arrivals.ts',
    'INSERT INTO message_bodies (message_seq, envelope, packing, raw)',
    'INSERT INTO message_bodies (message_seq, arrival, packing, raw)',
  ],
  [
    'src/store/postgres/migrations.ts',
    // With the bracket: a step this tree gets later has to be told here, as the newer version's come last.
    "[['-- expand', ...BASE_FILES].join('\\n'), hostKeys, dmarcSums]",
    "[['-- expand', ...BASE_FILES].join('\\n'), hostKeys, dmarcSums, expand, migrate, contract]",
  ],
]

/** Builds a newer version out of a copy of this tree; gives the path of its binary. */
export async function buildNewer(folder: string): Promise<string> {
  if (!existsSync(join(ROOT, 'node_modules', '.mailgauge-installed')))
    throw new Error('node scripts/build comes first')
  for (const name of ['src', 'clients', 'scripts', 'package.json', 'tsconfig.json', 'bun.lock'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', '.bun'])
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(folder, name))
  // The packages are there, and are not installed anew for the copy.
  utimesSync(join(folder, 'bun.lock'), 0, 0)
  const into = join(folder, 'src', 'store', 'postgres', 'migrations')
  for (const [name, text] of Object.entries(STEPS)) writeFileSync(join(into, `${name}.sql`), text)
  for (const [file, text, instead] of CHANGES) replaceIn(join(folder, file), text, instead)
  const list = join(folder, 'src', 'store', 'postgres', 'migrations.ts')
  const imports = Object.keys(STEPS).map(
    (name) => `import ${name} from './migrations/${name}.sql' with { type: 'text' }\n`,
  )
  writeFileSync(list, imports.join('') + readFileSync(list, 'utf8'))
  const built = Bun.spawn(['node', 'scripts/build'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = await new Response(built.stderr).text()
  if ((await built.exited) !== 0) throw new Error(`The newer version was not built: ${said}`)
  return join(folder, 'dist', 'mailgauge')
}

function replaceIn(file: string, text: string, instead: string): void {
  const parts = readFileSync(file, 'utf8').split(text)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`)
  writeFileSync(file, parts.join(instead))
}
