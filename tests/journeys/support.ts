import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIResponse, test as base, expect, type Locator, type Page } from '@playwright/test'
import { SESSION_KEY, toRecord } from '../../src/machines/rules/session-record.ts'
import { freePort } from '../support/free-port.ts'
import { skipUndrawn } from './sampled.ts'
import { slowDown, slowSeed } from './slow.ts'

/** A demo account of the seed. */
export const ADMIN = 'admin@atelier.example'
export const PASSWORD = 'atelier-demo-1'

/** A real server on a folder of its own, which a journey may stop and start again. */
export class RunningServer {
  readonly url: string
  #process: ChildProcess | undefined

  private constructor(
    readonly port: number,
    readonly folder: string,
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  static async create(): Promise<RunningServer> {
    const server = new RunningServer(await freePort(), mkdtempSync(join(tmpdir(), 'atelier-journey-')))
    const seeded = process.env['SEEDED_FOLDER']
    if (seeded) cpSync(seeded, server.folder, { recursive: true })
    await server.start()
    return server
  }

  /** Its process, while it runs. */
  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Starts it and waits until it can serve. */
  async start(): Promise<void> {
    const env = { ...process.env, PORT: String(this.port), DATA_DIR: this.folder, LOG_LEVEL: 'warn' }
    const child = spawn(process.execPath, ['--max-semi-space-size=4', '--import', 'tsx', 'server/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process = child
    // The server prints its one line when it is ready; if it ends before, so does the wait.
    await Promise.race([
      once(child.stdout!, 'data'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}`))),
    ])
  }

  /** Ends it: with SIGTERM it may finish what it is doing, with SIGKILL not. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Keeps a screenshot of where a journey stands, to be looked at by people: where `SHOTS` is set. */
export type Shot = (name: string) => Promise<void>

/** Playwright's test with a server for each worker and the means to keep screenshots. */
export const test = base.extend<{ shot: Shot; faults: string[]; skipUndrawn: undefined }, { server: RunningServer }>({
  skipUndrawn: [...skipUndrawn],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const server = await RunningServer.create()
      await use(server)
      await server.remove()
    },
    // It says itself where it does not come up: a machine that is busy only makes it late.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    if (slowSeed !== undefined) await slowDown(context, slowSeed)
    await use(context)
  },
  shot: async ({ page }, use) => {
    mkdirSync('artifacts/shots', { recursive: true })
    await use(async (name) => {
      if (!process.env['SHOTS']) return
      await page.screenshot({ path: `artifacts/shots/${name}.png` })
    })
  },
  /** What the page threw or logged as an error; every journey ends without any it did not expect. */
  faults: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      // What the policy of a page of ours refuses is said on its console and nowhere else; others' pages try what they may.
      page.context().on('console', (message) => {
        const isOurs = message
          .page()
          ?.url()
          .startsWith(baseURL ?? '')
        if (isOurs && /Content Security Policy/i.test(message.text())) faults.push(message.text())
      })
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What the server answers: one that is busy says so, and is asked again, as a page does. */
export async function answerOf(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  let answer = await ask()
  await expect
    .poll(async () => {
      if (answer.status() === 503) answer = await ask()
      return answer.status()
    })
    .not.toBe(503)
  return answer
}

/** Begins a session past the form, which has journeys of its own, and waits for the assets. */
export async function signIn(page: Page, email = ADMIN, origin = ''): Promise<void> {
  await openAs(page, '/assets', email, origin)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
}

/** Begins a session past the form and opens a page of the app: the list that most do not look at is not loaded before. */
export async function openAs(page: Page, path: string, email = ADMIN, origin = ''): Promise<void> {
  const data = { email, password: PASSWORD }
  const answer = await answerOf(() => page.request.post(`${origin}/v1/auth/login`, { data }))
  expect(answer.status()).toBe(200)
  const record = toRecord(await answer.json())
  // Storage belongs to an origin, and any document of it will do.
  await page.goto(`${origin}/health`)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, JSON.stringify(record)] as const)
  await page.goto(`${origin}${path}`)
}

/** Signs in through the form on the way to a page of the app: neither the list nor a second document is loaded. */
export async function signInTo(page: Page, path: string, email = ADMIN, origin = ''): Promise<void> {
  await enter(page, `${origin}/signin?to=${encodeURIComponent(path)}`, email)
  await page.waitForURL(`${origin}${path}`)
}

async function enter(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The rows of the list, or its lines on a phone: each has a link to its asset. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('main')
    .locator('tbody:not([data-aside]) tr, li')
    .filter({ has: page.locator('a[href^="/assets/"]') })
