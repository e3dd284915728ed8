/**
 * What an export of a large application takes: `npx tsx bench/export.ts [assets] [kB]` (20,000 assets, models of 50 kB). Fills
 * a folder of its own, starts a server over it as people do, and takes the export whole, then the last megabyte of it alone.
 * Prints how long each takes, when its first byte comes and what the server has worked until then, also for others that ask
 * meanwhile, what those wait, and by how much the server's memory grows at most. Linux only: it reads /proc.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate, openStore } from '../server/db/open.ts'
import { glbOfSize } from '../tests/support/glb.ts'
import { memoryOf } from '../tests/support/model-load.ts'
import { startServer } from '../tests/support/server-process.ts'

const [assets = 20_000, kB = 50] = process.argv.slice(2).map(Number)
const MB = 1_000_000
const ADMIN = { email: 'admin@atelier.example', password: 'atelier-demo-1' }

const folder = mkdtempSync(join(tmpdir(), 'atelier-export-'))
try {
  // Seeds the demo, whose accounts are needed.
  await (await startServer(folder, {}, [])).stop()
  await fill()
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** One application of so many assets, each with a model and an icon that no other has. */
async function fill(): Promise<void> {
  const db = await openStore({ folder: join(folder, 'db') })
  await migrate(db)
  const { id: owner } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ADMIN.email)
    .executeTakeFirstOrThrow()
  const at = new Date()
  await db
    .insertInto('applications')
    .values({ id: 'large', name: 'Large', name_key: 'large', owner_id: owner, created_at: at })
    .execute()
  const put = (bytes: Uint8Array, ending: string) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const place = join(folder, 'files', sha256.slice(0, 2))
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, `${sha256}.${ending}`), bytes)
    return { sha256, bytes: bytes.length, url: `/files/${sha256}.${ending}` }
  }
  const AT_ONCE = 500
  for (let from = 0; from < assets; from += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, assets - from) }, (_, i) => {
      const number = Buffer.from(String(from + i).padStart(8, '0'))
      const model = put(
        glbOfSize(kB * 1000, (room) => Buffer.alloc(room, number)),
        'glb',
      )
      const icon = put(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000), number]), 'png')
      return { n: from + i + 1, model, icon }
    })
    const files = made.flatMap(({ model, icon }) => [
      { sha256: model.sha256, bytes: model.bytes, type: 'model/gltf-binary' as const, created_at: at },
      { sha256: icon.sha256, bytes: icon.bytes, type: 'image/png' as const, created_at: at },
    ])
    await db
      .insertInto('files')
      .values(files)
      .onConflict((on) => on.doNothing())
      .execute()
    await sql`insert into assets (id, name, name_key, type, gender, model_url, icon_url, triangles, vertices, textures, bytes,
        created_at, updated_at, created_by)
      select 'large-' || n, 'Cap ' || n, 'cap ' || n, 'headwear', 'neutral', model, icon, 1, 3, 0, 9, ${at}, ${at}, ${owner}
      from jsonb_to_recordset(${JSON.stringify(made.map(({ n, model, icon }) => ({ n, model: model.url, icon: icon.url })))}::text::jsonb)
        as made (n int, model text, icon text)`.execute(db)
    await sql`insert into asset_applications (asset_id, application_id, position)
      select 'large-' || n, 'large', n from generate_series(${from + 1}::int, ${from + made.length}::int) n`.execute(db)
    process.stderr.write(`${from + made.length} of ${assets}\r`)
  }
  await db.destroy()
}

async function measure(): Promise<void> {
  const server = await startServer(folder, {}, [])
  const signedIn = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const take = async (what: string, more: Record<string, string> = {}) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const before = memoryOf(server.pid).own
    let most = before
    const waits: number[] = []
    const looking = setInterval(async () => {
      most = Math.max(most, memoryOf(server.pid).own)
      const asked = performance.now()
      // Where the server closed a connection that was at rest, the time is another's.
      await fetch(`${server.url}/v1/assets`, { headers }).then(
        () => waits.push(performance.now() - asked),
        () => {},
      )
    }, 250)
    const [begun, idle] = [performance.now(), workOf(server.pid)]
    const response = await answered(server.url, { ...headers, ...more })
    let [bytes, first, worked] = [0, 0, 0]
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      if (bytes === 0) [first, worked] = [performance.now() - begun, workOf(server.pid) - idle]
      bytes += piece.length
    }
    const all = performance.now() - begun
    clearInterval(looking)
    const slowest = Math.round(Math.max(0, ...waits.toSorted((a, b) => a - b).slice(0, Math.ceil(waits.length * 0.99))))
    console.log(
      `${what.padEnd(28)} ${(bytes / MB).toFixed(1)} MB, first byte after ${Math.round(first)} ms and ${worked.toFixed(1)} s of work, all after ${(all / 1000).toFixed(1)} s ` +
        `(${Math.round(bytes / MB / (all / 1000))} MB/s); memory ${before} MB, at most ${most} MB (+${most - before}); ` +
        `lists meanwhile ${waits.length}, 99 % within ${slowest} ms`,
    )
    return { etag: response.headers.get('etag')!, bytes }
  }
  const { etag, bytes } = await take('whole, checksums unknown')
  await take('whole')
  await take('whole, once more')
  await take('its last megabyte', { range: `bytes=${bytes - MB}-`, 'if-range': etag })
  await server.stop()
}

/** What a process has worked so far with all its threads, in seconds: fields 14 and 15 of its line, in ticks of 10 ms. */
function workOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Asks again while the server is still reading checksums. */
async function answered(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(`${url}/v1/assets/export/large`, { headers }).catch(() => undefined)
    if (!response) continue
    if (response.ok) return response
    if (response.status !== 503) throw new Error(`${response.status} ${await response.text()}`)
    await response.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
