import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { picture } from './picture.ts'
import { runCopied } from './run-copied.ts'
import { SAMPLED } from './sampled.ts'
import { expect, openAs, rows, test } from './support.ts'

const dockOf = (page: Page) => page.getByRole('region', { name: 'State machines' })
const lineOf = (page: Page, name: RegExp) => page.getByRole('grid', { name: 'Events' }).getByRole('row', { name })
const names = (page: Page) => rows(page).getByRole('link').allTextContents()
const movements = (page: Page) => page.evaluate(() => document.getAnimations().length)

test.use({ viewport: { width: 1280, height: 860 } })

test(
  'a refused reorder: who said no, how it stood meanwhile, and on from before it; a stranger’s address is told nothing',
  SAMPLED,
  async ({ page, shot }) => {
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await openAs(page, '/assets?inspect=ws://evil.example')
    const dock = dockOf(page)
    const tool = dock.getByRole('region', { name: 'Another tool' })
    await expect(tool.getByRole('alert')).toHaveText(/^Nothing is sent to ws:\/\/evil\.example\//)
    await expect(rows(page).first()).toBeVisible()
    await shot('inspector-link')
    expect(await faultsOf(page)).toEqual([])
    await tool.getByRole('button', { name: 'Do not send' }).click()
    await page
      .getByRole('search')
      .getByRole('button', { name: /^Application/ })
      .click()
    await page.getByRole('option', { name: 'Harbour Lane' }).click()
    await page.keyboard.press('Escape')
    const grip = (position: number) =>
      page.getByRole('button', { name: new RegExp(`^Reorder .*, position ${position}$`) })
    await expect(grip(2)).toBeVisible()
    await dock.getByRole('treeitem', { name: /^list/ }).first().click()
    await dock.getByLabel('Chosen actor only').check()
    await expect(dock.getByRole('treeitem', { name: /^list/ }).first()).toContainText(/success\.(resting|ageing)/)
    const before = await names(page)
    const lift = async () => {
      await grip(2).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Space')
    }
    const isMove = (method: string) => method === 'PATCH'
    await page.route('**/v1/assets/*/application', (route) =>
      isMove(route.request().method()) ? route.fulfill({ status: 409, json: {} }) : route.fallback(),
    )
    await lift()

    await test.step('the line that led back says what the service answered, and what was told for it', async () => {
      await lineOf(page, /saveOrder failed/).click()
      await expect(lineOf(page, /saveOrder failed/)).toContainText(
        /"status": 409[\s\S]*announceReturn[\s\S]*row\.returned/,
      )
      expect(await names(page)).toEqual(before)
      await picture(page, 'reorder-refused')
      await shot('inspector-reorder')
    })

    await test.step('what moves on the chart rests for who wants no movement', async () => {
      expect(await movements(page)).toBe(0)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await expect.poll(() => movements(page)).toBeGreaterThan(0)
      await page.emulateMedia({ reducedMotion: 'reduce' })
    })

    await test.step('the moment between is shown in the app, and nobody goes on from a write', async () => {
      await lineOf(page, /row\.moved/).click()
      await expect(dock.getByRole('button', { name: 'Go on from here' })).toHaveAccessibleDescription(
        /would be done again/,
      )
      await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
      await expect.poll(() => names(page)).toEqual([before[1], before[0], ...before.slice(2)])
      await picture(page, 'reorder-moment')
      await page.keyboard.press('Escape')
      await expect.poll(() => names(page)).toEqual(before)
    })

    await test.step('from the step before it goes on, and the service takes the order this time', async () => {
      await dock.getByRole('button', { name: 'Step back' }).click()
      await dock.getByRole('button', { name: 'Go on from here' }).click()
      await expect(lineOf(page, /inspector\.resumed[\s\S]*list/)).toBeVisible()
      await page.unroute('**/v1/assets/*/application')
      const saved = page.waitForResponse((answer) => isMove(answer.request().method()))
      await lift()
      expect((await saved).status()).toBe(200)
      await expect.poll(() => names(page)).toEqual([before[1], before[0], ...before.slice(2)])
    })

    await test.step('the refusal, taken home as a test, passes: the story up to the line that is looked at', async () => {
      await lineOf(page, /saveOrder failed/).click()
      await dock.getByRole('radio', { name: 'Recording' }).click()
      const copied = (await dock.getByRole('region', { name: 'The test' }).textContent()) ?? ''
      expect([copied.includes('xstate.error.actor.saveOrder'), await runCopied(copied)]).toEqual([true, 'passed'])
    })

    await test.step('it speaks German', async () => {
      await page.evaluate(() => localStorage.setItem('atelier:language', 'de'))
      await page.reload()
      const german = page.getByRole('region', { name: 'Zustandsmaschinen' })
      await german.getByRole('radio', { name: 'Aufzeichnung' }).click()
      await expect(german.getByRole('button', { name: 'Zeigen, was vor dem Neuladen war' })).toBeVisible()
      await shot('inspector-german')
    })
    expect(sockets).toEqual([])
  },
)

test(
  'an avatar’s entrance that never ends: what it waits for, and how it looked before',
  SAMPLED,
  async ({ page, shot }) => {
    // So narrow that the stage stands above what it is told.
    await page.setViewportSize({ width: 820, height: 860 })
    await openAs(page, '/viewer?inspect')
    const dock = dockOf(page)
    const stage = page.getByRole('region', { name: 'Stage' })
    const spawn = dock.getByRole('treeitem', { name: /^spawn/ }).first()
    await expect(spawn).toContainText('finished', { timeout: 60_000 })
    await spawn.click()
    await dock.getByLabel('Chosen actor only').check()
    // Whoever drops a file further down does not see the stage.
    await page.getByRole('main').locator('h2, h3').last().scrollIntoViewIfNeeded()
    await expect(stage).not.toBeInViewport()
    await page.locator('input[type=file]').first().setInputFiles(resolve('demo/models/arch-brows.glb'))
    await expect(spawn).toContainText('loading.revealing', { timeout: 60_000 })

    await test.step('it waits for one event, which a frame that is drawn tells, and for no time', async () => {
      await dock.getByRole('radio', { name: 'Timers' }).click()
      await expect(dock.getByText('No timer is running.')).toBeVisible()
      await dock.getByRole('radio', { name: 'Now' }).click()
      await expect(dock.getByRole('list', { name: 'Now' })).toContainText('model.shown')
      await dock.getByRole('radio', { name: 'Chart' }).click()
      await picture(page, 'entrance-waits')
      await shot('inspector-entrance')
    })

    await test.step('once the stage is seen, it ends', async () => {
      await page.setViewportSize({ width: 1280, height: 860 })
      await stage.scrollIntoViewIfNeeded()
      await expect(spawn).toContainText('finished', { timeout: 60_000 })
    })

    await test.step('the loader stands again where it stood', async () => {
      await lineOf(page, /fetchParts done/)
        .first()
        .click()
      await dock.getByRole('button', { name: 'Show this moment in the app' }).click()
      await expect(stage.locator('[data-state="loading"]')).toBeVisible()
      await picture(page, 'entrance-moment')
      await page.keyboard.press('Escape')
      await expect(stage.locator('[data-state="finished"]')).toBeVisible()
    })

    await test.step('its entrance, taken home as a test, passes', async () => {
      await dock.getByRole('radio', { name: 'Recording' }).click()
      const copied = (await dock.getByRole('region', { name: 'The test' }).textContent()) ?? ''
      expect([copied.includes('model.shown'), await runCopied(copied)]).toEqual([true, 'passed'])
    })
  },
)
