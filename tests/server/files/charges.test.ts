import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TokenClaims } from '../../../server/auth/token-service.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { emptyStoredFiles, measureStoredBytes } from '../../support/stored-bytes.ts'

const QUOTA = { bytes: 4200, unfinished: 4 }
const HOUR = 3_600_000
const RUNS = process.env.SOAK ? 300 : 6

/** Contents that every owner may upload: models of 384 to 684 bytes. */
const CONTENTS = [0, 100, 200, 300].map((pad) => {
  const bytes = buildTinyGlb({ pad })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, sha256, name: `${sha256}.glb`, url: `/files/${sha256}.glb` }
})
type Content = (typeof CONTENTS)[number]

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({
    quota: QUOTA,
    // Files are retained as long as they count towards a quota, so that stored bytes always equal bytes counted in quotas.
    graceMs: 24 * HOUR,
    // Returns a different picture for each model, as a renderer would.
    deps: { renderIcon: async (path) => pictureOf(path) },
  })
})
afterAll(() => server.close())

async function pictureOf(path: string): Promise<Uint8Array> {
  const digest = createHash('sha256').update(path.slice(-68)).digest()
  return new Uint8Array(Buffer.concat([TINY_PNG, digest, digest, digest]))
}

interface Sending {
  owner: number
  content: Content
  location: string
  sent: number
}

/** Expected state of one run: uploads and their owners. */
class Run {
  readonly sendings: Sending[] = []
  /** Finished uploads that their owners have not deleted. */
  readonly finished: Sending[] = []
  readonly assets: { owner: number; id: string; modelUrl: string; iconUrl: string | undefined }[] = []
  /** Owners who have uploaded each content since its last removal, by the name of the content. */
  readonly senders = new Map<string, Set<number>>()
  readonly owners: TestAccount[] = []

  async begin() {
    await server.reset()
    await emptyStoredFiles(server.folder)
    for (const i of [0, 1, 2]) this.owners.push(await server.account('admin', `owner-${i}@house.example`))
  }

