/**
 * Measures the export of a large application: `npx tsx bench/export.ts [assets] [kB]` (20,000 assets, models of 50 kB). Fills a
 * temporary folder, starts a server over it, and downloads the whole export, then only its last megabyte. Prints the duration,
 * the time to the first byte and the server's CPU time until then. Also prints the latency of parallel list calls and the maximum
 * growth of the server's memory. Linux only: it reads /proc.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectToDatabase, runMigrations } from '../server/db/connect-to-database.ts'
import { buildGlbOfSize } from '../tests/support/glb.ts'
import { readProcessMemory } from '../tests/support/model-load.ts'
import { startServer } from '../tests/support/server-process.ts'

const [assets = 20_000, kB = 50] = process.argv.slice(2).map(Number)
const MB = 1_000_000
const ADMIN = { email: 'admin@atelier.example', password: 'atelier-demo-1' }

const folder = mkdtempSync(join(tmpdir(), 'atelier-export-'))
try {
  // Seeds the demo, whose accounts are needed.
  await (await startServer(folder, {}, [])).stop()
  await fillStore()
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Creates an application with the given number of assets, each with a unique model and icon. */
async function fillStore(): Promise<void> {
  const db = await connectToDatabase({ folder: join(folder, 'db') })
  await runMigrations(db)
  const { id: owner } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ADMIN.email)
    .executeTakeFirstOrThrow()
  const now = new Date()
  await db
    .insertInto('applications')
    .values({ id: 'large', name: 'Large', name_key: 'large', owner_id: owner, created_at: now })
    .execute()
  const storeFile = (bytes: Uint8Array, extension: string) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const fileFolder = join(folder, 'files', sha256.slice(0, 2))
    mkdirSync(fileFolder, { recursive: true })
    writeFileSync(join(fileFolder, `${sha256}.${extension}`), bytes)
    return { sha256, bytes: bytes.length, url: `/files/${sha256}.${extension}` }
  }
  const BATCH_SIZE = 500
  for (let firstIndex = 0; firstIndex < assets; firstIndex += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, assets - firstIndex) }, (_, i) => {
      const number = Buffer.from(String(firstIndex + i).padStart(8, '0'))
      const model = storeFile(
        buildGlbOfSize(kB * 1000, (size) => Buffer.alloc(size, number)),
        'glb',
      )
      const icon = storeFile(
        Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000), number]),
        'png',
      )
      return { n: firstIndex + i + 1, model, icon }
    })
    const files = rows.flatMap(({ model, icon }) => [
      { sha256: model.sha256, bytes: model.bytes, type: 'model/gltf-binary' as const, created_at: now },
      { sha256: icon.sha256, bytes: icon.bytes, type: 'image/png' as const, created_at: now },
    ])
    await db
      .insertInto('files')
      .values(files)
      .onConflict((on) => on.doNothing())
      .execute()
    await sql`insert into assets (id, name, name_key, type, gender, model_url, icon_url, triangles, vertices, textures, bytes,
        created_at, updated_at, created_by)
      select 'large-' || n, 'Cap ' || n, 'cap ' || n, 'headwear', 'neutral', model, icon, 1, 3, 0, 9, ${now}, ${now}, ${owner}
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ n, model, icon }) => ({ n, model: model.url, icon: icon.url })))}::text::jsonb)
        as made (n int, model text, icon text)`.execute(db)
    await sql`insert into asset_applications (asset_id, application_id, position)
      select 'large-' || n, 'large', n from generate_series(${firstIndex + 1}::int, ${firstIndex + rows.length}::int) n`.execute(
      db,
    )
    process.stderr.write(`${firstIndex + rows.length} of ${assets}\r`)
  }
  await db.destroy()
}

async function measure(): Promise<void> {
  const server = await startServer(folder, {}, [])
  const loginResponse = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { token } = (await loginResponse.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const download = async (label: string, extraHeaders: Record<string, string> = {}) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const before = readProcessMemory(server.pid).own
    let peak = before
    const waits: number[] = []
    const sampler = setInterval(async () => {
      peak = Math.max(peak, readProcessMemory(server.pid).own)
      const requestStart = performance.now()
      // If the server closed an idle connection, the sample is dropped.
      await fetch(`${server.url}/v1/assets`, { headers }).then(
        () => waits.push(performance.now() - requestStart),
        () => {},
      )
    }, 250)
    const [start, cpuBefore] = [performance.now(), cpuSeconds(server.pid)]
    const response = await fetchWhenReady(server.url, { ...headers, ...extraHeaders })
    let [bytes, firstByteMs, cpuUsed] = [0, 0, 0]
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      if (bytes === 0) [firstByteMs, cpuUsed] = [performance.now() - start, cpuSeconds(server.pid) - cpuBefore]
      bytes += chunk.length
    }
    const totalMs = performance.now() - start
    clearInterval(sampler)
    const slowest = Math.round(Math.max(0, ...waits.toSorted((a, b) => a - b).slice(0, Math.ceil(waits.length * 0.99))))
    console.log(
      `${label.padEnd(28)} ${(bytes / MB).toFixed(1)} MB, first byte after ${Math.round(firstByteMs)} ms and ${cpuUsed.toFixed(1)} s of work, all after ${(totalMs / 1000).toFixed(1)} s ` +
        `(${Math.round(bytes / MB / (totalMs / 1000))} MB/s); memory ${before} MB, at most ${peak} MB (+${peak - before}); ` +
        `${waits.length} list requests in the meantime, 99 % within ${slowest} ms`,
    )
    return { etag: response.headers.get('etag')!, bytes }
  }
  const { etag, bytes } = await download('whole, checksums unknown')
  await download('whole')
  await download('whole, again')
  await download('its last megabyte', { range: `bytes=${bytes - MB}-`, 'if-range': etag })
  await server.stop()
}

/** Returns the CPU time of all threads of a process so far, in seconds: fields 14 and 15 of its stat line, in ticks of 10 ms. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Retries while the server is still computing checksums. */
async function fetchWhenReady(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const response = await fetch(`${url}/v1/assets/export/large`, { headers }).catch(() => undefined)
    if (!response) continue
    if (response.ok) return response
    if (response.status !== 503) throw new Error(`${response.status} ${await response.text()}`)
    await response.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
