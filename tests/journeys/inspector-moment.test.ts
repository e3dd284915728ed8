import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsInBothSchemes } from './axe.ts'
import { SAMPLED } from './sampled.ts'
import { ADMIN, expect, openAs, PASSWORD, rows, test } from './support.ts'

const dockOf = (page: Page) => page.getByRole('region', { name: 'State machines' })
const lineOf = (page: Page, name: RegExp) => page.getByRole('grid', { name: 'Events' }).getByRole('row', { name })
const past = (page: Page) => page.getByRole('region', { name: 'The app as it was' })

/** The names of the assets as they stand: what else a row says is asked for by others. */
const names = (page: Page) => rows(page).getByRole('link').allTextContents()

/**
 * Every byte that IndexedDB keeps for a page, as one text. What a refresh in one tab tells the others is a session’s own
 * record, and holds its tokens as local storage does.
 */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const said = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const texts: string[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await said(indexedDB.open(name!))
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([said(all.getAllKeys()), said(all.getAll())])
        texts.push(
          ...keys.map((key, at) => (key === 'refreshed' ? '' : JSON.stringify([name, store, key, values[at]]))),
        )
      }
      database.close()
    }
    return texts.join('\n')
  })

test(
  'a list as it was: shown in the app without a request, nothing of it can be pressed, and Escape leads back',
  SAMPLED,
  async ({ page, shot }) => {
    const had = new Set<string>()
    page.on('response', (answer) => had.add(answer.url()))
    await page.setViewportSize({ width: 1280, height: 900 })
    await openAs(page, '/assets?inspect')
    const dock = dockOf(page)
    await expect(rows(page).first()).toBeVisible()
    const before = await names(page)
    expect(before.length).toBeGreaterThan(5)
    await dock.getByRole('treeitem', { name: /^list/ }).first().click()
    await dock.getByLabel('Chosen actor only').check()
    const sort = page.getByRole('main').getByRole('columnheader').getByRole('button', { name: 'Asset', exact: true })
    await sort.click()
    await expect(lineOf(page, /order\.toggled/)).toHaveCount(1)
    await expect.poll(() => names(page)).not.toEqual(before)
    const after = await names(page)
    const address = page.url()
    // What the living list asks for by itself is over: rows rest, and the page behind them is held.
    await expect(dock.getByRole('treeitem', { name: /^list/ }).first()).toContainText(/success\.(resting|ageing)/)

    // Each picture of the newer page has come, too.
    await expect
      .poll(() =>
        page.locator('tbody img').evaluateAll((all) => all.every((it) => (it as HTMLImageElement).naturalWidth)),
      )
      .toBe(true)
    // And so have the rail's numbers, which are asked for once the page is idle.
    for (const place of ['Assets', 'Tags', 'Bodies', 'Applications'])
      await expect(page.getByRole('link', { name: new RegExp(`^${place} \\d`) })).toBeVisible()
    await expect.poll(() => [...had].some((url) => new URL(url).pathname === '/v1/jobs')).toBe(true)
    page.removeAllListeners('response')
    const calls = [...had].filter((url) => url.includes('/v1/'))
    for (const url of calls) had.delete(url)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // Code that the app fetches ahead while nothing else is to be done, letters that stand there first, pictures that the browser
      // holds, and who is at the rows, which the app goes on asking, are no part of it.
      if (pathname === '/v1/presence' || pathname === '/ahead-files.json') return
      if (!/^\/assets\/[^/]+\.(js|css|woff2)$/.test(pathname) && !had.has(request.url())) asked.push(pathname)
    })
    await lineOf(page, /loadPage done/)
      .last()
      .click()
    await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
    await expect(past(page)).toContainText(/You are looking at step \d+\./)
    expect(await names(page)).toEqual(before)
    await shot('inspector-moment')
    const faults = await faultsInBothSchemes(page, (scheme) => shot(`inspector-moment-${scheme}`))
    // The page is inert, and with it its landmark and its heading.
    expect(faults.filter((fault) => !/landmark-one-main|page-has-heading-one/.test(fault))).toEqual([])

    await test.step('the app follows from step to step', async () => {
      await dock.getByRole('button', { name: 'Step back' }).click()
      await dock.getByRole('button', { name: 'Step forward' }).click()
      await lineOf(page, /loadPage done/)
        .first()
        .click()
      expect(await names(page)).toEqual(after)
      await lineOf(page, /loadPage done/)
        .last()
        .click()
      expect(await names(page)).toEqual(before)
    })

    await test.step('neither pointer nor keys do anything in it', async () => {
      const box = (await rows(page).first().getByRole('link').first().boundingBox())!
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
    await expect(past(page)).toBeHidden()
    expect(await names(page)).toEqual(after)
    expect(asked).toEqual([])

    await test.step('the app is paused: what happens waits, and is heard once it goes on', async () => {
      await lineOf(page, /loadPage done/)
        .last()
        .click()
      await dock.getByLabel('Chosen actor only').uncheck()
      await dock.getByRole('button', { name: 'Pause the app' }).click()
      const bar = page.getByRole('region', { name: 'The app is paused' })
      await expect(bar).toContainText('The app is paused.')
      const reach = dock.getByRole('treeitem', { name: /^reach/ })
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await expect(bar).toContainText(/[1-9]\d* events? waits?\./)
      await expect(lineOf(page, /browser\.wentOffline/)).toHaveCount(0)
      const paused = await faultsInBothSchemes(page, (scheme) => shot(`inspector-paused-${scheme}`))
      expect(paused.filter((fault) => !/landmark-one-main|page-has-heading-one/.test(fault))).toEqual([])
      await dock.getByRole('button', { name: 'Back to now' }).click()
      await expect(bar).toBeHidden()
      await expect(lineOf(page, /browser\.wentOffline/)).toHaveCount(1)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(reach).toContainText('reached')
    })

    await test.step('it goes on from there, and the address with it: Back leads to where it was', async () => {
      await lineOf(page, /loadPage done/)
        .last()
        .click()
      await dock.getByRole('button', { name: 'Go on from here' }).click()
      await expect.poll(() => names(page)).toEqual(before)
      expect(new URL(page.url()).searchParams.has('order')).toBe(false)
      await page.goBack()
      await expect(page).toHaveURL(address)
      await expect.poll(() => names(page)).toEqual(after)
    })
    await rows(page).first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(address)
  },
)

