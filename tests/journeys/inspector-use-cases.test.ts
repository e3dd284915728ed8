import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { saveDocScreenshot } from './doc-screenshot.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { assetRows, expect, openSignedIn, test } from './support.ts'

const getDock = (page: Page) => page.getByRole('region', { name: 'State machines' })
const logRow = (page: Page, name: RegExp) => page.getByRole('grid', { name: 'Events' }).getByRole('row', { name })
const readNames = (page: Page) => assetRows(page).getByRole('link').allTextContents()
const countAnimations = (page: Page) => page.evaluate(() => document.getAnimations().length)

test.use({ viewport: { width: 1280, height: 860 } })

test(
  'the inspector shows why a reorder failed, resumes from the step before, and contacts no foreign URL',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await openSignedIn(page, '/assets?inspect=ws://evil.example')
    const dock = getDock(page)
    const tool = dock.getByRole('region', { name: 'Another tool' })
    await expect(tool.getByRole('alert')).toHaveText(/^Nothing is sent to ws:\/\/evil\.example\//)
    await expect(assetRows(page).first()).toBeVisible()
    await shot('inspector-link')
    expect(await findAxeViolations(page)).toEqual([])
    await tool.getByRole('button', { name: 'Do not send' }).click()
    await page
      .getByRole('search')
      .getByRole('button', { name: /^Application/ })
      .click()
    await page.getByRole('option', { name: 'Harbour Lane' }).click()
    await page.keyboard.press('Escape')
    const getDragHandle = (position: number) =>
      page.getByRole('button', { name: new RegExp(`^Reorder .*, position ${position}$`) })
    await expect(getDragHandle(2)).toBeVisible()
    await dock.getByRole('treeitem', { name: /^list/ }).first().click()
    await dock.getByLabel('Chosen actor only').check()
    await expect(dock.getByRole('treeitem', { name: /^list/ }).first()).toContainText(/success\.(idle|fresh)/)
    const before = await readNames(page)
    const moveRowUp = async () => {
      await getDragHandle(2).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Space')
    }
    const isMove = (method: string) => method === 'PATCH'
    await page.route('**/v1/assets/*/application', (route) =>
      isMove(route.request().method()) ? route.fulfill({ status: 409, json: {} }) : route.fallback(),
    )
    await moveRowUp()

    await test.step("shows the service's response and the announcement of the reverted move", async () => {
      await logRow(page, /saveOrder failed/).click()
      await expect(logRow(page, /saveOrder failed/)).toContainText(
        /"status": 409[\s\S]*announceRevertedMove[\s\S]*move\.reverted/,
      )
      expect(await readNames(page)).toEqual(before)
      await saveDocScreenshot(page, 'reorder-refused')
      await shot('inspector-reorder')
    })

    await test.step("stops the chart's animations under reduced motion", async () => {
      expect(await countAnimations(page)).toBe(0)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await expect.poll(() => countAnimations(page)).toBeGreaterThan(0)
      await page.emulateMedia({ reducedMotion: 'reduce' })
    })

    await test.step('shows the moved row before the refusal, and warns that resuming there would save again', async () => {
      await logRow(page, /row\.moved/).click()
      await expect(dock.getByRole('button', { name: 'Go on from here' })).toHaveAccessibleDescription(/will run again/)
      await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
      await expect.poll(() => readNames(page)).toEqual([before[1], before[0], ...before.slice(2)])
      await saveDocScreenshot(page, 'reorder-moment')
      await page.keyboard.press('Escape')
      await expect.poll(() => readNames(page)).toEqual(before)
    })

    await test.step('resumes from the step before, and the service accepts the order', async () => {
      await dock.getByRole('button', { name: 'Step back' }).click()
      await dock.getByRole('button', { name: 'Go on from here' }).click()
      await expect(logRow(page, /inspector\.resumed[\s\S]*list/)).toBeVisible()
      await page.unroute('**/v1/assets/*/application')
      const moveResponse = page.waitForResponse((response) => isMove(response.request().method()))
      await moveRowUp()
      expect((await moveResponse).status()).toBe(200)
      await expect.poll(() => readNames(page)).toEqual([before[1], before[0], ...before.slice(2)])
    })

    await test.step('translates the inspector into German', async () => {
      await page.evaluate(() => localStorage.setItem('atelier:language', 'de'))
      await page.reload()
      const germanDock = page.getByRole('region', { name: 'Zustandsmaschinen' })
      await germanDock.getByRole('radio', { name: 'Aufzeichnung' }).click()
      await expect(germanDock.getByRole('button', { name: 'Protokoll von vor dem Neuladen zeigen' })).toBeVisible()
      await shot('inspector-german')
    })
    expect(sockets).toEqual([])
  },
)

test(
  'the inspector shows the event that an appearing model waits for, and its past loading state',
  SAMPLED_OPTIONS,
  async ({ page, shot }) => {
    // At this width, the viewer is above the settings.
    await page.setViewportSize({ width: 820, height: 860 })
    await openSignedIn(page, '/viewer?inspect')
    const dock = getDock(page)
    const stage = page.getByRole('region', { name: 'Stage' })
    const spawn = dock.getByRole('treeitem', { name: /^spawn/ }).first()
    await expect(spawn).toContainText('finished', { timeout: 60_000 })
    await spawn.click()
    await dock.getByLabel('Chosen actor only').check()
    // Scrolls the viewer out of view before the file is chosen.
    await page.getByRole('main').locator('h2, h3').last().scrollIntoViewIfNeeded()
    await expect(stage).not.toBeInViewport()
    await page.locator('input[type=file]').first().setInputFiles(resolve('demo/models/arch-brows.glb'))
    await expect(spawn).toContainText('loading.revealing', { timeout: 60_000 })

    await test.step('waits for the event of a rendered frame and for no timer', async () => {
      await dock.getByRole('radio', { name: 'Timers' }).click()
      await expect(dock.getByText('No timer is running.')).toBeVisible()
      await dock.getByRole('radio', { name: 'Now' }).click()
      await expect(dock.getByRole('list', { name: 'Now' })).toContainText('model.shown')
      await dock.getByRole('radio', { name: 'Chart' }).click()
      await saveDocScreenshot(page, 'entrance-waits')
      await shot('inspector-entrance')
    })

    await test.step('finishes the entrance animation once the viewer is visible', async () => {
      await page.setViewportSize({ width: 1280, height: 860 })
      await stage.scrollIntoViewIfNeeded()
      await expect(spawn).toContainText('finished', { timeout: 60_000 })
    })

    await test.step('shows the loading state again', async () => {
      await logRow(page, /fetchParts done/)
        .first()
        .click()
      await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
      await expect(stage.locator('[data-state="loading"]')).toBeVisible()
      await saveDocScreenshot(page, 'entrance-moment')
      await page.keyboard.press('Escape')
      await expect(stage.locator('[data-state="finished"]')).toBeVisible()
    })
  },
)
