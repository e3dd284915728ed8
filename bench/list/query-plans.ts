/**
 * Measures the database queries of the asset list over many rows: `npx tsx bench/list/query-plans.ts [rows [words]]`. Default:
 * 1,000,000 rows; with `words`, only cases whose name contains them. Uses PGlite in a temporary folder, or the PostgreSQL server
 * of `DATABASE_URL`. The benchmark fills that database, which must be empty, and reuses it in the next run. Prints the median
 * duration and database CPU time of five runs, for each page query and its count query. Other load lengthens the duration, but
 * hardly the CPU time. The CPU time is that of PostgreSQL's backend process, without parallel workers, if PostgreSQL runs on this
 * machine (Linux). With PGlite, it is the CPU time of this process. With `PLANS=1` the query plans are printed too.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMongoAbility } from '@casl/ability'
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { mergeCountDeltas } from '../../server/assets/counts.ts'
import { createRulesForOwner } from '../../server/auth/abilities.ts'
import type { Deps } from '../../server/boot/deps.ts'
import { createPGlite, runMigrations } from '../../server/db/connect-to-database.ts'
import { createPgliteDialect } from '../../server/db/pglite-dialect.ts'
import type { Database } from '../../server/db/schema.ts'
import { createAssetHandlers } from '../../server/handlers/assets.ts'
import { ASSET_TYPES, GENDERS } from '../../src/api/contract/assets.ts'
import { median } from '../samples.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const ONLY = process.argv[3] ?? ''
const RUNS = 5
const folder = mkdtempSync(join(tmpdir(), 'atelier-plans-'))
let lastQuery: CompiledQuery | undefined
const log = (event: LogEvent) => {
  if (event.level === 'query' && !event.query.sql.startsWith('explain')) lastQuery = event.query
}
const db = new Kysely<Database>({ dialect: await dialect(), log })

async function dialect() {
  const url = process.env.DATABASE_URL
  if (!url) return createPgliteDialect(await createPGlite(join(folder, 'db')))
  const { default: pg } = await import('pg')
  return new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) })
}

/** Fills the tables: types and genders evenly, a tenth locked, four applications, twenty tags, names of three words. */
async function fill(): Promise<void> {
  const words = ['kiln', 'harbour', 'tide', 'ember', 'quartz', 'willow', 'sable', 'copper', 'lantern', 'drift']
  const list = (values: readonly string[]) => sql.raw(`(array[${values.map((value) => `'${value}'`).join(',')}])`)
  const pick = (values: readonly string[], by: string) =>
    sql`${list(values)}[1 + (${sql.raw(by)}) % ${sql.raw(String(values.length))}]`
  await sql`insert into users (id, role, created_at) values ('u', 'admin', now())`.execute(db)
  await sql`insert into applications (id, name, name_key, owner_id, created_at)
    select 'app-' || n, 'App ' || n, 'app ' || n, 'u', now() from generate_series(1, 4) n`.execute(db)
  await sql`insert into tags (id, name, name_key, color) select 'tag-' || n, 'Tag ' || n, 'tag ' || n, 'ochre'
    from generate_series(1, 20) n`.execute(db)
  // Indexes are recreated afterwards: updating them row by row would be most of the work.
  const { rows: indexes } = await sql<{
    name: string
    definition: string
  }>`select indexname as name, indexdef as definition
    from pg_indexes where schemaname = current_schema() and indexname not like '%_pkey'
    and tablename in ('assets', 'asset_applications', 'asset_tags', 'application_times', 'tagged_times')`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  for (let from = 0; from < ROWS; from += 100_000) {
    const to = Math.min(from + 100_000, ROWS)
    const series = sql`generate_series(${sql.raw(String(from))}::bigint, ${sql.raw(String(to - 1))}) n`
    // Hashes the number, so that rows adjacent in time are not adjacent in other columns.
    const hash = (by: number) => `((n + ${by}) * 2654435761 % 4294967291) / ${(by % 97) + 3}`
    await sql`insert into assets (id, name, name_key, type, gender, model_url, locked, default_authorized, triangles,
        vertices, textures, bytes, created_at, updated_at, created_by)
      select '01a00000-' || lpad(to_hex(n % 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'), name, name, type,
        gender, '/files/0.glb', n % 10 = 3, n % 7 = 0, 1000, 600, 1, 50000,
        timestamptz '2024-01-01' + n * interval '30 seconds',
        timestamptz '2024-01-01' + ((n * 7919) % ${sql.raw(String(ROWS))}) * interval '30 seconds', 'u'
      from (select n, ${pick(words, hash(1))} || ' ' || ${pick(words, hash(1_000_003))} || ' ' || n as name,
        ${pick(ASSET_TYPES, hash(77))} as type, ${pick(GENDERS, hash(7_777_777))} as gender from ${series}) made`.execute(
      db,
    )
    await sql`insert into asset_applications (asset_id, application_id, position)
      select id, 'app-' || 1 + n % 4, 1 + n / 4 from (select id, ('x' || right(id, 12))::bit(48)::bigint as n from assets
        where created_at >= timestamptz '2024-01-01' + ${sql.raw(String(from))} * interval '30 seconds') made`.execute(
      db,
    )
    await sql`insert into asset_tags (asset_id, tag_id)
      select id, 'tag-' || 1 + (n * 31) % 20 from (select id, ('x' || right(id, 12))::bit(48)::bigint as n from assets
        where created_at >= timestamptz '2024-01-01' + ${sql.raw(String(from))} * interval '30 seconds') made`.execute(
      db,
    )
  }
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  await mergeCountDeltas(db)
  await sql`vacuum analyze`.execute(db)
}