test(
  'a sign-in as it was, and of what is secret in it no byte in what is kept, exported or copied',
  SAMPLED,
  async ({ page, shot }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const secrets = ['wrong-horse-4711', PASSWORD]
    page.on('response', async (response) => {
      if (!/\/auth\/(login|refresh)$/.test(response.url()) || !response.ok()) return
      const { token, refreshToken } = (await response.json()) as { token: string; refreshToken: string }
      secrets.push(token, refreshToken)
    })
    await page.goto('/signin?inspect')
    const dock = dockOf(page)
    const signIn = async (password: string) => {
      await page.getByLabel('E-mail').fill(ADMIN)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await signIn(secrets[0]!)
    const refusal = page.getByText('Wrong e-mail or password.')
    await expect(refusal).toBeVisible()
    await dock.getByRole('treeitem', { name: /^form/ }).first().click()
    await dock.getByLabel('Chosen actor only').check()

    await test.step('the form before it was refused', async () => {
      const asked: string[] = []
      // Files are fetched ahead at any moment; calls are what a past one must not make.
      page.on('request', (request) => request.url().includes('/v1/') && asked.push(request.url()))
      await lineOf(page, /value\.changed/)
        .first()
        .click()
      await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
      await expect(past(page)).toBeVisible()
      await expect(refusal).toBeHidden()
      await expect(page.getByLabel('E-mail')).toHaveValue(ADMIN)
      await shot('inspector-moment-signin')
      await past(page).getByRole('button', { name: 'Back to the present' }).click()
      await expect(refusal).toBeVisible()
      expect(asked).toEqual([])
    })

    await dock.getByRole('button', { name: 'Back to now' }).click()
    await signIn(PASSWORD)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await dock.getByRole('treeitem', { name: /^session/ }).click()
    await dock.getByRole('radio', { name: 'Now' }).click()
    await dock.getByRole('button', { name: 'Send refresh.requested' }).click()
    await dock.getByRole('button', { name: 'Send event' }).click()
    await expect(lineOf(page, /refreshToken done/)).toBeVisible()
    await expect.poll(() => secrets.length).toBe(6)
    await expect.poll(() => keptIn(page)).toContain('xstate.done.actor.refreshToken')
    await dock.getByRole('radio', { name: 'Recording' }).click()
    const downloaded = page.waitForEvent('download')
    await dock.getByRole('button', { name: 'Export' }).click()
    const bytes = {
      indexedDB: await keptIn(page),
      file: await readFile(await (await downloaded).path(), 'utf8'),
      test: (await dock.getByRole('region', { name: 'The test' }).textContent()) ?? '',
      // What the inspector keeps there itself; the session’s own record holds its tokens, as it must.
      storage: await page.evaluate(() =>
        JSON.stringify([
          { ...sessionStorage },
          Object.entries(localStorage).filter(([, text]) => !text.includes('"refreshToken"')),
        ]),
      ),
      record: await page.evaluate(() => JSON.stringify(Object.entries(localStorage))),
    }
    expect(bytes.test).toContain('login.submitted')
    const found = Object.entries(bytes).flatMap(([place, text]) =>
      secrets
        // A session that goes on after a reload is kept with its tokens: that record, and nothing else, may hold them.
        .filter((secret) => !(place === 'record' && secret.length > 20))
        .flatMap((secret) => [secret, encodeURIComponent(secret), btoa(secret)].map((form) => ({ secret, form })))
        .filter(({ form }) => text.includes(form))
        .map(({ secret }) => `${place}: ${secret.slice(0, 12)}`),
    )
    expect(found).toEqual([])
  },
)
