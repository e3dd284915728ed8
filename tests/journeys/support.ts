import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type APIResponse, test as base, expect, type Locator, type Page } from '@playwright/test'
import { SESSION_KEY, toSessionRecord } from '../../src/machines/session/session-record.ts'
import { findFreePort } from '../support/free-port.ts'
import { skipUnsampled } from './sampled.ts'
import { slowDownPages, slowSeed } from './slow-machine.ts'

export const ADMIN_EMAIL = 'admin@atelier.example'
export const PASSWORD = 'atelier-demo-1'

const STOP_LINE = /^Stopping: finishing .*\. The third signal exits immediately\.$/

/** Real server with its own data folder. Tests can stop and restart it. */
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
    const server = new RunningServer(await findFreePort(), mkdtempSync(join(tmpdir(), 'atelier-journey-')))
    const seeded = process.env['SEEDED_FOLDER']
    if (seeded) cpSync(seeded, server.folder, { recursive: true })
    await server.start()
    return server
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  async start(): Promise<void> {
    const env = { ...process.env, PORT: String(this.port), DATA_DIR: this.folder, LOG_LEVEL: 'warn' }
    const child = spawn(process.execPath, ['--max-semi-space-size=4', '--import', 'tsx', 'server/cli/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    // Forwards other output to stderr, which fails the run.
    createInterface(child.stderr).on('line', (line) => {
      if (!STOP_LINE.test(line)) process.stderr.write(`${line}\n`)
    })
    // The server prints one line when it is ready. If the process exits first, the wait fails.
    await Promise.race([
      once(child.stdout!, 'data'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server exited with code ${code}`))),
    ])
  }

  /** Ends the process: SIGTERM lets the server finish its work, SIGKILL does not. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // When `close` fires, all output of the process has been read.
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Saves a screenshot for manual inspection, if `SHOTS` is set. */
export type TakeScreenshot = (name: string) => Promise<void>

/** Playwright's test with a screenshot fixture, and one server per worker. */
export const test = base.extend<
  { shot: TakeScreenshot; faults: string[]; skipUnsampledTests: undefined },
  { server: RunningServer }
>({
  skipUnsampledTests: [...skipUnsampled],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from this pattern
    async ({}, use) => {
      const server = await RunningServer.create()
      await use(server)
      await server.remove()
    },
    // The timeout is long, because the server starts slowly on a busy machine.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    if (slowSeed !== undefined) await slowDownPages(context, slowSeed)
    await use(context)
  },
  shot: async ({ page }, use) => {
    mkdirSync('artifacts/shots', { recursive: true })
    await use(async (name) => {
      if (!process.env['SHOTS']) return
      await page.screenshot({ path: `artifacts/shots/${name}.png` })
    })
  },
  /** Uncaught exceptions and policy violations of the page. Fails the test if there are any. */
  faults: [
    async ({ page, baseURL }, use) => {
      const pageErrors: string[] = []
      page.on('pageerror', (error) => pageErrors.push(error.message))
      // Chromium reports violations of the Content Security Policy only on the console. Violations on third-party pages are
      // ignored.
      page.context().on('console', (message) => {
        const isOwnPage = message
          .page()
          ?.url()
          .startsWith(baseURL ?? '')
        if (isOwnPage && /Content Security Policy/i.test(message.text())) pageErrors.push(message.text())
      })
      await use(pageErrors)
      expect(pageErrors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Sends a request, and retries while the server responds 503 (busy), as the client does. */
export async function retryWhileBusy(request: () => Promise<APIResponse>): Promise<APIResponse> {
  let response = await request()
  await expect
    .poll(async () => {
      if (response.status() === 503) response = await request()
      return response.status()
    })
    .not.toBe(503)
  return response
}

/** Signs in through the API instead of the form, and waits for the list of assets. */
export async function signIn(page: Page, email = ADMIN_EMAIL, origin = ''): Promise<void> {
  await openSignedIn(page, '/assets', email, origin)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
}

/** Starts a session through the API and opens a page of the app, without loading the list of assets first. */
export async function openSignedIn(page: Page, path: string, email = ADMIN_EMAIL, origin = ''): Promise<void> {
  const data = { email, password: PASSWORD }
  const response = await retryWhileBusy(() => page.request.post(`${origin}/v1/auth/login`, { data }))
  expect(response.status()).toBe(200)
  const record = toSessionRecord(await response.json())
  // Storage is shared by all documents of an origin, so any document is suitable.
  await page.goto(`${origin}/health`)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, JSON.stringify(record)] as const)
  await page.goto(`${origin}${path}`)
}

/** Signs in with the form, which then opens a page of the app. Neither the list nor another document is loaded. */
export async function signInThenOpen(page: Page, path: string, email = ADMIN_EMAIL, origin = ''): Promise<void> {
  await submitSignInForm(page, `${origin}/signin?to=${encodeURIComponent(path)}`, email)
  await page.waitForURL(`${origin}${path}`)
}

async function submitSignInForm(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Returns the rows of the list, or the list items on a phone. */
export const assetRows = (page: Page): Locator =>
  page
    .getByRole('main')
    .locator('tbody:not([data-aside]) tr, li')
    .filter({ has: page.locator('a[href^="/assets/"]') })
