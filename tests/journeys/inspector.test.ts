import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { faultsInBothSchemes } from './axe.ts'
import { picture } from './picture.ts'
import { runCopied } from './run-copied.ts'
import { ADMIN, expect, PASSWORD, signIn, test } from './support.ts'

const dockOf = (page: Page) => page.getByRole('region', { name: 'State machines' })
const logOf = (page: Page) => page.getByRole('grid', { name: 'Events' })
const lineOf = (page: Page, name: RegExp) => logOf(page).getByRole('row', { name })

test('a page runs nothing of the inspector until the rail opens it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const opens = page.getByRole('button', { name: 'Inspector' })
  await expect(opens).toBeVisible()
  // What is fetched ahead comes in a worker, and is none of the page's own.
  const own = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /inspector-/.test(name)).length)
  expect(await own()).toBe(0)
  await opens.click()
  await expect(dockOf(page)).toBeVisible()
  expect(await own()).toBeGreaterThan(0)
})

test('a sign-in with a refresh, as the inspector saw it: every step of it again, without a request; taken home and brought back', async ({
  page,
  context,
  shot,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/signin?inspect')
  const dock = dockOf(page)
  const actors = dock.getByRole('tree', { name: 'Actors' })
  const session = actors.getByRole('treeitem', { name: /^session/ })
  await expect(session).toContainText('signedOut')
  await page.getByLabel('E-mail').fill(ADMIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(session).toContainText('signedIn.settled')

  await test.step('what would happen now is told, and can be made to: the session is refreshed', async () => {
    await session.click()
    await dock.getByRole('radio', { name: 'Now' }).click()
    await dock.getByRole('button', { name: 'Send refresh.requested' }).click()
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/auth/refresh'))
    await dock.getByRole('button', { name: 'Send event' }).click()
    expect((await answered).status()).toBe(200)
    await expect(logOf(page).getByRole('row', { name: /refreshToken done/ })).toBeVisible()
    await dock.getByRole('radio', { name: 'Chart' }).click()
    await expect(dock.getByRole('tree', { name: 'Statechart of session' })).toBeVisible()
    await lineOf(page, /refreshToken done/).click()
    await expect(lineOf(page, /refreshToken done/)).toContainText('data.token')
    await picture(page, 'refresh-changes')
    await page.keyboard.press('Escape')
    await shot('inspector-session')
  })

  await test.step('looking back asks nothing of the server and changes nothing of the page', async () => {
    // Neither a list nor a stream of its own asks meanwhile.
    await context.setOffline(true)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await dock.getByLabel('Chosen actor only').check()
    await logOf(page).getByRole('row').first().focus()
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('ArrowDown')
      await expect(dock.getByRole('status').first()).toContainText('Looking at step')
    }
    await expect(logOf(page).getByRole('row', { selected: true })).toBeFocused()
    await lineOf(page, /refresh\.requested/).click()
    await dock.getByRole('radio', { name: 'Now' }).click()
    await expect(dock.getByRole('list', { name: 'Now' })).toContainText('session.refusedHeard, and nothing happens')
    await picture(page, 'refresh-meanwhile')
    await dock.getByRole('radio', { name: 'Chart' }).click()
    await shot('inspector-past')
    await page.keyboard.press('Escape')
    await expect(dock.getByRole('status').first()).toHaveText('Recording')
    expect(asked.filter((url) => /\/auth\//.test(url))).toEqual([])
    await context.setOffline(false)
  })

  await test.step('its story, taken home as a test, passes', async () => {
    await dock.getByRole('radio', { name: 'Recording' }).click()
    const copied = (await dock.getByRole('region', { name: 'The test' }).textContent()) ?? ''
    expect([copied.includes('refresh.requested'), await runCopied(copied)]).toEqual([true, 'passed'])
  })

  await test.step('a reload loses nothing, and a file of it is brought back without its secrets', async () => {
    await page.reload()
    await dock.getByRole('radio', { name: 'Recording' }).click()
    await dock.getByRole('button', { name: 'Show what was before the reload' }).click()
    await expect(logOf(page).getByRole('row', { name: /refreshToken done/ })).toBeVisible()
    const downloaded = page.waitForEvent('download')
    await dock.getByRole('button', { name: 'Export' }).click()
    const path = await (await downloaded).path()
    const text = await readFile(path, 'utf8')
    expect([text.includes(PASSWORD), text.includes(ADMIN), text.includes('atelier-recording')]).toEqual([
      false,
      false,
      true,
    ])
    await dock.getByRole('button', { name: 'Back to now' }).click()
    await dock.locator('input[type="file"]').setInputFiles(path)
    await expect(dock.getByRole('status').first()).toHaveText('Another recording')
    await expect(logOf(page).getByRole('row', { name: /refreshToken done/ })).toBeVisible()
    const put = (written: string) =>
      dock
        .locator('input[type="file"]')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(written) })
    await put(text.replace(/("session":\{"hash":")\w+/, '$1older'))
    await expect(dock.getByText('Defined differently in this build: session')).toBeVisible()
    await put('<b>')
    await expect(dock.getByRole('alert')).toHaveText('The file is no recording.')
  })

  await test.step('in a window of its own it shows this page', async () => {
    const opened = context.waitForEvent('page')
    await dock.getByRole('button', { name: 'Open in its own window' }).click()
    const other = await opened
    await expect(other.getByRole('treeitem', { name: /^session.*signedIn/ })).toBeVisible()
    await expect(dock).toBeHidden()
    await other.close()
  })

  await test.step('nothing of it is a fault to axe, and keys alone open, walk and close it', async () => {
    await page.keyboard.press('Control+i')
    const link = page.getByRole('link', { name: /^Assets( \d+)?$/ })
    await link.focus()
    await page.keyboard.press('Control+i')
    await expect(dock).toBeVisible()
    // From here on by keys alone: they lead into it, and each on from the last.
    await expect(session).toBeFocused()
    await page.keyboard.press('End')
    await expect(session).not.toBeFocused()
    await page.keyboard.press('Home')
    await expect(session).toBeFocused()
    await expect(dock.getByRole('tree', { name: 'Statechart of session' })).toBeVisible()
    const tabTo = async (place: Locator) => {
      const isThere = () => place.evaluate((it) => it.contains(document.activeElement))
      for (let press = 0; press < 20 && !(await isThere()); press++) await page.keyboard.press('Tab')
      expect(await isThere()).toBe(true)
    }
    await tabTo(dock.getByRole('radio', { name: 'Chart' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(dock.getByRole('list', { name: 'Now' })).toBeVisible()
    await tabTo(logOf(page))
    await page.keyboard.press('ArrowDown')
    await expect(dock.getByRole('status').first()).toContainText('Looking at step')
    await page.keyboard.press('Escape')
    await expect(dock.getByRole('status').first()).toHaveText('Recording')
    await page.keyboard.press('Control+i')
    await expect(dock).toBeHidden()
    await expect(link).toBeFocused()
    await page.keyboard.press('Control+i')
    await expect(dock.getByRole('tree', { name: /^Statechart/ })).toBeVisible()
    const faults = await faultsInBothSchemes(page, (scheme) => shot(`inspector-${scheme}`))
    await page.setViewportSize({ width: 390, height: 844 })
    faults.push(...(await faultsInBothSchemes(page, (scheme) => shot(`inspector-phone-${scheme}`))))
    expect(faults).toEqual([])
  })
})