const last = Math.ceil(ROWS / 10)
/** Benchmark case: a page of the list, by number or by the cursor of the row before it. */
type Case = [name: string, query: Record<string, unknown>, isByCursor?: 'by cursor']
const THREE_FILTERS = { order: '-updatedAt', type: ['hair'], gender: ['male'], locked: 'true' }
const CASES: Case[] = [
  ['the first page, as it opens', { order: '-updatedAt' }],
  ['a page in the middle', { order: '-updatedAt', page: last / 2 }],
  ['a page in the middle, by cursor', { order: '-updatedAt', page: last / 2 }, 'by cursor'],
  ['the last page', { order: '-updatedAt', page: last }],
  ['the last page, by cursor', { order: '-updatedAt', page: last }, 'by cursor'],
  ['by name, deep, by cursor', { order: 'name', page: Math.floor(last * 0.9) }, 'by cursor'],
  ['by name, the last page', { order: 'name', page: last }],
  ['by type, in the middle', { order: 'type', page: last / 2 }],
  ['by gender, in the middle', { order: '-gender', page: last / 2 }],
  ['by creation, first', { order: '-createdAt' }],
  ['one type, first', { order: '-updatedAt', type: ['hair'] }],
  ['one type, its last page', { order: '-updatedAt', type: ['hair'], page: Math.floor(last / 14) }],
  ['three types, by name, deep', { order: 'name', type: ['hair', 'top', 'eyes'], page: Math.floor(last / 7) }],
  ['one gender, deep', { order: '-updatedAt', gender: ['female'], page: Math.floor(last / 4) }],
  ['locked, first', { order: '-updatedAt', locked: 'true' }],
  ['not locked, deep', { order: '-updatedAt', locked: 'false', page: Math.floor(last * 0.8) }],
  ['type and gender and lock', THREE_FILTERS],
  ['one application, first', { order: '-updatedAt', applicationId: ['app-2'] }],
  ['one application, deep', { order: '-updatedAt', applicationId: ['app-2'], page: Math.floor(last / 5) }],
  ['one application, by position, first', { order: 'position', applicationId: ['app-2'] }],
  ['one application, by position, deep', { order: 'position', applicationId: ['app-2'], page: Math.floor(last / 5) }],
  ['one application and type', { order: '-updatedAt', applicationId: ['app-2'], type: ['hair'] }],
  ['one application, type, gender and lock', { ...THREE_FILTERS, applicationId: ['app-2'] }],
  ['one tag, first', { order: '-updatedAt', tag: ['tag-3'] }],
  ['one tag and type', { order: '-updatedAt', tag: ['tag-3'], type: ['hair'] }],
  ['one tag in one application', { order: '-updatedAt', tag: ['tag-2'], applicationId: ['app-4'] }],
  [
    'one tag in one application, deep',
    { order: '-updatedAt', tag: ['tag-2'], applicationId: ['app-4'], page: last / 50 },
  ],
  ['one tag in one application, by name', { order: 'name', tag: ['tag-2'], applicationId: ['app-4'] }],
  ['one tag in one application, by position', { order: 'position', tag: ['tag-2'], applicationId: ['app-4'] }],
  [
    'one tag and one type in one application',
    { order: '-updatedAt', tag: ['tag-2'], applicationId: ['app-4'], type: ['hair'] },
  ],
  ['one tag in one application that has none of it', { order: '-updatedAt', tag: ['tag-3'], applicationId: ['app-2'] }],
  ['the same, one type', { order: '-updatedAt', tag: ['tag-3'], applicationId: ['app-2'], type: ['hair'] }],
  ['search, rare', { order: '-updatedAt', search: `${ROWS - 7}` }],
  ['search, two words', { order: '-updatedAt', search: 'kiln harbour' }],
  ['search, two words of one type', { order: '-updatedAt', search: 'kiln harbour', type: ['hair'] }],
  ['search, a word and a number', { order: '-updatedAt', search: 'ember 77' }],
  ['search, a fifth of all', { order: '-updatedAt', search: 'lantern' }],
  ['search, nothing', { order: '-updatedAt', search: 'zzzz' }],
  ['search, two letters', { order: '-updatedAt', search: 'qu' }],
  ['search, not Latin', { order: '-updatedAt', search: '港口外套' }],
  ['search, the end of an id', { order: '-updatedAt', search: '0000000f4' }],
]

