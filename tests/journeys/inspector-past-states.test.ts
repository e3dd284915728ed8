import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { ADMIN_EMAIL, assetRows, expect, openSignedIn, PASSWORD, test } from './support.ts'

const getDock = (page: Page) => page.getByRole('region', { name: 'State machines' })
const logRow = (page: Page, name: RegExp) => page.getByRole('grid', { name: 'Events' }).getByRole('row', { name })
const getPastView = (page: Page) => page.getByRole('region', { name: 'The app as it was' })

/** Returns the asset names in the rows. The other cells are loaded with separate requests. */
const readNames = (page: Page) => assetRows(page).getByRole('link').allTextContents()

/**
 * Returns the content of the page's IndexedDB as text. Skips the record `refreshed`, which has to contain tokens, because tabs
 * share a token refresh with that record.
 */
const readIndexedDb = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const texts: string[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name!))
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([resultOf(all.getAllKeys()), resultOf(all.getAll())])
        texts.push(
          ...keys.map((key, at) => (key === 'refreshed' ? '' : JSON.stringify([name, store, key, values[at]]))),
        )
      }
      database.close()
    }
    return texts.join('\n')
  })

test(
  'the inspector shows a past list state without requests, ignores input, and returns on Escape',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const loadedUrls = new Set<string>()
    page.on('response', (response) => loadedUrls.add(response.url()))
    await page.setViewportSize({ width: 1280, height: 900 })
    await openSignedIn(page, '/assets?inspect')
    const dock = getDock(page)
    // Waits for all rows, because a busy machine renders the first rows earlier.
    await expect(assetRows(page)).toHaveCount(10)
    const before = await readNames(page)
    await dock.getByRole('treeitem', { name: /^list/ }).first().click()
    await dock.getByLabel('Chosen actor only').check()
    const sort = page.getByRole('main').getByRole('columnheader').getByRole('button', { name: 'Asset', exact: true })
    await sort.click()
    await expect(logRow(page, /order\.toggled/)).toHaveCount(1)
    await expect.poll(() => readNames(page)).not.toEqual(before)
    const after = await readNames(page)
    const address = page.url()
    // Waits until the live list has loaded its rows and prefetched the next page.
    await expect(dock.getByRole('treeitem', { name: /^list/ }).first()).toContainText(/success\.(idle|fresh)/)

    // Waits for the pictures of the sorted list.
    await expect
      .poll(() =>
        page.locator('tbody img').evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth)),
      )
      .toBe(true)
    // Waits for the counts in the navigation rail, which are requested when the page is idle.
    for (const storageName of ['Assets', 'Tags', 'Bodies', 'Applications'])
      await expect(page.getByRole('link', { name: new RegExp(`^${storageName} \\d`) })).toBeVisible()
    await expect.poll(() => [...loadedUrls].some((url) => new URL(url).pathname === '/v1/jobs')).toBe(true)
    page.removeAllListeners('response')
    const calls = [...loadedUrls].filter((url) => url.includes('/v1/'))
    for (const url of calls) loadedUrls.delete(url)
    const requestedUrls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // Ignores prefetched scripts, fonts, cached pictures, and presence requests, which the live app continues to send.
      if (pathname === '/v1/presence' || pathname === '/ahead-files.json') return
      if (!/^\/assets\/[^/]+\.(js|css|woff2)$/.test(pathname) && !loadedUrls.has(request.url()))
        requestedUrls.push(pathname)
    })
    await logRow(page, /loadPage done/)
      .last()
      .click()
    await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
    await expect(getPastView(page)).toContainText(/You are looking at step \d+\./)
    expect(await readNames(page)).toEqual(before)
    await shot('inspector-moment')
    const violations = await findAxeViolationsInBothSchemes(page, (scheme) => shot(`inspector-moment-${scheme}`))
    // The page is inert, so its landmark and heading are hidden from axe.
    expect(violations.filter((violation) => !/landmark-one-main|page-has-heading-one/.test(violation))).toEqual([])

    await test.step('shows the list state of each step selected in the inspector', async () => {
      await dock.getByRole('button', { name: 'Step back' }).click()
      await dock.getByRole('button', { name: 'Step forward' }).click()
      await logRow(page, /loadPage done/)
        .first()
        .click()
      expect(await readNames(page)).toEqual(after)
      await logRow(page, /loadPage done/)
        .last()
        .click()
      expect(await readNames(page)).toEqual(before)
    })

    await test.step('ignores pointer and keys in the past view', async () => {
      const box = (await assetRows(page).first().getByRole('link').first().boundingBox())!
      await page.mouse.click(box.x + 4, box.y + 4)
      await page.keyboard.press('Control+k')
      await page.keyboard.press('?')
      await page.keyboard.press('/')
      expect(page.url()).toBe(address)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await page.evaluate(() => document.activeElement?.closest('[inert]') ?? null)).toBeNull()
      for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[inert]') ?? null)).toBeNull()
    })

    await page.keyboard.press('Escape')
    await expect(getPastView(page)).toBeHidden()
    expect(await readNames(page)).toEqual(after)
    expect(requestedUrls).toEqual([])

    await test.step('queues events while the app is paused, and delivers them when the app resumes', async () => {
      await logRow(page, /loadPage done/)
        .last()
        .click()
      await dock.getByLabel('Chosen actor only').uncheck()
      await dock.getByRole('button', { name: 'Pause the app' }).click()
      const bar = page.getByRole('region', { name: 'The app is paused' })
      await expect(bar).toContainText('The app is paused.')
      const connectivityItem = dock.getByRole('treeitem', { name: /^connectivity/ })
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await expect(bar).toContainText(/[1-9]\d* events? queued\./)
      await expect(logRow(page, /browser\.wentOffline/)).toHaveCount(0)
      const pausedViolations = await findAxeViolationsInBothSchemes(page, (scheme) =>
        shot(`inspector-paused-${scheme}`),
      )
      expect(pausedViolations.filter((violation) => !/landmark-one-main|page-has-heading-one/.test(violation))).toEqual(
        [],
      )
      await dock.getByRole('button', { name: 'Back to now' }).click()
      await expect(bar).toBeHidden()
      await expect(logRow(page, /browser\.wentOffline/)).toHaveCount(1)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(connectivityItem).toContainText('reachable')
    })

    await test.step('resumes from a past step, updates the URL, and restores the previous list on Back', async () => {
      await logRow(page, /loadPage done/)
        .last()
        .click()
      await dock.getByRole('button', { name: 'Go on from here' }).click()
      await expect.poll(() => readNames(page)).toEqual(before)
      expect(new URL(page.url()).searchParams.has('order')).toBe(false)
      await page.goBack()
      await expect(page).toHaveURL(address)
      await expect.poll(() => readNames(page)).toEqual(after)
    })
    await assetRows(page).first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(address)
  },
)

