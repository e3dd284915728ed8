import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './axe.ts'
import { saveDocScreenshot } from './doc-screenshot.ts'
import { ADMIN_EMAIL, expect, PASSWORD, signIn, test } from './support.ts'

const getDock = (page: Page) => page.getByRole('region', { name: 'State machines' })
const getEventLog = (page: Page) => page.getByRole('grid', { name: 'Events' })
const logRow = (page: Page, name: RegExp) => getEventLog(page).getByRole('row', { name })

test('loads the code of the inspector only when the user opens it from the navigation', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const inspectorButton = page.getByRole('button', { name: 'Inspector' })
  await expect(inspectorButton).toBeVisible()
  // The page's resource timings do not list the files that the prefetch worker loads.
  const countInspectorFiles = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /inspector-/.test(name)).length)
  expect(await countInspectorFiles()).toBe(0)
  await inspectorButton.click()
  await expect(getDock(page)).toBeVisible()
  expect(await countInspectorFiles()).toBeGreaterThan(0)
})

test('the inspector replays a sign-in without auth requests, and exports and imports the recording', async ({
  page,
  context,
  shot,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/signin?inspect')
  const dock = getDock(page)
  const actors = dock.getByRole('tree', { name: 'Actors' })
  const session = actors.getByRole('treeitem', { name: /^session/ })
  await expect(session).toContainText('signedOut')
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(session).toContainText('signedIn.settled')

  await test.step('lists the possible events and sends one, which refreshes the session', async () => {
    await session.click()
    await dock.getByRole('radio', { name: 'Now' }).click()
    await dock.getByRole('button', { name: 'Send refresh.requested' }).click()
    const refreshResponse = page.waitForResponse((response) => response.url().endsWith('/auth/refresh'))
    await dock.getByRole('button', { name: 'Send event' }).click()
    expect((await refreshResponse).status()).toBe(200)
    await expect(getEventLog(page).getByRole('row', { name: /refreshToken done/ })).toBeVisible()
    await dock.getByRole('radio', { name: 'Chart' }).click()
    await expect(dock.getByRole('tree', { name: 'Statechart of session' })).toBeVisible()
    await logRow(page, /refreshToken done/).click()
    await expect(logRow(page, /refreshToken done/)).toContainText('data.token')
    await saveDocScreenshot(page, 'refresh-changes')
    await page.keyboard.press('Escape')
    await shot('inspector-session')
  })

  await test.step('makes no auth request while stepping through the past', async () => {
    // Offline, so that neither a list nor the event stream sends requests.
    await context.setOffline(true)
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await dock.getByLabel('Chosen actor only').check()
    await getEventLog(page).getByRole('row').first().focus()
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('ArrowDown')
      await expect(dock.getByRole('status').first()).toContainText('Looking at step')
    }
    await expect(getEventLog(page).getByRole('row', { selected: true })).toBeFocused()
    await logRow(page, /refresh\.requested/).click()
    await dock.getByRole('radio', { name: 'Now' }).click()
    await expect(dock.getByRole('list', { name: 'Now' })).toContainText('token.rejectedReceived without effect')
    await saveDocScreenshot(page, 'refresh-meanwhile')
    await dock.getByRole('radio', { name: 'Chart' }).click()
    await shot('inspector-past')
    await page.keyboard.press('Escape')
    await expect(dock.getByRole('status').first()).toHaveText('Recording')
    expect(requestedUrls.filter((url) => /\/auth\//.test(url))).toEqual([])
    await context.setOffline(false)
  })

  await test.step('restores the recording after a reload and imports an export without secrets', async () => {
    await page.reload()
    await dock.getByRole('radio', { name: 'Recording' }).click()
    await dock.getByRole('button', { name: 'Show the log from before the reload' }).click()
    await expect(getEventLog(page).getByRole('row', { name: /refreshToken done/ })).toBeVisible()
    const download = page.waitForEvent('download')
    await dock.getByRole('button', { name: 'Export' }).click()
    const path = await (await download).path()
    const text = await readFile(path, 'utf8')
    expect([text.includes(PASSWORD), text.includes(ADMIN_EMAIL), text.includes('atelier-recording')]).toEqual([
      false,
      false,
      true,
    ])
    await dock.getByRole('button', { name: 'Back to now' }).click()
    await dock.locator('input[type="file"]').setInputFiles(path)
    await expect(dock.getByRole('status').first()).toHaveText('Another recording')
    await expect(getEventLog(page).getByRole('row', { name: /refreshToken done/ })).toBeVisible()
    const importRecording = (code: string) =>
      dock
        .locator('input[type="file"]')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(code) })
    await importRecording(text.replace(/("session":\{"hash":")\w+/, '$1older'))
    await expect(dock.getByText('Defined differently in this build: session')).toBeVisible()
    await importRecording('<b>')
    await expect(dock.getByRole('alert')).toHaveText('The file is not a recording.')
  })

  await test.step('opens the inspector of the page in a separate window', async () => {
    const newPage = context.waitForEvent('page')
    await dock.getByRole('button', { name: 'Open in its own window' }).click()
    const other = await newPage
    await expect(other.getByRole('treeitem', { name: /^session.*signedIn/ })).toBeVisible()
    await expect(dock).toBeHidden()
    await other.close()
  })

  await test.step('passes axe and opens, moves through and closes the inspector by keyboard', async () => {
    await page.keyboard.press('Control+i')
    const link = page.getByRole('link', { name: /^Assets( \d+)?$/ })
    await link.focus()
    await page.keyboard.press('Control+i')
    await expect(dock).toBeVisible()
    // From here on, only the keyboard moves the focus.
    await expect(session).toBeFocused()
    await page.keyboard.press('End')
    await expect(session).not.toBeFocused()
    await page.keyboard.press('Home')
    await expect(session).toBeFocused()
    await expect(dock.getByRole('tree', { name: 'Statechart of session' })).toBeVisible()
    const tabTo = async (target: Locator) => {
      const hasFocus = () => target.evaluate((element) => element.contains(document.activeElement))
      for (let press = 0; press < 20 && !(await hasFocus()); press++) await page.keyboard.press('Tab')
      expect(await hasFocus()).toBe(true)
    }
    await tabTo(dock.getByRole('radio', { name: 'Chart' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(dock.getByRole('list', { name: 'Now' })).toBeVisible()
    await tabTo(getEventLog(page))
    await page.keyboard.press('ArrowDown')
    await expect(dock.getByRole('status').first()).toContainText('Looking at step')
    await page.keyboard.press('Escape')
    await expect(dock.getByRole('status').first()).toHaveText('Recording')
    await page.keyboard.press('Control+i')
    await expect(dock).toBeHidden()
    await expect(link).toBeFocused()
    await page.keyboard.press('Control+i')
    await expect(dock.getByRole('tree', { name: /^Statechart/ })).toBeVisible()
    const violations = await findAxeViolationsInBothSchemes(page, (scheme) => shot(`inspector-${scheme}`))
    await page.setViewportSize({ width: 390, height: 844 })
    violations.push(...(await findAxeViolationsInBothSchemes(page, (scheme) => shot(`inspector-phone-${scheme}`))))
    expect(violations).toEqual([])
  })
})