  /** Returns a token that is valid at the test clock's time. */
  async #token(owner: number): Promise<string> {
    const cachedToken = this.#tokens[owner]
    if (cachedToken?.at === server.deps.now().getTime()) return cachedToken.token
    const token = await this.#sign(owner)
    this.#tokens[owner] = { at: server.deps.now().getTime(), token }
    return token
  }

  readonly #tokens: { at: number; token: string }[] = []

  #sign(owner: number): Promise<string> {
    return server.deps.tokens.sign(decodeJwt<TokenClaims>(this.owners[owner]!.token) as TokenClaims)
  }

  async #tus(method: string, path: string, owner: number, headers: Record<string, string> = {}, body?: Uint8Array) {
    return server.fetch(`${ORIGIN}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${await this.#token(owner)}`, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
  }

  async announce(owner: number, content: Content): Promise<Sending | undefined> {
    const response = await this.#tus('POST', '/files', owner, {
      'upload-length': String(content.bytes.length),
      'upload-metadata': `kind ${btoa('glb')}`,
    })
    if (response.status !== 201) {
      expect([413, 429]).toContain(response.status)
      return undefined
    }
    const sending = { owner, content, location: response.headers.get('location')!, sent: 0 }
    this.sendings.push(sending)
    return sending
  }

  /** Continues an upload until the fraction `share` of its bytes is sent. Drops an upload that a sweep has deleted. */
  async send(sending: Sending | undefined, share: number): Promise<void> {
    if (!sending) return
    const { owner, content, location, sent } = sending
    const end = Math.max(sent, Math.floor(content.bytes.length * share))
    const headers = { 'upload-offset': String(sent), 'content-type': 'application/offset+octet-stream' }
    const response = await this.#tus('PATCH', location, owner, headers, content.bytes.subarray(sent, end))
    expect([204, 404]).toContain(response.status)
    if (response.status === 204 && end < content.bytes.length) {
      sending.sent = end
      return
    }
    drop(this.sendings, sending)
    if (response.status === 404) return
    this.finished.push(sending)
    this.senders.set(content.name, (this.senders.get(content.name) ?? new Set()).add(owner))
  }

  async give(sending: Sending | undefined): Promise<void> {
    if (!sending) return
    expect([204, 404]).toContain((await this.#tus('DELETE', sending.location, sending.owner)).status)
    drop(this.sendings, sending)
    drop(this.finished, sending)
    // An owner who deletes their last upload of an unreferenced file is no longer charged, even if other owners have the file.
    const { owner, content } = sending
    const has = this.finished.some((it) => it.owner === owner && it.content === content)
    if (!has && !this.#isReferred(content)) this.senders.get(content.name)?.delete(owner)
  }

  #isReferred({ url }: Content): boolean {
    return this.assets.some(({ modelUrl }) => modelUrl === url)
  }

  async make(owner: number, content: Content): Promise<void> {
    const { status, body } = await server.call('POST /v1/assets', {
      token: await this.#token(owner),
      body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: content.url },
    })
    expect([201, 422]).toContain(status)
    if (status === 201) this.assets.push({ owner, id: body.id, modelUrl: body.modelUrl, iconUrl: body.iconUrl })
  }

  async change(index: number, content: Content): Promise<void> {
    const asset = this.assets[index % this.assets.length]
    if (!asset) return
    const token = await this.#token(asset.owner)
    const { status, body } = await server.call(`PATCH /v1/assets/${asset.id}`, {
      token,
      body: { modelUrl: content.url },
    })
    expect([200, 422]).toContain(status)
    if (status === 200) Object.assign(asset, { modelUrl: body.modelUrl, iconUrl: body.iconUrl })
  }

  async remove(index: number): Promise<void> {
    const asset = this.assets[index % this.assets.length]
    if (!asset) return
    const { status } = await server.call(`DELETE /v1/assets/${asset.id}`, { token: await this.#token(asset.owner) })
    expect(status).toBe(200)
    const purged = await server.call(`DELETE /v1/assets/trash/${asset.id}`, { token: await this.#token(asset.owner) })
    expect(purged.status).toBe(200)
    drop(this.assets, asset)
  }

  async charged(): Promise<{ usedBytes: number; unfinished: number }[]> {
    return Promise.all(
      this.owners.map(async (_, i) => (await server.call('GET /v1/files/usage', { token: await this.#token(i) })).body),
    )
  }

  async check(): Promise<void> {
    const stored = await measureStoredBytes(server.folder)
    const charged = await this.charged()
    const total = charged.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
    expect(total, 'charged to all, against what lies on the disk').toBeGreaterThanOrEqual(stored.bytes)

    const referred = new Set(this.assets.flatMap(({ modelUrl, iconUrl }) => [modelUrl, iconUrl ?? '']).map(nameIn))
    for (const name of this.senders.keys()) if (!stored.names.has(name)) this.senders.delete(name)
    for (const [i, { usedBytes, unfinished }] of charged.entries()) {
      const own = CONTENTS.filter(
        ({ name }) =>
          stored.names.has(name) &&
          (this.finished.some(({ owner, content }) => owner === i && content.name === name) ||
            (referred.has(name) && this.senders.get(name)?.has(i))),
      )
      const underWay = this.sendings.filter(({ owner }) => owner === i)
      const sent = underWay.reduce((sum, it) => sum + it.sent, 0)
      const expectedBytes = own.reduce((sum, { bytes }) => sum + bytes.length, 0) + (unfinished > 0 ? sent : 0)
      expect(usedBytes, `charged to owner ${i}`).toBeGreaterThanOrEqual(expectedBytes)
      expect(usedBytes, `charged to owner ${i}, against the quota`).toBeLessThanOrEqual(QUOTA.bytes)
      expect(unfinished).toBeLessThanOrEqual(QUOTA.unfinished)
    }
    // Upload metadata is not charged. Instead, the number and length of the metadata records are limited.
    expect(stored.descriptions).toBeLessThanOrEqual(charged.reduce((sum, { unfinished }) => sum + unfinished, 0))
    expect(stored.descriptionBytes).toBeLessThanOrEqual(stored.descriptions * 1024)
    for (const name of referred) if (name) expect(stored.names, 'files that assets refer to').toContain(name)
  }
}

const nameIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)
function drop<T>(list: T[], item: T) {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}

const owner = fc.nat({ max: 2 })
const content = fc.constantFrom(...CONTENTS)
const index = fc.nat({ max: 20 })
type Step = (run: Run) => Promise<unknown>
const at = <T>(list: readonly T[], i: number) => list[i % list.length]

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(owner, content)
      .map(([o, c]) => named(`announce ${o} ${CONTENTS.indexOf(c)}`, (run) => run.announce(o, c))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(owner, content)
      .map(([o, c]) =>
        named(`upload ${o} ${CONTENTS.indexOf(c)}`, async (run) => run.send(await run.announce(o, c), 1)),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(index, fc.double({ min: 0.1, max: 1, noNaN: true }))
      .map(([i, share]) => named(`part ${i} ${share}`, (run) => run.send(at(run.sendings, i), share))),
  },
  { weight: 1, arbitrary: index.map((i) => named(`finish ${i}`, (run) => run.send(at(run.sendings, i), 1))) },
  { weight: 1, arbitrary: index.map((i) => named(`give up ${i}`, (run) => run.give(at(run.sendings, i)))) },
  { weight: 4, arbitrary: index.map((i) => named(`delete ${i}`, (run) => run.give(at(run.finished, i)))) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(owner, content)
      .map(([o, c]) => named(`asset ${o} ${CONTENTS.indexOf(c)}`, (run) => run.make(o, c))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(index, content)
      .map(([i, c]) => named(`change ${i} ${CONTENTS.indexOf(c)}`, (run) => run.change(i, c))),
  },
  { weight: 2, arbitrary: index.map((i) => named(`remove ${i}`, (run) => run.remove(i))) },
  { weight: 2, arbitrary: fc.constant(named('sweep', () => runHourlyMaintenance(server.deps))) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 30 })
      .map((hours) => named(`${hours} hours`, async () => server.advance(hours * HOUR))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(index, owner, content).map(([i, o, c]) =>
      named(`delete ${i} beside upload ${o} ${CONTENTS.indexOf(c)}`, async (run) => {
        const same = run.finished[i % run.finished.length]
        await Promise.all([run.give(same), run.announce(o, same?.content ?? c).then((it) => run.send(it, 1))])
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(index, owner).map(([i, o]) =>
      named(`delete ${i} beside asset ${o} beside sweep`, async (run) => {
        const same = run.finished[i % run.finished.length]
        if (same) await Promise.all([run.give(same), run.make(o, same.content), runHourlyMaintenance(server.deps)])
      }),
    ),
  },
)

/** Names a step, for readable counterexamples. */
function named(name: string, work: Step): Step {
  return Object.assign(work, { [fc.toStringMethod]: () => name })
}

test(`counts every stored byte in a quota after each step of random uploads and deletions (${RUNS} runs)`, async () => {
  let [steps, most] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (sequence) => {
      const run = new Run()
      await run.begin()
      for (const work of sequence) {
        await work(run)
        await run.check()
        steps += 1
        most = Math.max(most, (await measureStoredBytes(server.folder)).bytes)
      }
      for (const sending of [...run.sendings, ...run.finished]) await run.give(sending)
      while (run.assets.length > 0) await run.remove(0)
      await run.check()
      await runHourlyMaintenance(server.deps)
      server.advance(25 * HOUR)
      await runHourlyMaintenance(server.deps)
      const left = await measureStoredBytes(server.folder)
      expect([left.bytes, left.descriptions, await run.charged()]).toEqual([
        0,
        0,
        Array.from({ length: 3 }, () => ({ usedBytes: 0, unfinished: 0, quotaBytes: QUOTA.bytes })),
      ])
    }),
    { numRuns: RUNS, seed: Number(process.env.SEED ?? 13), endOnFailure: Boolean(process.env.FAST) },
  )
  console.log(`${steps} steps, at most ${most} bytes on the disk`)
}, 3_600_000)