test(
  'the inspector shows a past state of the sign-in form, and stores and exports no secret',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const secrets = ['wrong-horse-4711', PASSWORD]
    page.on('response', async (response) => {
      if (!/\/auth\/(login|refresh)$/.test(response.url()) || !response.ok()) return
      const { token, refreshToken } = (await response.json()) as { token: string; refreshToken: string }
      secrets.push(token, refreshToken)
    })
    await page.goto('/signin?inspect')
    const dock = getDock(page)
    const signIn = async (password: string) => {
      await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await signIn(secrets[0]!)
    const errorMessage = page.getByText('Wrong e-mail or password.')
    await expect(errorMessage).toBeVisible()
    await dock.getByRole('treeitem', { name: /^form/ }).first().click()
    await dock.getByLabel('Chosen actor only').check()

    await test.step('shows the form before the refusal', async () => {
      const requestedUrls: string[] = []
      // Counts only API calls, because files may be prefetched at any time.
      page.on('request', (request) => request.url().includes('/v1/') && requestedUrls.push(request.url()))
      await logRow(page, /value\.changed/)
        .first()
        .click()
      await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
      await expect(getPastView(page)).toBeVisible()
      await expect(errorMessage).toBeHidden()
      await expect(page.getByLabel('E-mail')).toHaveValue(ADMIN_EMAIL)
      await shot('inspector-moment-signin')
      await getPastView(page).getByRole('button', { name: 'Back to the present' }).click()
      await expect(errorMessage).toBeVisible()
      expect(requestedUrls).toEqual([])
    })

    await dock.getByRole('button', { name: 'Back to now' }).click()
    await signIn(PASSWORD)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await dock.getByRole('treeitem', { name: /^session/ }).click()
    await dock.getByRole('radio', { name: 'Now' }).click()
    await dock.getByRole('button', { name: 'Send refresh.requested' }).click()
    await dock.getByRole('button', { name: 'Send event' }).click()
    await expect(logRow(page, /refreshToken done/)).toBeVisible()
    await expect.poll(() => secrets.length).toBe(6)
    await expect.poll(() => readIndexedDb(page)).toContain('xstate.done.actor.refreshToken')
    await dock.getByRole('radio', { name: 'Recording' }).click()
    const download = page.waitForEvent('download')
    await dock.getByRole('button', { name: 'Export' }).click()
    const bytes = {
      indexedDB: await readIndexedDb(page),
      file: await readFile(await (await download).path(), 'utf8'),
      test: (await dock.getByRole('region', { name: 'The test' }).textContent()) ?? '',
      // Excludes the stored session, which has to contain tokens.
      storage: await page.evaluate(() =>
        JSON.stringify([
          { ...sessionStorage },
          Object.entries(localStorage).filter(([, text]) => !text.includes('"refreshToken"')),
        ]),
      ),
      record: await page.evaluate(() => JSON.stringify(Object.entries(localStorage))),
    }
    expect(bytes.test).toContain('login.submitted')
    const found = Object.entries(bytes).flatMap(([storageName, text]) =>
      secrets
        // Only the stored session may contain tokens, because the session has to survive a reload.
        .filter((secret) => !(storageName === 'record' && secret.length > 20))
        .flatMap((secret) =>
          [secret, encodeURIComponent(secret), btoa(secret)].map((encoding) => ({ secret, encoding })),
        )
        .filter(({ encoding }) => text.includes(encoding))
        .map(({ secret }) => `${storageName}: ${secret.slice(0, 12)}`),
    )
    expect(found).toEqual([])
  },
)