async function toCursorQuery({ page, ...query }: Record<string, unknown>) {
  const { pagination } = await loadPage({ ...query, page: Number(page) - 1 })
  return { ...query, after: pagination.nextCursor }
}

/** Returns a reader of the database's CPU time so far, in milliseconds; undefined if it cannot be determined. */
async function startDatabaseClock(): Promise<() => number | undefined> {
  if (!process.env.DATABASE_URL) return () => process.cpuUsage().user / 1000
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const path = `/proc/${rows[0]!.pid}/schedstat`
  const isLocal = existsSync(path) && readFileSync(`/proc/${rows[0]!.pid}/cmdline`, 'utf8').startsWith('postgres')
  return () => (isLocal ? Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6 : undefined)
}

/** Returns the last result of several runs, and the formatted medians of their durations. */
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; took: string }> {
  const [durations, cpuTimes]: number[][] = [[], []]
  let result: T | undefined
  for (let run = 0; run < RUNS; run += 1) {
    const [start, cpuBefore] = [performance.now(), databaseCpuMs()]
    result = await work()
    durations!.push(performance.now() - start)
    const cpuAfter = databaseCpuMs()
    if (cpuBefore !== undefined && cpuAfter !== undefined) cpuTimes!.push(cpuAfter - cpuBefore)
  }
  const formatMedian = (values: number[]) => (values.length > 0 ? median(values).toFixed(0) : '?').padStart(5)
  return { answer: result!, took: `${formatMedian(durations!)} ms,${formatMedian(cpuTimes!)} ms of work` }
}

/** Returns the indexes and full table scans in a plan. */
const findIndexes = (plan: string) =>
  [
    ...new Set(
      plan.match(
        /(?:Index Only Scan|Index Scan|Bitmap Index Scan|Parallel Seq Scan|Seq Scan)(?: Backward)? (?:using|on) \w+(?: on \w+)?/g,
      ),
    ),
  ]
    .filter((index) => !/(asset_tags|asset_applications|assets)_pkey/.test(index))
    .map((index) =>
      index.replace('Index Only Scan', 'only').replace('Bitmap Index Scan', 'bitmap').replace('Index Scan', 'index'),
    )
    .join(', ')

const fillStart = performance.now()
await runMigrations(db)
if (!(await db.selectFrom('assets').select('id').limit(1).executeTakeFirst())) await fill()
const size = await sql<{ table: string; indexes: string }>`select pg_size_pretty(pg_table_size('assets')) as table,
  pg_size_pretty(pg_indexes_size('assets')) as indexes`.execute(db)
console.log(`${ROWS} assets made in ${((performance.now() - fillStart) / 1000).toFixed(0)} s;`, size.rows[0])

const ability = createMongoAbility(createRulesForOwner({ id: 'u', role: 'admin', applicationIds: [] }) as never)
const { list, countByType } = createAssetHandlers({ db } as unknown as Deps)
const call = { caller: { ability } } as never
const loadPage = (query: object) => list({ query: { page: 1, limit: 10, ...query } } as never, call)
const databaseCpuMs = await startDatabaseClock()
for (const [name, pageQuery, isByCursor] of CASES) {
  if (!name.includes(ONLY)) continue
  const query = isByCursor ? await toCursorQuery(pageQuery) : pageQuery
  const { answer: result, took } = await timed(() => loadPage(query))
  const { totalDocs, approximate } = result.pagination
  const { sql: queryText, parameters } = lastQuery!
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({
    ...lastQuery!,
    sql: `explain ${queryText}`,
    parameters,
  } as CompiledQuery<never>)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  console.log(`${took}  ${name} (${approximate ? 'about ' : ''}${totalDocs}): ${findIndexes(plan)}`)
  if (process.env.PLANS === '1') console.log(plan.replace(/^/gm, '            '))
}
for (const [name, query] of [
  ['count by type', {}],
  ['count by type, of one application', { applicationId: ['app-2'] }],
  ['count by type, of one tag', { tag: ['tag-3'] }],
  ['count by type, of one tag in one application', { tag: ['tag-2'], applicationId: ['app-4'] }],
  [
    'count by type, of one application, gender and lock',
    { applicationId: ['app-2'], gender: ['male'], locked: 'true' },
  ],
  ['count by type, searched', { search: 'lantern' }],
  ['count by type, searched, two words', { search: 'kiln harbour' }],
  ['count by type, searched, two letters', { search: 'qu' }],
  ['count by type, searched, one application', { search: 'lantern', applicationId: ['app-4'] }],
  ['count by type, searched, one tag', { search: 'lantern', tag: ['tag-2'] }],
] as const) {
  if (!name.includes(ONLY)) continue
  const { answer: result, took } = await timed(() => countByType({ query } as never, call))
  const total = result.reduce((sum, { count }) => sum + count, 0)
  console.log(`${took}  ${name} (${result.some(({ approximate }) => approximate) ? 'about ' : ''}${total})`)
}
await db.destroy()
rmSync(folder, { recursive: true, force: true })
